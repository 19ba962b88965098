import { applyNumberFormat } from '../../shared/format/numbers.ts'

/** The value below which a share `p` (0 to 1) of the sorted numbers lies; linear between neighbours. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const position = (sorted.length - 1) * p
  const low = sorted[Math.floor(position)] ?? Number.NaN
  const high = sorted[Math.ceil(position)] ?? low
  return low + (high - low) * (position - Math.floor(position))
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
