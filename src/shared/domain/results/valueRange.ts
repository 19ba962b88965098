/**
 * The range of values without missing ones (NaN), for the ends of a color scale. `limit`: the largest absolute value
 * that is not an outlier. With 100 or more values, absolute values above 1.5 times the 99th percentile are outliers,
 * because they would wash out the colors of all others. `lowest` and `highest` are null without values.
 */
export type ValueRange = {
  lowest: number | null
  highest: number | null
  limit: number
  belowLimit: number
  aboveLimit: number
}

export const noRange: ValueRange = { lowest: null, highest: null, limit: 0, belowLimit: 0, aboveLimit: 0 }

/** Computes the range in plain loops, without a function call per value, because a cohort has a million values. */
export function rangeOf(lists: readonly ArrayLike<number>[]): ValueRange {
  const { sizes, lowest, highest } = sizesOf(lists)
  if (sizes.length === 0) return noRange
  const limit = robustLimit(sizes, Math.max(-lowest, highest))
  return { lowest, highest, limit, ...countBeyond(lists, limit) }
}

function sizesOf(lists: readonly ArrayLike<number>[]) {
  const sizes = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0))
  let count = 0
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (const values of lists)
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? Number.NaN
      if (Number.isNaN(value)) continue
      if (value < lowest) lowest = value
      if (value > highest) highest = value
      sizes[count++] = Math.abs(value)
    }
  return { sizes: sizes.subarray(0, count), lowest, highest }
}

/** Returns the limit. Reorders `sizes`. */
function robustLimit(sizes: Float64Array, largest: number): number {
  const bound = sizes.length >= 100 ? 1.5 * selectQuantile(sizes, 0.99) : 0
  if (bound <= 0) return largest
  let limit = 0
  for (let index = 0; index < sizes.length; index++) {
    const size = sizes[index] ?? 0
    if (size <= bound && size > limit) limit = size
  }
  return limit
}

function countBeyond(lists: readonly ArrayLike<number>[], limit: number) {
  let belowLimit = 0
  let aboveLimit = 0
  for (const values of lists)
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? Number.NaN
      if (value < -limit) belowLimit += 1
      if (value > limit) aboveLimit += 1
    }
  return { belowLimit, aboveLimit }
}

/** Returns the quantile `p` (0 to 1) of unsorted numbers without NaN. Reorders them. */
export function selectQuantile(values: Float64Array, p: number): number {
  const position = (values.length - 1) * p
  const low = selectRank(values, Math.floor(position))
  const above = values.subarray(Math.floor(position) + 1)
  if (above.length === 0) return low
  let high = Number.POSITIVE_INFINITY
  for (let index = 0; index < above.length; index++) high = Math.min(high, above[index] ?? high)
  return low + (high - low) * (position - Math.floor(position))
}

/**
 * Returns the number of rank `rank` (from 0) and partially sorts the values in place: lower ones before it, higher ones
 * after it (Hoare 1961). There must be no NaN.
 */
export function selectRank(values: Float64Array, rank: number): number {
  let from = 0
  let to = values.length - 1
  while (from < to) {
    const pivot = values[(from + to) >> 1] ?? 0
    let left = from
    let right = to
    while (left <= right) {
      while ((values[left] ?? 0) < pivot) left++
      while ((values[right] ?? 0) > pivot) right--
      if (left > right) break
      const swapped = values[left] ?? 0
      values[left++] = values[right] ?? 0
      values[right--] = swapped
    }
    if (rank <= right) to = right
    else if (rank >= left) from = left
    else break
  }
  return values[rank] ?? Number.NaN
}
