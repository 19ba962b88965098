import type { ComparisonNote, ComparisonRequest } from '../../../shared/domain/comparison.ts'
import { pairedTests, severalGroupTests } from '../../../shared/domain/comparison.ts'
import type { CovariateTable } from './covariates.ts'
import { formatList, refusal } from './refusal.ts'

/** The groups as they are asked for, with samples by hand in place of searches. */
export type GroupSelection =
  | { by: string; values: readonly string[] }
  | { sets: readonly { name: string; sampleIds: readonly string[] }[] }

/** Samples of each group, none in two of them, in the order of the register. */
export type Groups = {
  groups: { name: string; sampleIds: string[] }[]
  notes: ComparisonNote[]
}

type GroupsRequest = Pick<ComparisonRequest, 'test' | 'pairBy' | 'replicatesBy'> & { groups: GroupSelection }

/** Throws `rejected` where the parts of a request do not go together. */
export function requireConsistent({ test, pairBy, groups }: GroupsRequest): void {
  const names = 'by' in groups ? groups.values : groups.sets.map(({ name }) => name)
  const duplicate = names.find((name, at) => names.indexOf(name) !== at)
  if (duplicate !== undefined)
    throw refusal('groups', `“${duplicate}” is named as a group twice. Give each group another one.`)
  if (!severalGroupTests.has(test) && names.length > 2)
    throw refusal(
      'test',
      `${names.length} groups cannot be compared by ${test}. Take ${[...severalGroupTests].join(' or ')}, or two groups.`,
    )
  const needsPairs = pairedTests.has(test)
  if (needsPairs && pairBy === undefined)
    throw refusal('pairBy', `${test} compares pairs. Say which field tells what belongs together.`)
  if (!needsPairs && pairBy !== undefined)
    throw refusal('pairBy', `${test} compares no pairs. Take ${[...pairedTests].join(' or ')}.`)
}

/** The values of a covariate. Throws `rejected`, naming what there is. */
export function covariate(
  { columns }: CovariateTable,
  name: string,
  field: string,
): readonly (string | null)[] {
  const found = columns.get(name)
  if (found) return found
  const names = [...columns.keys()]
  throw refusal(
    field,
    `The samples have no field “${name}”. ${names.length > 0 ? `There are: ${formatList(names)}.` : 'They have none.'}`,
  )
}

/** `table` is of all samples that may be taken. Throws `rejected` for a field or a value that there is not. */
export function toGroups(table: CovariateTable, selection: GroupSelection): Groups {
  if ('by' in selection) return byValues(table, selection)
  const groupsOf = new Map<string, number>()
  for (const { sampleIds } of selection.sets)
    for (const sampleId of new Set(sampleIds)) groupsOf.set(sampleId, (groupsOf.get(sampleId) ?? 0) + 1)
  const groups = selection.sets.map(({ name, sampleIds }) => {
    const own = new Set(sampleIds)
    return { name, sampleIds: table.sampleIds.filter((id) => own.has(id) && groupsOf.get(id) === 1) }
  })
  const several = table.sampleIds.filter((sampleId) => (groupsOf.get(sampleId) ?? 0) > 1).length
  return { groups, notes: several > 0 ? [{ kind: 'inSeveralGroups', samples: several }] : [] }
}

function byValues(table: CovariateTable, { by, values }: { by: string; values: readonly string[] }): Groups {
  const column = covariate(table, by, 'groups')
  const found = [...new Set(column)].filter((value) => value !== null)
  const unknownValue = values.find((value) => !found.includes(value))
  if (unknownValue !== undefined)
    throw refusal(
      'groups',
      `No sample has “${unknownValue}” as its ${by}. ${found.length > 0 ? `There are: ${formatList(found)}.` : 'None has one.'}`,
    )
  const groups = values.map((name) => ({
    name,
    sampleIds: table.sampleIds.filter((_, row) => column[row] === name),
  }))
  const without = column.filter((value) => value === null).length
  return { groups, notes: without > 0 ? [{ kind: 'noGroup', samples: without }] : [] }
}
