import type { QuotaLeft } from './limiters.ts'
import type { RateHeaders, RetryAfter } from './options.ts'

type Rate = { requests: number; windowS: number }

/**
 * What an answer tells of the limit, in one of the ways that services have: the structured fields of the IETF's
 * current draft, the three fields of its earlier drafts (reset in seconds from now), or the older `X-` names (reset
 * as seconds since 1970). Reset: when all is free again, when nothing more is asked.
 */
export function rateHeaders(
  kind: RateHeaders,
  { requests, windowS }: Rate,
  { remaining, fullAfterMs }: QuotaLeft,
  nowMs: number,
): Record<string, string> {
  const resetS = Math.ceil(fullAfterMs / 1000)
  switch (kind) {
    case 'none':
      return {}
    case 'ietf':
      return {
        'RateLimit-Policy': `"default";q=${requests};w=${Math.ceil(windowS)}`,
        RateLimit: `"default";r=${remaining};t=${resetS}`,
      }
    case 'draft':
      return {
        'RateLimit-Limit': String(requests),
        'RateLimit-Remaining': String(remaining),
        'RateLimit-Reset': String(resetS),
      }
    case 'x':
      return {
        'X-RateLimit-Limit': String(requests),
        'X-RateLimit-Remaining': String(remaining),
        'X-RateLimit-Reset': String(Math.ceil((nowMs + fullAfterMs) / 1000)),
      }
  }
}

/** When to come again, rounded up to whole seconds; a date is later by what is left of its second. */
export function retryAfterHeader(kind: RetryAfter, waitMs: number, nowMs: number): Record<string, string> {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  if (kind === 'none') return {}
  if (kind === 'seconds') return { 'Retry-After': String(seconds) }
  return { 'Retry-After': new Date(Math.ceil(nowMs / 1000) * 1000 + seconds * 1000).toUTCString() }
}
