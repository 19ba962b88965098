import type { Checked } from '../../../../shared/contract/contract.ts'
import {
  type Comparison,
  type ComparisonNote,
  type ComparisonRequest,
  namesOfGroups,
  pairedTests,
  requestable,
  severalGroupTests,
} from '../../../../shared/domain/results/comparison.ts'
import { noPathwayMessage } from '../../../../shared/domain/results/describeCohort.ts'
import { message } from '../../../../shared/words/message.ts'
import { countEach } from '../../statistics/values.ts'
import { type Column, type Matrix, rowsOf, selectColumns } from '../cohortMatrix.ts'
import { type CovariateTable, readCovariates } from '../covariates.ts'
import type { PathwayNames, Spellings } from '../joinNames.ts'
import { type CohortData, type Files, formatList, refusal } from '../readMatrix.ts'
import { compare } from './compare.ts'

export type CompareParams = Omit<Checked<'results.compare'>, 'of' | 'groups'> & {
  /** All samples to choose from. */
  sampleIds: readonly string[]
  pathwayNames: PathwayNames
  groups: GroupSelection
}

/** Compares groups of samples. Throws `rejected`, listing what exists, for unknown fields, values and pathways. */
export async function compareGroups(data: CohortData, params: CompareParams): Promise<Comparison> {
  const { groups, notes, toRows } = await selectGroups(data, params)
  const { matrix, spellings } = await data.readMatrix(params)
  const columns = requestedColumns(matrix, params.pathways, spellings)
  const pairs = (groups.length * (groups.length - 1)) / 2
  if (groups.length > 2 && columns.length * pairs > maxTests)
    throw refusal(
      'groups',
      message('analyses.everyTwoGroupsOver', { groups: groups.length, columns: columns.length }),
    )
  return compare({
    ...params,
    matrix,
    columns,
    ...toRows(matrix),
    notes: [...notes, ...withoutResult(matrix, groups)],
  })
}

/** Returns the groups with notes about them. `toRows` finds their rows, pairs and replicates in a matrix. */
export async function selectGroups(
  { journal }: Pick<Files, 'journal'>,
  params: GroupsRequest & { sampleIds: readonly string[] },
) {
  requireConsistent(params)
  if (params.sampleIds.length === 0) throw refusal('of', message('analyses.noSamplesCompareImport'))
  const table = await readCovariates(journal, params.sampleIds)
  const { pairBy, replicatesBy } = params
  if (pairBy !== undefined) requireField(table, pairBy, 'pairBy')
  if (replicatesBy !== undefined) requireField(table, replicatesBy, 'replicatesBy')
  const { groups, notes } = toGroups(table, params.groups)
  const toRows = (matrix: Pick<Matrix, 'sampleIds'>) => {
    const keyBy = (field: string | undefined) =>
      field === undefined ? null : (row: number) => table.valueOf(field, matrix.sampleIds[row] ?? '')
    return {
      groups: groups.map(({ name, sampleIds }) => ({ name, rows: rowsOf(matrix, sampleIds) })),
      pairOf: keyBy(pairBy),
      replicateOf: keyBy(replicatesBy),
    }
  }
  return { groups, notes, toRows }
}

/** Returns the columns of the named pathways, all if none is named. Throws `rejected` for an unknown one. */
export function requestedColumns(
  { columns }: Matrix,
  pathways: readonly string[],
  { keyOf }: Spellings,
): readonly Column[] {
  const known = new Set(columns.flatMap(({ names }) => names.map(keyOf)))
  const unknownNames = pathways.filter((name) => !known.has(keyOf(name)))
  if (unknownNames.length === 0) return selectColumns(columns, pathways, keyOf)
  const names = columns.map(({ pathway }) => pathway)
  throw refusal('pathways', noPathwayMessage(unknownNames, names))
}

