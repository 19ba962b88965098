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
