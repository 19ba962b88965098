import type { WhyNoTest } from '../../../shared/domain/results/comparison.ts'
import { sumOf } from '../../../shared/domain/results/spread.ts'
import { selectRank } from '../../../shared/domain/results/valueRange.ts'

/** The reason why a test is not possible. In a result with numbers, `why` is null and all numbers are finite. */
export type NoTest = { why: WhyNoTest }

export const noTest = (why: WhyNoTest): NoTest => ({ why })

/** Returns the present values (NaN: missing). All functions here except the distances expect such values. */
export function present(values: Float64Array): Float64Array {
  const found = new Float64Array(values.length)
  let count = 0
  for (const value of values) if (!Number.isNaN(value)) found[count++] = value
  return found.subarray(0, count)
}

/** Returns the mean in two passes, like R: that of equal values is the value. NaN without values. */
export function meanOf(values: Float64Array): number {
  const mean = sumOf(values) / values.length
  return Number.isFinite(mean) ? mean + sumOf(values, mean) / values.length : mean
}

/** Returns the sum of the squared deviations from the mean; not finite if it overflows. */
export function squaresOf(values: Float64Array, mean = meanOf(values)): number {
  const squares = new Float64Array(values.length)
  for (let at = 0; at < values.length; at += 1) squares[at] = ((values[at] ?? Number.NaN) - mean) ** 2
  return sumOf(squares)
}

/** Returns the sample variance (n − 1); NaN below two values; not finite if it overflows. */
export const varianceOf = (values: Float64Array, mean = meanOf(values)): number =>
  values.length < 2 ? Number.NaN : squaresOf(values, mean) / (values.length - 1)

/** Returns the median like R: the mean of the middle two for an even count; NaN without values. */
export function medianOf(values: Float64Array): number {
  if (values.length === 0) return Number.NaN
  const middle = values.length >> 1
  const ordered = Float64Array.from(values)
  const upper = selectRank(ordered, middle)
  if (values.length % 2 === 1) return upper
  let lower = Number.NEGATIVE_INFINITY
  for (let at = 0; at < middle; at += 1) lower = Math.max(lower, ordered[at] ?? Number.NaN)
  // Halves first: the sum of two large values may overflow even if their mean does not.
  return lower / 2 + upper / 2
}

/** Counts equal values. */
export function countEach<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Returns true if values differ by more than the rounding of their mean; `squares` as returned by `squaresOf`. */
export const hasSpread = (n: number, mean: number, squares: number): boolean =>
  Math.sqrt(squares / n) > 2 * Number.EPSILON * Math.abs(mean)

/** The ranks of values, the lowest is 1; equal values share their mean rank. */
export type Ranks = {
  ranks: Float64Array
  /** Σ(t³ − t) over sets of t equal values, the basis of every tie correction; 0 without ties. */
  ties: number
}

/** Returns the ranks as R's `rank`, without NaN. Sorting numbers and finding each is faster than sorting indexes. */
export function ranksOf(values: Float64Array): Ranks {
  const sorted = values.toSorted()
  // The rank of each value, at its first position.
  const rankAt = new Float64Array(values.length)
  let ties = 0
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1
    rankAt[start] = (start + 1 + end) / 2
    ties += (end - start) ** 3 - (end - start)
  }
  return { ranks: values.map((value) => rankAt[firstOf(sorted, value)] ?? Number.NaN), ties }
}

/** Returns the first position of a value that is in the sorted list. */
function firstOf(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Ranks all groups together and returns the rank sum of each group. */
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
