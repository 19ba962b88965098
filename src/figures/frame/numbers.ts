import { applyNumberFormat } from '../../shared/format/numbers.ts'

/** The value below which a share `p` (0 to 1) of the sorted numbers lies; linear between neighbours. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const position = (sorted.length - 1) * p
  const low = sorted[Math.floor(position)] ?? Number.NaN
  const high = sorted[Math.ceil(position)] ?? low
  return low + (high - low) * (position - Math.floor(position))
}

/** The same of unsorted numbers, none of them NaN, without sorting them all; changes their order. */
export function selectQuantile(values: Float64Array, p: number): number {
  const position = (values.length - 1) * p
  const low = select(values, Math.floor(position))
  const above = values.subarray(Math.floor(position) + 1)
  if (above.length === 0) return low
  const high = above.reduce((min, value) => Math.min(min, value))
  return low + (high - low) * (position - Math.floor(position))
}

/** Brings the number of rank `rank` (from 0) to its place, lower ones before and higher ones behind it (Hoare 1961). */
function select(values: Float64Array, rank: number): number {
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

/** A number beside an axis: as short as it can be said, with powers of ten where it has many digits. */
export function formatTickNumber(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  const rounded = Number(value.toPrecision(6))
  const text = size >= 1e6 || size < 1e-4 ? rounded.toExponential().replace('e+', 'e') : String(rounded)
  return applyNumberFormat(text.replaceAll('-', '−'))
}

/** Numbers beyond this leave an axis no room to be reckoned in. */
const maxDrawable = 1e300

export const isDrawable = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Math.abs(value) <= maxDrawable
