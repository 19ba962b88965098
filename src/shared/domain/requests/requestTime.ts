/** The current state of the rate limit, and the work that already waits for it. */
export type RequestLimit = {
  /** Requests per `windowMs`. */
  limit: number
  windowMs: number
  /** Requests that may leave now. */
  left: number
  /** ms until the next request may leave. 0 while `left` is above 0 and the service requested no pause. */
  waitMs: number
  /** ms until the whole limit is free again. */
  resetMs: number
  /** The smallest gap between two requests after a 429. Absent: 0. */
  gapMs?: number
  /** The number of requests that other work still has to send. It takes turns with new work. */
  sharing: number
}

/**
 * Seconds per request while the limit has room: most services answer within 0.4 s, and the client sends four requests
 * in parallel.
 */
const usualSecondsPerRequest = 0.1

/**
 * Returns the seconds until the last of `requests` has its response under the current rate limit. `secondsPerRequest`:
 * as measured. Every time estimate uses it: dialogs, the command line and running jobs.
 */
export function secondsFor(
  requests: number,
  { limit, windowMs, left, waitMs, resetMs, gapMs = 0, sharing }: RequestLimit,
  secondsPerRequest = usualSecondsPerRequest,
): number {
  if (requests <= 0) return 0
  const total = requests + Math.min(requests, sharing)
  const needed = total - left
  const unlimited = total * Math.max(secondsPerRequest, gapMs / 1000)
  if (needed <= 0) return waitMs / 1000 + unlimited
  const fullWindows = Math.floor((needed - 1) / limit)
  const last = ((needed - 1) % limit) + 1
  // Earlier requests free their share of the limit by resetMs; the requests of this call free theirs one window after
  // they leave.
  const lastMs = last <= limit - left ? Math.max(waitMs, Math.min(resetMs, windowMs)) : windowMs
  const limited =
    (fullWindows * windowMs + lastMs) / 1000 + Math.min(windowMs / 1000, last * secondsPerRequest)
  return Math.max(limited, unlimited)
}

export const perMinute = ({ limit, windowMs }: Pick<RequestLimit, 'limit' | 'windowMs'>): number =>
  Math.round((limit * 60_000) / windowMs)
