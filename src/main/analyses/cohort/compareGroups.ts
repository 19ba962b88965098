import type { Checked } from '../../../shared/contract/contract.ts'
import type { Comparison, ComparisonNote } from '../../../shared/domain/comparison.ts'
import { compare } from './compare.ts'
import { type CovariateTable, readCovariates } from './covariates.ts'
import { covariate, type GroupsAsked, refuseContradiction, toGroups } from './groups.ts'
import type { NamesOfPathways, Spellings } from './joinNames.ts'
import type { Matrices } from './matrices.ts'
import { type Column, chosenColumns, type Matrix, rowsOf } from './matrix.ts'
import type { Files } from './readMatrix.ts'
import { listed, refusal } from './refuse.ts'

export type CompareAsked = Omit<Checked<'results.compare'>, 'of' | 'groups'> & {
  /** All samples that may be taken. */
  sampleIds: readonly string[]
  pathwayNames: NamesOfPathways
  groups: GroupsAsked
}

/** Throws `rejected`, naming what there is, for fields, values and pathways that there are not. */
export async function compareGroups(
  files: Files,
  matrices: Pick<Matrices, 'read'>,
  asked: CompareAsked,
): Promise<Comparison> {
  refuseContradiction(asked)
  if (asked.sampleIds.length === 0)
    throw refusal('of', 'There are no samples to compare. Import a sample sheet, or choose other samples.')
  const table = await readCovariates(files.journal, asked.sampleIds)
  const keyBy = (name: string | undefined, field: string) =>
    name === undefined ? null : keysOf(table, covariate(table, name, field))
  const [pairs, replicates] = [keyBy(asked.pairBy, 'pairBy'), keyBy(asked.replicatesBy, 'replicatesBy')]
  const { groups, notes } = toGroups(table, asked.groups)
  const { matrix, spellings } = await matrices.read(files, asked)
  const columns = meantColumns(matrix, asked.pathways, spellings)
  refuseTooMany(columns.length, groups.length)
  const rowKey = (keys: Map<string, string | null> | null) =>
    keys && ((row: number) => keys.get(matrix.sampleIds[row] ?? '') ?? null)
  return compare({
    ...asked,
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

function meantColumns(
  { columns }: Matrix,
  asked: readonly string[],
  { keyOf }: Spellings,
): readonly Column[] {
  const known = new Set(columns.flatMap(({ names }) => names.map(keyOf)))
  const strangers = asked.filter((name) => !known.has(keyOf(name)))
  if (strangers.length === 0) return chosenColumns(columns, asked, keyOf)
  const names = columns.map(({ pathway }) => pathway)
  throw refusal(
    'pathways',
    `The results have no pathway ${listed(strangers.map((name) => `“${name}”`))}. ${names.length > 0 ? `There are: ${listed(names)}.` : 'There are none yet.'}`,
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
const mostTests = 100_000

function refuseTooMany(columns: number, groups: number): void {
  if (groups < 3 || (columns * groups * (groups - 1)) / 2 <= mostTests) return
  throw refusal(
    'groups',
    `Every two of ${groups} groups over ${columns} pathways are more comparisons than can be shown. Choose fewer groups or pathways.`,
  )
}
