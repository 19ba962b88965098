import { maxWaitMs, readRateLimitHeaders, serverNowMs } from './rateLimitHeaders.ts'

/**
 * How long the service asks to wait, from `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), else from when its
 * rate headers say it counts anew. Null when it does not say, or says nothing readable; capped at one hour.
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const text = headers.get('Retry-After')?.trim() ?? ''
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : msUntilDate(text, serverNowMs(headers, nowMs))
  if (ms !== null) return Math.min(Math.max(0, ms), maxWaitMs)
  return readRateLimitHeaders(headers, nowMs)?.resetMs ?? null
}

/** Dates begin with the name of a day; `Date.parse` alone would take `-5` for one. */
function msUntilDate(text: string, nowMs: number): number | null {
  const at = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at - nowMs
}
