/** Mean and sample SD of values, null where there are too few or no number can hold them; `zOf` is exact in itself. */
export type Spread = {
  n: number
  mean: number | null
  sd: number | null
  /** Why a z-score would say nothing; null where it does. */
  whyNone: 'noResults' | 'fewerThanThree' | 'noSpread' | null
  zOf(value: number): number
}

/**
 * Two passes over the values, brought to the size of 1 by a power of two before, so that neither huge nor tiny ones
 * overflow or vanish, and summed with what each addition lost. Values must be finite.
 */
export function toSpread(values: readonly number[]): Spread {
  const n = values.length
  if (n === 0) return { n, mean: null, sd: null, whyNone: 'noResults', zOf: () => 0 }
  const scale = scaleOf(values)
  const scaled = values.map((value) => value / scale)
  const [least, most] = rangeOf(scaled)
  const mean = Math.min(most, Math.max(least, sumOf(scaled) / n))
  // The mean is rounded: what is left of it lies in the values' distances from it.
  const away = scaled.map((value) => value - mean)
  const rest = sumOf(away) / n
  const sd = least === most ? 0 : deviation(away, rest)
  return {
    n,
    mean: mean * scale,
    sd: n < 2 || !Number.isFinite(sd * scale) ? null : sd * scale,
    whyNone: n < 3 ? 'fewerThanThree' : sd === 0 ? 'noSpread' : null,
    zOf: (value) => (sd === 0 ? 0 : (value / scale - mean - rest) / sd),
  }
}

function deviation(away: readonly number[], rest: number): number {
  const squares = sumOf(away.map((one) => (one - rest) ** 2))
  return Math.sqrt(squares / (away.length - 1))
}

function rangeOf(values: readonly number[]): [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}

function scaleOf(values: readonly number[]): number {
  const [least, most] = rangeOf(values)
  const size = Math.max(Math.abs(least), Math.abs(most))
  if (size === 0) return 1
  return 2 ** Math.min(1023, Math.max(-1022, Math.floor(Math.log2(size))))
}

/** Neumaier's sum. */
function sumOf(values: readonly number[]): number {
  let sum = 0
  let lost = 0
  for (const value of values) {
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return sum + lost
}
