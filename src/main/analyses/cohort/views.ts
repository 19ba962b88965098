import type { ValueView, ViewReference } from '../../../shared/domain/cohort.ts'
import { toSpread } from '../../../shared/domain/spread.ts'
import { ranksOf } from '../statistics/ranks.ts'
import { present } from '../statistics/values.ts'
import { type Column, pick } from './matrix.ts'

type Viewed = { columns: Column[]; reference: ViewReference[] }

/**
 * The columns for these rows in one view. `controls`: the rows that `zControls` refers to. A view that says nothing of
 * a pathway is NaN throughout; `reference` says why.
 */
export function toView(
  columns: readonly Column[],
  { kind }: Pick<ValueView, 'kind'>,
  rows: Uint32Array,
  controls: Uint32Array,
): Viewed {
  const chosen = columns.map((column) => ({ ...column, values: ofRows(column.values, rows) }))
  if (kind === 'raw') return { columns: chosen, reference: [] }
  if (kind === 'rank') {
    const ranked = chosen.map((column) => ({ ...column, values: toRanks(column.values) }))
    return { columns: ranked, reference: [] }
  }
  const scored = columns.map((column, at) => {
    const values = chosen[at]?.values ?? new Float64Array()
    return toZ({ ...column, values }, kind === 'z' ? values : pick(column.values, controls))
  })
  return { columns: scored.map(({ column }) => column), reference: scored.map(({ reference }) => reference) }
}

/** Rows ascend, so that as many as there are values are all of them. */
const ofRows = (values: Float64Array, rows: Uint32Array): Float64Array =>
  rows.length === values.length ? values : pick(values, rows)

function toZ(column: Column, referred: Float64Array): { column: Column; reference: ViewReference } {
  const { n, mean, sd, whyNone, zOf } = toSpread([...present(referred)])
  const why = whyNone === 'noResults' ? 'fewerThanThree' : whyNone
  const values = column.values.map((value) => (why || Number.isNaN(value) ? Number.NaN : zOf(value)))
  return { column: { ...column, values }, reference: { pathway: column.pathway, n, mean, sd, why } }
}

/** Places among the values that are there. */
function toRanks(values: Float64Array): Float64Array {
  const { ranks } = ranksOf(present(values))
  let next = 0
  return values.map((value) => (Number.isNaN(value) ? Number.NaN : (ranks[next++] ?? Number.NaN)))
}
