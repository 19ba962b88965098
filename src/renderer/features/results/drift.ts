import type { Drift } from '../../../shared/domain/cohort.ts'

type Change = Pick<Drift['rows'][number], 'before' | 'after' | 'difference'>

/** A line of what changed; `measure` is null for a value of the sample as a whole. */
export type DriftLine = Change & { name: string; measure: Drift['rows'][number]['measure'] | null }

/** Values of the sample as a whole first, then pathways, the largest difference first. */
export const toLines = ({ rows, values }: Pick<Drift, 'rows' | 'values'>): DriftLine[] => [
  ...bySize(values.map((value) => ({ ...value, measure: null }))),
  ...bySize(rows.map(({ pathway, ...row }) => ({ ...row, name: pathway }))),
]

/** Either way; lines without a difference last, those that lack only one value before the rest. */
const bySize = (lines: DriftLine[]): DriftLine[] =>
  lines.sort((a, b) => sizeOf(b) - sizeOf(a) || (a.name < b.name ? -1 : 1))

const sizeOf = ({ before, after, difference }: Change): number =>
  difference === null ? (before === after ? -2 : -1) : Math.abs(difference)
