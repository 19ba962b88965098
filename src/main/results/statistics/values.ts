import type { WhyNoTest } from '../../../shared/domain/results/comparison.ts'
import { selectRank } from '../../../shared/domain/results/selectRank.ts'

/** A test that could not be made. Where it could, `why` is null and the numbers stand beside it, all of them finite. */
export type NoTest = { why: WhyNoTest }

export const noTest = (why: WhyNoTest): NoTest => ({ why })

/** The values that are there: NaN means missing. Every function of this folder but those of distances expects them so. */
export function present(values: Float64Array): Float64Array {
  const found = new Float64Array(values.length)
  let count = 0
  for (const value of values) if (!Number.isNaN(value)) found[count++] = value
  return found.subarray(0, count)
}

/**
 * Sum with a running compensation (Neumaier 1974): as exact as R's long doubles, so that means that lie close to each
 * other differ by what R says. Infinity where it overflows. `shift` is taken from each value.
 */
export function sumOf(values: Float64Array, shift = 0): number {
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

/** Arithmetic mean, as R's in two passes: that of equal values is the value. NaN of nothing; not finite on overflow. */
export function meanOf(values: Float64Array): number {
  const mean = sumOf(values) / values.length
  return Number.isFinite(mean) ? mean + sumOf(values, mean) / values.length : mean
}

/** Sum of the squared deviations from the mean; not finite where it overflows. */
export function squaresOf(values: Float64Array, mean = meanOf(values)): number {
  const squares = new Float64Array(values.length)
  for (let at = 0; at < values.length; at += 1) squares[at] = ((values[at] ?? Number.NaN) - mean) ** 2
  return sumOf(squares)
}

/** Sample variance (n − 1); NaN below two values; not finite where it overflows. */
export const varianceOf = (values: Float64Array, mean = meanOf(values)): number =>
  values.length < 2 ? Number.NaN : squaresOf(values, mean) / (values.length - 1)

/** Median as R's: the mean of the middle two where their number is even; NaN of nothing. */
export function medianOf(values: Float64Array): number {
  if (values.length === 0) return Number.NaN
  const middle = values.length >> 1
  const ordered = Float64Array.from(values)
  const upper = selectRank(ordered, middle)
  if (values.length % 2 === 1) return upper
  let lower = Number.NEGATIVE_INFINITY
  for (let at = 0; at < middle; at += 1) lower = Math.max(lower, ordered[at] ?? Number.NaN)
  // Halves first: the sum of two large values may overflow where their mean does not.
  return lower / 2 + upper / 2
}

/** Whether values differ by more than the rounding of their mean; `squares` as of `squaresOf`. */
export const hasSpread = (n: number, mean: number, squares: number): boolean =>
  Math.sqrt(squares / n) > 2 * Number.EPSILON * Math.abs(mean)

/** Places of values in order, the lowest 1; equal values share the mean of their places. */
export type Ranks = {
  ranks: Float64Array
  /** Σ(t³ − t) over sets of t equal values, which every correction for ties is made of; 0 without ties. */
  ties: number
}

/** Ranks as R's `rank(values)`; without NaN. */
export function ranksOf(values: Float64Array): Ranks {
  const order = Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b)
  const ranks = new Float64Array(values.length)
  let ties = 0
  for (let start = 0, end = 0; start < order.length; start = end) {
    const value = values[order[start] ?? 0]
    while (end < order.length && values[order[end] ?? 0] === value) end += 1
    for (let position = start; position < end; position += 1)
      ranks[order[position] ?? 0] = (start + 1 + end) / 2
    ties += (end - start) ** 3 - (end - start)
  }
  return { ranks, ties }
}

/** Ranks of all groups together, and the sum of the ranks of each group. */
export function rankSums(groups: readonly Float64Array[]): { sums: number[]; ties: number; n: number } {
  const n = groups.reduce((sum, group) => sum + group.length, 0)
  const all = new Float64Array(n)
  let at = 0
  for (const group of groups) {
    all.set(group, at)
    at += group.length
  }
  const { ranks, ties } = ranksOf(all)
  at = 0
  const sums = groups.map((group) => {
    const sum = ranks.subarray(at, at + group.length).reduce((total, rank) => total + rank, 0)
    at += group.length
    return sum
  })
  return { sums, ties, n }
}
