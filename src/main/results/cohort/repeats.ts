import { maxRepeatsP, minRepeatsIcc, type Repeats } from '../../../shared/domain/results/cohortQuality.ts'
import { kindOfField } from '../../../shared/domain/studies/suggestions.ts'
import { type Levels, likenessOf } from '../statistics/likeness.ts'
import { createSeededRandom } from '../statistics/seededRandom.ts'
import type { Column, Matrix } from './cohortMatrix.ts'
import { type CovariateTable, toNumber } from './covariates.ts'
import type { Members, UnitOf } from './pairing.ts'

/** The groups to compare, the field of units that already count once, and whether pairs are compared. */
type Design = { members: Members; unitOf: UnitOf | null; isPaired: boolean }

/** More fields would cause more false warnings, and take longer. */
const maxFields = 20
/** A field with fewer values in every group is rather a second grouping, such as sex. */
const minValuesPerGroup = 3
/** At most 5% of cohorts get a false warning, however many fields they have. */
const maxFalseShare = 0.05

/**
 * Finds fields whose values repeat within the groups and whose samples with the same value have similar activities:
 * measurements of one unit or one batch. Samples of a unit that counts once enter as their mean, and pairs as their
 * difference. The field that explains most comes first. Fields that sort the samples like another field, or more
 * coarsely, are omitted. `checked` lists all fields that were considered.
 */
export function findRepeats(
  table: CovariateTable,
  matrix: Matrix,
  design: Design,
  ownFields: ReadonlySet<string | null>,
): { repeats: Repeats[]; checked: string[] } {
  const units = toUnits(matrix, design)
  const columns = valuesOf(matrix.columns, units, design.isPaired)
  const fields = [...table.columns.keys()]
    .filter((name) => !ownFields.has(name) && kindOfField(name) !== 'property')
    .flatMap((name) => {
      const textOf = (row: number) => table.valueOf(name, matrix.sampleIds[row] ?? '')
      const labels = units.map(({ stratum, rows, second }) => ({
        stratum,
        text: commonText([...rows, ...second], textOf),
      }))
      const levels = toLevels(labels)
      return levels ? [{ name, labels, levels }] : []
    })
    .slice(0, maxFields)
  const level = Math.min(maxRepeatsP - 1e-9, maxFalseShare / Math.max(1, fields.length))
  const found = fields.flatMap(({ name, labels, levels }) => {
    const likeness = likenessOf(withoutTrend(columns, labels, levels), levels, {
      least: minRepeatsIcc,
      level,
      random: createSeededRandom(1),
    })
    if (!likeness || likeness.p === null || likeness.p > level) return []
    const { levelOf, strata } = levels
    const rows = strata.flatMap((stratum) => [...stratum])
    const values = new Set(rows.map((row) => levelOf[row])).size
    const repeats: Repeats = {
      field: name,
      kind: kindOfField(name) === 'batch' ? 'batch' : 'unit',
      values,
      samples: rows.length,
      pathways: columns.length,
      icc: likeness.icc,
      p: likeness.p,
    }
    return [{ repeats, labels }]
  })
  const sorted = found.toSorted((a, b) => b.repeats.icc - a.repeats.icc)
  return {
    repeats: sorted
      .filter(
        ({ repeats, labels }, at) =>
          !sorted
            .slice(0, at)
            .some((one) => one.repeats.kind === repeats.kind && isWithin(one.labels, labels)),
      )
      .map(({ repeats }) => repeats),
    checked: fields.map(({ name }) => name),
  }
}

/** The rows of a unit, which counts once. If pairs are compared, `second` has the rows of the other group. */
type Unit = { stratum: number; rows: number[]; second: number[] }
type Label = { stratum: number; text: string | null }

