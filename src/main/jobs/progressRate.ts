/** How far long work had come at a moment. */
type ProgressPoint = { atMs: number; count: number }

export type Rate = {
  /** Notes that `count` items in all are behind us. */
  record(count: number, atMs: number): void
  /** Items a minute over the last window; null until anything was done over a measurable time. */
  perMin(atMs: number): number | null
}

// As wide as the service's own limit counts, so that a burst and the pause after it even out.
const windowMs = 60_000
const resolutionMs = 250

/** A rate over a sliding window of 60 s, at a fineness of 250 ms so that memory stays small. */
export function createRate(startedAtMs: number): Rate {
  const points: ProgressPoint[] = [{ atMs: startedAtMs, count: 0 }]
  return {
    record(count, atMs) {
      const last = points.at(-1)
      const beforeLast = points.at(-2)
      if (last && beforeLast && atMs - beforeLast.atMs < resolutionMs) Object.assign(last, { atMs, count })
      else points.push({ atMs, count })
      // One mark older than the window stays, as the place from which the window is measured.
      while (points[1] && points[1].atMs <= atMs - windowMs) points.shift()
    },
    perMin(atMs) {
      const from = points[0]
      const to = points.at(-1)
      if (!from || !to || to.count === from.count) return null
      const spanMs = atMs - from.atMs
      return spanMs <= 0 ? null : ((to.count - from.count) * 60_000) / spanMs
    },
  }
}

/** Seconds that `remaining` more items take at `ratePerMin`; null when either is not known. */
export const etaS = (remaining: number | null, ratePerMin: number | null): number | null =>
  remaining === null || ratePerMin === null || ratePerMin <= 0
    ? null
    : Math.round((remaining * 60) / ratePerMin)
