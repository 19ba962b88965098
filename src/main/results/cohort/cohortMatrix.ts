import type { Measure } from '../../../shared/domain/results/analysis.ts'
import type { CohortProvenance, JoinedNames } from '../../../shared/domain/results/cohort.ts'
import type { ComparedMeasure } from '../../../shared/domain/results/comparison.ts'
import { createProvenance } from '../../../shared/domain/results/provenance.ts'

/** One pathway over all samples of a matrix: `values[row]`, NaN where nothing was returned. */
export type Column = { pathway: string; names: readonly string[]; values: Float64Array }

/** Where one answer came from. */
export type Origin = { fetchedAt: string; service: string; synthetic: boolean }

/** The current answers of samples, in the order of the register; samples without one are left out. */
export type Matrix<M extends ComparedMeasure = Measure> = {
  measure: M
  sampleIds: readonly string[]
  /** Of each sample, the newest first: values of an answer for some pathways stand beside those of one before it. */
  origins: readonly (readonly Origin[])[]
  /** By name, blind to case. */
  columns: readonly Column[]
  joined: readonly JoinedNames[]
}

export function provenanceOf(origins: readonly Origin[]): CohortProvenance {
  const provenance = createProvenance()
  for (const origin of origins) provenance.add(origin)
  return provenance.get()
}

/** The columns that are meant by these names, in whatever spelling; all of them by none. */
export function selectColumns(
  columns: readonly Column[],
  pathways: readonly string[],
  keyOf: (name: string) => string,
): readonly Column[] {
  if (pathways.length === 0) return columns
  const keys = new Set(pathways.map(keyOf))
  return columns.filter(({ names }) => names.some((name) => keys.has(keyOf(name))))
}

/** Rows of the matrix that are of these samples. */
export function rowsOf({ sampleIds }: Pick<Matrix, 'sampleIds'>, chosen: Iterable<string>): Uint32Array {
  const selected = new Set(chosen)
  return Uint32Array.from(sampleIds.keys()).filter((row) => selected.has(sampleIds[row] ?? ''))
}

export function pick(values: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length)
  for (const [at, row] of rows.entries()) picked[at] = values[row] ?? Number.NaN
  return picked
}