function withoutResult(
  matrix: Matrix,
  groups: readonly { sampleIds: readonly string[] }[],
): ComparisonNote[] {
  const has = new Set(matrix.sampleIds)
  const without = groups.flatMap(({ sampleIds }) => sampleIds).filter((sampleId) => !has.has(sampleId))
  return without.length > 0 ? [{ kind: 'noResult', samples: without.length }] : []
}

/** Larger results would be unreadable and would block the window. */
const maxTests = 100_000

/** The requested groups, with the samples of searches resolved. */
export type GroupSelection =
  | { by: string; values: readonly string[] }
  | { sets: readonly { name: string; sampleIds: readonly string[] }[] }

/** The samples of each group in register order. A sample is in one group at most. */
type Groups = { groups: { name: string; sampleIds: string[] }[]; notes: ComparisonNote[] }

type GroupsRequest = Pick<ComparisonRequest, 'test' | 'pairBy' | 'replicatesBy'> & { groups: GroupSelection }

/** Throws `rejected` if the parts of a request contradict each other. */
function requireConsistent({ test, pairBy, groups }: GroupsRequest): void {
  const names = namesOfGroups(groups)
  const duplicate = names.find((name, at) => names.indexOf(name) !== at)
  if (duplicate !== undefined) throw refusal('groups', message('analyses.namedGroupTwiceGive', { duplicate }))
  if (!severalGroupTests.has(test) && names.length > 2)
    throw refusal(
      'test',
      message('analyses.groupsCannotComparedTake', {
        count: names.length,
        test,
        severalGroupTests: requestable(severalGroupTests).join(' or '),
      }),
    )
  const needsPairs = pairedTests.has(test)
  if (needsPairs && pairBy === undefined)
    throw refusal('pairBy', message('analyses.comparesPairsChooseField', { test }))
  if (!needsPairs && pairBy !== undefined)
    throw refusal(
      'pairBy',
      message('analyses.comparesNoPairsTake', { test, pairedTests: requestable(pairedTests).join(' or ') }),
    )
}

/** Returns the values of a covariate. Throws `rejected`, listing what exists, for an unknown one. */
export function requireField(
  { columns }: CovariateTable,
  name: string,
  field: string,
): readonly (string | null)[] {
  const found = columns.get(name)
  if (found) return found
  const names = [...columns.keys()]
  throw refusal(
    field,
    names.length > 0
      ? message('analyses.samplesNoField', { name, names: formatList(names) })
      : message('analyses.samplesNoFieldNone', { name }),
  )
}

/** Returns the groups of a selection from all samples. Throws `rejected` for an unknown field or value. */
export function toGroups(table: CovariateTable, selection: GroupSelection): Groups {
  if ('by' in selection) return byValues(table, selection)
  const groupsOf = countEach(selection.sets.flatMap(({ sampleIds }) => [...new Set(sampleIds)]))
  const groups = selection.sets.map(({ name, sampleIds }) => {
    const own = new Set(sampleIds)
    return { name, sampleIds: table.sampleIds.filter((id) => own.has(id) && groupsOf.get(id) === 1) }
  })
  const several = table.sampleIds.filter((sampleId) => (groupsOf.get(sampleId) ?? 0) > 1).length
  return { groups, notes: several > 0 ? [{ kind: 'inSeveralGroups', samples: several }] : [] }
}

function byValues(table: CovariateTable, { by, values }: { by: string; values: readonly string[] }): Groups {
  const column = requireField(table, by, 'groups')
  const found = [...new Set(column)].filter((value) => value !== null)
  const unknownValue = values.find((value) => !found.includes(value))
  if (unknownValue !== undefined)
    throw refusal(
      'groups',
      found.length > 0
        ? message('analyses.noSample', { unknownValue, by, found: formatList(found) })
        : message('analyses.noSampleNoneOne', { unknownValue, by }),
    )
  const groups = values.map((name) => ({
    name,
    sampleIds: table.sampleIds.filter((_, row) => column[row] === name),
  }))
  const without = column.filter((value) => value === null).length
  return { groups, notes: without > 0 ? [{ kind: 'noGroup', samples: without }] : [] }
}
