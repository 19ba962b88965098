import type { Exchange } from '../exchange.ts'
import { type Evidence, type Shown } from './evidence.ts'

/** Headers by which services tell their limits (RFC 6585, the IETF draft, and what is common). */
const rateLimitHeaderNames = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Rate-Limit-Limit',
  'X-Rate-Limit-Remaining',
  'X-Rate-Limit-Reset',
  'Retry-After',
]

const minuteMs = 60_000

export function rateLimitHeaders({ exchanges }: Evidence): Shown {
  if (exchanges.length === 0) return null
  const seen = rateLimitHeaderNames.filter((name) => exchanges.some(({ headers }) => headers.has(name)))
  return { value: seen.length === 0 ? 'none' : seen.join(', ') }
}

/** The limit kept to, when the service's own headers taught it. */
export function requestsPerMinute(evidence: Evidence): Shown {
  const { quota, requestsPerMinute: configuredLimit } = evidence
  const learned = Math.round((quota.limit * minuteMs) / quota.windowMs)
  if (learned === configuredLimit || !Number.isFinite(learned)) return null
  return {
    value: String(learned),
    note: `Learned from the service; ${configuredLimit} stands in the profile.`,
  }
}

/** More than this is worth a word: tokens are dated, and so are orders. */
const clockToleranceS = 120

/** How far this computer's clock is ahead, in whole seconds: the median of all dated answers; null without any. */
export function clockAhead(exchanges: readonly Exchange[]): number | null {
  const aheads = exchanges
    .flatMap(({ headers, fetchedAt, ms }) => {
      // `Date` is cut to whole seconds, and was written about half way between sending and the last byte.
      const theirs = Date.parse(headers.get('Date') ?? '') + 500
      const ahead = (Date.parse(fetchedAt) - ms / 2 - theirs) / 1000
      return Number.isFinite(ahead) ? [ahead] : []
    })
    .toSorted((a, b) => a - b)
  const median = aheads[Math.floor(aheads.length / 2)]
  return median === undefined ? null : Math.round(median) + 0
}

export function clock({ exchanges }: Evidence): Shown {
  const ahead = clockAhead(exchanges)
  if (ahead === null) return null
  if (Math.abs(ahead) <= clockToleranceS) return { value: 'in-step' }
  const by = `${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} that of the service`
  return {
    value: ahead > 0 ? 'ahead' : 'behind',
    note: `This computer's clock is ${by}. Set it by a time server: sign-ins may end early, and times of orders will not fit.`,
  }
}
