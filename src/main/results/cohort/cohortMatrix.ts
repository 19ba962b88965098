import type { Measure } from '../../../shared/domain/results/analysis.ts'
import type { CohortProvenance, JoinedNames } from '../../../shared/domain/results/cohort.ts'
import type { ComparedMeasure } from '../../../shared/domain/results/comparison.ts'
import { createProvenance } from '../../../shared/domain/results/provenance.ts'

/** The values of one pathway for all samples of a matrix: `values[row]`, NaN if missing. */
export type Column = { pathway: string; names: readonly string[]; values: Float64Array }

export type Origin = { fetchedAt: string; service: string; synthetic: boolean }

/** The current results of samples, in register order. Samples without one are absent. */
export type Matrix<M extends ComparedMeasure = Measure> = {
  measure: M
  sampleIds: readonly string[]
  /** The origins of each sample's values, newest first: a result for some pathways is combined with earlier ones. */
  origins: readonly (readonly Origin[])[]
  /** Sorted by name, ignoring case. */
  columns: readonly Column[]
  joined: readonly JoinedNames[]
}

export function provenanceOf(origins: readonly Origin[]): CohortProvenance {
  const provenance = createProvenance()
  for (const origin of origins) provenance.add(origin)
  return provenance.get()
}

type OriginNote = { kind: 'severalServices'; services: string[] } | ({ kind: 'joinedNames' } & JoinedNames)

/** Returns the notes on these columns and rows: that services may not measure alike, and merged spellings. */
export function originNotes(
  { origins, joined }: Matrix<ComparedMeasure>,
  columns: readonly Column[],
  rows: Iterable<number>,
): OriginNote[] {
  const services = new Set([...rows].flatMap((row) => (origins[row] ?? []).map(({ service }) => service)))
  const used = new Set(columns.map(({ pathway }) => pathway))
  return [
    ...(services.size > 1 ? [{ kind: 'severalServices' as const, services: [...services].sort() }] : []),
    ...joined
      .filter(({ pathway }) => used.has(pathway))
      .map((one) => ({ kind: 'joinedNames' as const, ...one })),
  ]
}

/** Returns the columns with these names, in any spelling; all columns if there are no names. */
export function selectColumns(
  columns: readonly Column[],
  pathways: readonly string[],
  keyOf: (name: string) => string,
): readonly Column[] {
  if (pathways.length === 0) return columns
  const keys = new Set(pathways.map(keyOf))
  return columns.filter(({ names }) => names.some((name) => keys.has(keyOf(name))))
}

export function rowsOf({ sampleIds }: Pick<Matrix, 'sampleIds'>, chosen: Iterable<string>): Uint32Array {
  const selected = new Set(chosen)
  return Uint32Array.from(sampleIds.keys()).filter((row) => selected.has(sampleIds[row] ?? ''))
}

export function pick(values: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length)
  for (const [at, row] of rows.entries()) picked[at] = values[row] ?? Number.NaN
  return picked
}
