import { formatNamedP } from '../../shared/format/numbers.ts'
import type { TestedRow } from '../data.ts'

/** Formats p and q as “p = 0.001 · q = 0.02”; empty if the row was not tested. */
export const formatPAndQ = ({ p, q }: TestedRow): string =>
  [p === null ? [] : formatNamedP('p', p), q === null ? [] : formatNamedP('q', q)].flat().join(' · ')

/** Returns the quantile `p` (0 to 1) of sorted numbers, interpolated linearly. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const position = (sorted.length - 1) * p
  const low = sorted[Math.floor(position)] ?? Number.NaN
  const high = sorted[Math.ceil(position)] ?? low
  return low + (high - low) * (position - Math.floor(position))
}

/** The computation of an axis would overflow beyond this. */
const maxDrawable = 1e300

export const isDrawable = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Math.abs(value) <= maxDrawable
