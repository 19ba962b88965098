import type { Drift } from '../../../shared/domain/cohort.ts'

/** The largest difference first, either way; lines without one last, those that lack only one value before the rest. */
export const bySize = (rows: Drift['rows']): Drift['rows'] =>
  [...rows].sort((a, b) => sizeOf(b) - sizeOf(a) || (a.pathway < b.pathway ? -1 : 1))

const sizeOf = ({ before, after, difference }: Drift['rows'][number]): number =>
  difference === null ? (before === after ? -2 : -1) : Math.abs(difference)
