/**
 * Mean and sample SD of values; null if there are too few values or the result does not fit a double. `zOf` corrects
 * for the rounding of the mean.
 */
export type Spread = {
  n: number
  mean: number | null
  sd: number | null
  /** The reason why there are no z-scores; null if there are. */
  whyNone: 'noResults' | 'fewerThanThree' | 'noSpread' | null
  zOf(value: number): number
}

/**
 * Computes the spread in two passes. Values are first scaled to about 1 by a power of two, so that neither huge nor
 * tiny ones overflow or underflow, and summed with compensation for rounding errors. Values must be finite.
 */
export function toSpread(values: ArrayLike<number>): Spread {
  const n = values.length
  if (n === 0) return { n, mean: null, sd: null, whyNone: 'noResults', zOf: () => 0 }
  const scale = scaleOf(values)
  const scaled = new Float64Array(n)
  for (let at = 0; at < n; at += 1) scaled[at] = (values[at] ?? Number.NaN) / scale
  const [min, max] = rangeOf(scaled)
  const mean = Math.min(max, Math.max(min, sumOf(scaled) / n))
  // The mean is rounded, so the mean deviation from it is its error.
  const deviations = scaled.map((value) => value - mean)
  const meanError = sumOf(deviations) / n
  const sd = min === max ? 0 : deviation(deviations, meanError)
  return {
    n,
    mean: mean * scale,
    sd: n < 2 || !Number.isFinite(sd * scale) ? null : sd * scale,
    whyNone: n < 3 ? 'fewerThanThree' : sd === 0 ? 'noSpread' : null,
    zOf: (value) => (sd === 0 ? 0 : (value / scale - mean - meanError) / sd),
  }
}

type GroupSpread = { n: number; mean: number | null; sd: number | null }
type Estimate = { difference: number | null; ciLow: number | null; ciHigh: number | null }

/** Returns a difference and its interval in units of an SD, so that several pathways can share an axis. */
export function inSd({ difference, ciLow, ciHigh }: Estimate, sd: number) {
  const scaled = (value: number | null) => (value === null ? null : value / sd)
  return { value: scaled(difference) ?? Number.NaN, low: scaled(ciLow), high: scaled(ciHigh) }
}

/**
 * Returns the sample SD of the values of all groups together, computed from each group's figures; null below two
 * values.
 */
export function sdOfGroups(groups: readonly GroupSpread[]): number | null {
  const known = groups.filter((group) => group.n > 0)
  const n = known.reduce((sum, group) => sum + group.n, 0)
  if (n < 2) return null
  const mean = known.reduce((sum, group) => sum + (group.mean ?? 0) * (group.n / n), 0)
  const squares = known.map(
    (group) => (group.n - 1) * (group.sd ?? 0) ** 2 + group.n * ((group.mean ?? 0) - mean) ** 2,
  )
  const sd = Math.sqrt(sumOf(squares) / (n - 1))
  return Number.isFinite(sd) ? sd : null
}

function deviation(deviations: Float64Array, meanError: number): number {
  const squares = sumOf(deviations.map((one) => (one - meanError) ** 2))
  return Math.sqrt(squares / (deviations.length - 1))
}

function rangeOf(values: ArrayLike<number>): [least: number, most: number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN
    if (value < min) min = value
    if (value > max) max = value
  }
  return [min, max]
}

function scaleOf(values: ArrayLike<number>): number {
  const [min, max] = rangeOf(values)
  const size = Math.max(Math.abs(min), Math.abs(max))
  if (size === 0) return 1
  return 2 ** Math.min(1023, Math.max(-1022, Math.floor(Math.log2(size))))
}

/**
 * Returns the sum with a running compensation (Neumaier 1974). It is as exact as R's long doubles, so differences of
 * close means match R. Infinite if it overflows. `shift` is subtracted from each value.
 */
export function sumOf(values: ArrayLike<number>, shift = 0): number {
  let sum = 0
  let lost = 0
  for (let at = 0; at < values.length; at += 1) {
    const value = (values[at] ?? Number.NaN) - shift
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return Number.isFinite(sum) ? sum + lost : sum
}
