import type { Direction, DrugListMember, DrugSummary } from '../../../shared/domain/drugs/drug.ts'
import { toCopied } from '../../../shared/tables/column.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
import { namedDrug } from '../../../shared/tables/drugs.ts'
import type { Sort } from '../../ui/table/columns/columnLayout.ts'
import { sortRows } from '../../ui/table/sortRows.ts'

/** Columns by the names that stored table layouts use. */
type MemberField = 'name' | 'category' | 'kept' | 'added'
export const firstSort: Sort = [{ column: 'name', order: 'asc' }]

/** Returns the cached name of a drug, else the name it had when it was added. */
export const nameOf = ({ name, drug, drugId }: DrugListMember): string => drug?.name || name || drugId

const keyOf: Record<MemberField, (member: DrugListMember) => string | null> = {
  name: nameOf,
  category: ({ drug }) => drug?.category ?? null,
  kept: ({ drug }) => drug?.fetchedAt ?? null,
  added: ({ addedAt }) => addedAt,
}

/** Returns the drugs that contain `text`, sorted with missing values last in both directions. */
export function arrange(members: readonly DrugListMember[], text: string, sort: Sort): DrugListMember[] {
  const sought = text.trim().toLocaleLowerCase()
  const found = sought === '' ? members : members.filter((member) => holds(member, sought))
  return sortRows(
    found,
    [...sort, ...firstSort],
    (member, column) => keyOf[column as MemberField]?.(member) || null,
  )
}

const holds = (member: DrugListMember, sought: string): boolean =>
  [nameOf(member), member.drugId, member.drug?.category ?? '', ...(member.drug?.synonyms ?? [])].some(
    (text) => text.toLocaleLowerCase().includes(sought),
  )

/** Returns the first pathways that fit into a table cell, and the number of the others. */
export function shortPathways({ drug }: DrugListMember, most = 3) {
  const all: { pathway: string; direction: Direction }[] = drug?.pathways ?? []
  return { first: all.slice(0, most), more: Math.max(0, all.length - most) }
}

/** Returns the drugs of a list for the clipboard. A drug that is not cached has only its id and name. */
export const toMemberRows = (members: readonly DrugListMember[]): Copied =>
  toCopied<DrugListMember>(
    [
      namedDrug.id,
      namedDrug.name,
      namedDrug.category,
      namedDrug.synonyms,
      { name: 'pathways', of: ({ drug }) => pathwaysOf(drug?.pathways ?? null) },
      { name: 'added_at', of: ({ addedAt }) => addedAt },
      namedDrug.fetchedAt,
    ],
    members.map((member) => ({ ...member, name: nameOf(member) })),
    members.map(({ drugId, name, addedAt, drug }) => ({ drugId, name, addedAt, cached: drug })),
  )

const pathwaysOf = (pathways: DrugSummary['pathways']): string | null =>
  pathways && pathways.map(({ pathway, direction }) => `${pathway} (${direction})`).join('; ')
