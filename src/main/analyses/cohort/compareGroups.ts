import type { Checked } from '../../../shared/contract/contract.ts'
import type { Comparison, ComparisonNote } from '../../../shared/domain/comparison.ts'
import { compare } from './compare.ts'
import { type CovariateTable, readCovariates } from './covariates.ts'
import { covariate, type GroupSelection, requireConsistent, toGroups } from './groups.ts'
import type { PathwayNames, Spellings } from './joinNames.ts'
import { type Column, type Matrix, rowsOf, selectColumns } from './matrix.ts'
import type { MatrixCache } from './matrixCache.ts'
import type { Files } from './readMatrix.ts'
import { formatList, refusal } from './refusal.ts'

export type CompareParams = Omit<Checked<'results.compare'>, 'of' | 'groups'> & {
  /** All samples that may be taken. */
  sampleIds: readonly string[]
  pathwayNames: PathwayNames
  groups: GroupSelection
}

/** Throws `rejected`, naming what there is, for fields, values and pathways that there are not. */
export async function compareGroups(
  files: Files,
  matrices: Pick<MatrixCache, 'read'>,
  params: CompareParams,
): Promise<Comparison> {
  requireConsistent(params)
  if (params.sampleIds.length === 0)
    throw refusal('of', 'There are no samples to compare. Import a sample sheet, or choose other samples.')
  const table = await readCovariates(files.journal, params.sampleIds)
  const keyBy = (name: string | undefined, field: string) =>
    name === undefined ? null : keysOf(table, covariate(table, name, field))
  const [pairs, replicates] = [keyBy(params.pairBy, 'pairBy'), keyBy(params.replicatesBy, 'replicatesBy')]
  const { groups, notes } = toGroups(table, params.groups)
  const { matrix, spellings } = await matrices.read(files, params)
  const columns = requestedColumns(matrix, params.pathways, spellings)
  refuseTooMany(columns.length, groups.length)
  const rowKey = (keys: Map<string, string | null> | null) =>
    keys && ((row: number) => keys.get(matrix.sampleIds[row] ?? '') ?? null)
  return compare({
    ...params,
    matrix,
    columns,
    groups: groups.map(({ name, sampleIds }) => ({ name, rows: rowsOf(matrix, sampleIds) })),
    pairOf: rowKey(pairs),
    replicateOf: rowKey(replicates),
    notes: [...notes, ...withoutResult(matrix, groups)],
  })
}

const keysOf = ({ sampleIds }: CovariateTable, values: readonly (string | null)[]) =>
  new Map(sampleIds.map((sampleId, row) => [sampleId, values[row] ?? null]))

function requestedColumns(
  { columns }: Matrix,
  pathways: readonly string[],
  { keyOf }: Spellings,
): readonly Column[] {
  const known = new Set(columns.flatMap(({ names }) => names.map(keyOf)))
  const unknownNames = pathways.filter((name) => !known.has(keyOf(name)))
  if (unknownNames.length === 0) return selectColumns(columns, pathways, keyOf)
  const names = columns.map(({ pathway }) => pathway)
  throw refusal(
    'pathways',
    `The results have no pathway ${formatList(unknownNames.map((name) => `“${name}”`))}. ${names.length > 0 ? `There are: ${formatList(names)}.` : 'There are none yet.'}`,
  )
}

function withoutResult(
  matrix: Matrix,
  groups: readonly { sampleIds: readonly string[] }[],
): ComparisonNote[] {
  const has = new Set(matrix.sampleIds)
  const without = groups.flatMap(({ sampleIds }) => sampleIds).filter((sampleId) => !has.has(sampleId))
  return without.length > 0 ? [{ kind: 'noResult', samples: without.length }] : []
}

/** Every two of many groups over many pathways would be an answer that nobody can read, and that holds up a window. */
const maxTests = 100_000

function refuseTooMany(columns: number, groups: number): void {
  if (groups < 3 || (columns * groups * (groups - 1)) / 2 <= maxTests) return
  throw refusal(
    'groups',
    `Every two of ${groups} groups over ${columns} pathways are more comparisons than can be shown. Choose fewer groups or pathways.`,
  )
}
