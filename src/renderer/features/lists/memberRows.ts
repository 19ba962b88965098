import type { DrugSetMember, DrugSummary } from '../../../shared/domain/drug.ts'
import type { Copied } from '../../../shared/format/copyTable.ts'
import { nameOf } from './members.ts'

/** Drugs of a list for the clipboard; of one that is not kept here only its id and name, never an empty answer. */
export const toMemberRows = (members: readonly DrugSetMember[]): Copied => ({
  table: {
    columns: ['drug_id', 'name', 'category', 'synonyms', 'pathways', 'added_at', 'fetched_at'],
    rows: members.map((member) => [
      member.drugId,
      nameOf(member),
      member.drug?.category ?? null,
      member.drug?.synonyms.join('; ') || null,
      pathwaysOf(member.drug?.pathways ?? null),
      member.addedAt,
      member.drug?.fetchedAt ?? null,
    ]),
  },
  json: members.map(({ drugId, name, addedAt, drug }) => ({
    drugId,
    name,
    addedAt,
    kept: drug,
  })),
})

const pathwaysOf = (pathways: DrugSummary['pathways']): string | null =>
  pathways && pathways.map(({ pathway, direction }) => `${pathway} (${direction})`).join('; ')
