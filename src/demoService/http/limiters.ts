import type { Settings } from '../options.ts'

/** The requests left now, and the milliseconds until the full quota is available if no more are made. */
type QuotaLeft = { remaining: number; fullAfterMs: number }

export type Limiter = {
  /** Counts a request: 0 when it is allowed, else the milliseconds until one may be. Refused ones do not count. */
  take(nowMs: number): number
  left(nowMs: number): QuotaLeft
}

type Rate = { requests: number; windowMs: number }

/**
 * Creates a limiter of the kind for one credential. The service interface gives the limit but not how it is counted.
 */
export function createLimiter(kind: Settings['limiter'], rate: Rate): Limiter {
  if (kind === 'bucket') return bucket(rate)
  return kind === 'sliding' ? sliding(rate) : windowCounter(rate, kind === 'two-window')
}

/** A token bucket that refills evenly and starts with `requests` tokens. */
function bucket({ requests, windowMs }: Rate): Limiter {
  let tokens = requests
  let last = Number.NEGATIVE_INFINITY
  const refill = (now: number): void => {
    if (now <= last) return
    tokens = Math.min(requests, tokens + ((now - last) * requests) / windowMs)
    last = now
  }
  return {
    take(now) {
      refill(now)
      // A token that is all but whole is whole: adding up fractions must not cost a request.
      if (tokens < 1 - 1e-9) return ((1 - tokens) * windowMs) / requests
      tokens = Math.max(0, tokens - 1)
      return 0
    },
    left(now) {
      refill(now)
      return {
        remaining: Math.floor(tokens + 1e-9),
        fullAfterMs: ((requests - tokens) * windowMs) / requests,
      }
    },
  }
}

/** A sliding log of request times: at most `requests` in any window. */
function sliding({ requests, windowMs }: Rate): Limiter {
  let log: number[] = []
  return {
    take(now) {
      log = log.filter((at) => at > now - windowMs)
      const oldest = log[0]
      if (log.length >= requests && oldest !== undefined) return oldest + windowMs - now
      log.push(now)
      return 0
    },
    left(now) {
      log = log.filter((at) => at > now - windowMs)
      return {
        remaining: requests - log.length,
        fullAfterMs: (log.at(-1) ?? now - windowMs) + windowMs - now,
      }
    },
  }
}

/**
 * A counter that is reset at every full window of the clock. With `fades`, the last window counts too, and is taken to
 * fade evenly while this one passes.
 */
function windowCounter({ requests, windowMs }: Rate, fades: boolean): Limiter {
  let window = Number.NEGATIVE_INFINITY
  let current = 0
  let previous = 0
  /** Turns to the window of `now`; gives how far it has passed. */
  const turn = (now: number): number => {
    const index = Math.floor(now / windowMs)
    if (index !== window) {
      previous = fades && index === window + 1 ? current : 0
      current = 0
      window = index
    }
    return now - index * windowMs
  }
  return {
    take(now) {
      const passedMs = turn(now)
      const excess = previous * (1 - passedMs / windowMs) + current + 1 - requests
      if (excess <= 0) {
        current += 1
        return 0
      }
      const fadeMs = previous > 0 ? (excess / previous) * windowMs : Number.POSITIVE_INFINITY
      return Math.min(fadeMs, windowMs - passedMs)
    },
    left(now) {
      const passedMs = turn(now)
      const used = previous * (1 - passedMs / windowMs) + current
      const windowsOfCurrent = fades ? 2 : 1
      const windows = current > 0 ? windowsOfCurrent : previous > 0 ? 1 : 0
      return {
        remaining: Math.max(0, Math.floor(requests - used)),
        fullAfterMs: Math.max(0, windows * windowMs - passedMs),
      }
    },
  }
}

/**
 * Returns the rate limit headers in one of the usual forms: the structured fields of the IETF's current draft, the
 * three fields of its earlier drafts (reset in seconds from now), or the older `X-` names (reset as Unix time in
 * seconds). Reset: the time when the full quota is available if no more requests are made.
 */
export function rateHeaders(
  kind: Settings['rateHeaders'],
  { requests, windowS }: Settings['rate'],
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
export function retryAfterHeader(
  kind: Settings['retryAfter'],
  waitMs: number,
  nowMs: number,
): Record<string, string> {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  if (kind === 'none') return {}
  if (kind === 'seconds') return { 'Retry-After': String(seconds) }
  return { 'Retry-After': new Date(Math.ceil(nowMs / 1000) * 1000 + seconds * 1000).toUTCString() }
}