function toUnits(matrix: Matrix, { members, unitOf, isPaired }: Design): Unit[] {
  const rowOf = new Map(matrix.sampleIds.map((id, row) => [id, row]))
  const units = new Map<string, Unit>()
  for (const [group, { sampleIds }] of members.entries())
    for (const id of sampleIds) {
      const row = rowOf.get(id)
      if (row === undefined) continue
      const stratum = isPaired ? 0 : group
      const key = JSON.stringify([stratum, unitOf?.(id) ?? { id }])
      const unit = units.get(key) ?? { stratum, rows: [], second: [] }
      ;(isPaired && group > 0 ? unit.second : unit.rows).push(row)
      units.set(key, unit)
    }
  return [...units.values()].filter(({ rows, second }) => !isPaired || (rows.length > 0 && second.length > 0))
}

const valuesOf = (columns: readonly Column[], units: readonly Unit[], isPaired: boolean): Float64Array[] =>
  columns.map(({ values }) =>
    Float64Array.from(units, ({ rows, second }) =>
      isPaired ? meanAt(values, rows) - meanAt(values, second) : meanAt(values, rows),
    ),
  )

function meanAt(values: Float64Array, rows: readonly number[]): number {
  let [sum, n] = [0, 0]
  for (const row of rows) {
    const value = values[row] ?? Number.NaN
    if (Number.isNaN(value)) continue
    sum += value
    n += 1
  }
  return sum / n
}

/** Returns the text of all these rows; null if they differ. */
function commonText(rows: readonly number[], textOf: (row: number) => string | null): string | null {
  const [first, ...others] = rows
  if (first === undefined) return null
  const text = textOf(first)
  return others.every((row) => textOf(row) === text) ? text : null
}

/** Returns the levels of the groups that have at least three values, one of them twice; null if no group does. */
function toLevels(labels: readonly Label[]): Levels | null {
  const levelOf = new Int32Array(labels.length).fill(-1)
  const byStratum = Map.groupBy(labels.keys(), (at) => labels[at]?.stratum ?? 0)
  let next = 0
  const strata = [...byStratum.values()].flatMap((all) => {
    const rows = all.filter((at) => labels[at]?.text !== null)
    const byText = Map.groupBy(rows, (at) => labels[at]?.text)
    if (byText.size < minValuesPerGroup || byText.size === rows.length) return []
    for (const [level, same] of [...byText.values()].entries())
      for (const at of same) levelOf[at] = next + level
    next += byText.size
    return [Uint32Array.from(rows)]
  })
  return strata.length === 0 ? null : { levelOf, strata }
}

/** Removes the linear trend on a numeric field within its groups: samples of similar age are similar. */
function withoutTrend(
  columns: readonly Float64Array[],
  labels: readonly Label[],
  { strata }: Levels,
): readonly Float64Array[] {
  const numbers = labels.map(({ text }) => toNumber(text))
  if (labels.some(({ text }, at) => text !== null && numbers[at] === null)) return columns
  return columns.map((values) => {
    const rows = strata.map((stratum) =>
      [...stratum].filter((row) => !Number.isNaN(values[row] ?? Number.NaN)),
    )
    const centered = rows.map((own) => {
      const meanX = own.reduce((sum, row) => sum + (numbers[row] ?? 0), 0) / own.length
      const meanY = own.reduce((sum, row) => sum + (values[row] ?? 0), 0) / own.length
      return own.map((row) => ({ row, x: (numbers[row] ?? 0) - meanX, y: (values[row] ?? 0) - meanY }))
    })
    const sumOver = (of: (point: { x: number; y: number }) => number) =>
      centered.reduce((sum, own) => own.reduce((part, point) => part + of(point), sum), 0)
    const squares = sumOver(({ x }) => x * x)
    const slope = squares > 0 ? sumOver(({ x, y }) => x * y) / squares : 0
    const rest = Float64Array.from(values)
    for (const { row, x } of centered.flat()) rest[row] = (values[row] ?? Number.NaN) - slope * x
    return rest
  })
}

/** True if samples with equal `finer` labels have equal `coarser` ones: mice within cages, or the same names spelled differently. */
function isWithin(finer: readonly Label[], coarser: readonly Label[]): boolean {
  const of = new Map<string, string | null>()
  return finer.every(({ stratum, text }, at) => {
    if (text === null) return true
    const key = JSON.stringify([stratum, text])
    const other = coarser[at]?.text ?? null
    const known = of.get(key)
    of.set(key, other)
    return known === undefined || known === other
  })
}
