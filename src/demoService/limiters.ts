import type { LimiterName } from './options.ts'

/** Counts a request at `nowMs`: 0 when it is allowed, else the milliseconds until one may be. Refused ones do not count. */
export type Limiter = { take(nowMs: number): number }

type Rate = { requests: number; windowMs: number }

/** A limiter of the kind, for one credential. Service-interface says how many, not how they are counted. */
export function createLimiter(kind: LimiterName, rate: Rate): Limiter {
  return { bucket, sliding, 'two-window': twoWindow, fixed }[kind](rate)
}

/** Tokens that come back evenly, `requests` of them at first. */
function bucket({ requests, windowMs }: Rate): Limiter {
  let tokens = requests
  let last = Number.NEGATIVE_INFINITY
  return {
    take(now) {
      if (now > last) {
        tokens = Math.min(requests, tokens + ((now - last) * requests) / windowMs)
        last = now
      }
      // A token that is all but whole is whole: adding up fractions must not cost a request.
      if (tokens < 1 - 1e-9) return ((1 - tokens) * windowMs) / requests
      tokens = Math.max(0, tokens - 1)
      return 0
    },
  }
}

/** The times of the last requests: never more than `requests` in any window. */
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
  }
}

/** Two counters: the last window's is taken to fade evenly while this one passes. */
function twoWindow({ requests, windowMs }: Rate): Limiter {
  let window = Number.NEGATIVE_INFINITY
  let current = 0
  let previous = 0
  return {
    take(now) {
      const index = Math.floor(now / windowMs)
      if (index !== window) {
        previous = index === window + 1 ? current : 0
        current = 0
        window = index
      }
      const passedMs = now - index * windowMs
      const excess = previous * (1 - passedMs / windowMs) + current + 1 - requests
      if (excess <= 0) {
        current += 1
        return 0
      }
      const fadeMs = previous > 0 ? (excess / previous) * windowMs : Number.POSITIVE_INFINITY
      return Math.min(fadeMs, windowMs - passedMs)
    },
  }
}

/** One counter that starts anew at every full window of the clock. */
function fixed({ requests, windowMs }: Rate): Limiter {
  let window = Number.NEGATIVE_INFINITY
  let count = 0
  return {
    take(now) {
      const index = Math.floor(now / windowMs)
      if (index !== window) {
        window = index
        count = 0
      }
      if (count >= requests) return (index + 1) * windowMs - now
      count += 1
      return 0
    },
  }
}
