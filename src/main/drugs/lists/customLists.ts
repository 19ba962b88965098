import { sql } from 'kysely'
import { rejected } from '../../../shared/contract/failures.ts'
import type { DrugList } from '../../../shared/domain/drugs/drug.ts'
import { message } from '../../../shared/messages/message.ts'
import { boundList } from '../../store/boundList.ts'
import type { DrugListRow } from '../../store/journal.ts'
import {
  type AddedDrug,
  type ListKind,
  listNotFound,
  type Member,
  type NamedDrug,
  type Query,
} from './listKind.ts'
import { tagKey, toJson } from './marks.ts'

/** Lists that the user created. A removed list stays in the journal, hidden. */
export const customLists: ListKind = {
  list: (query) => readCustomLists(query),
  async show(query, listId) {
    const [drugList] = await readCustomLists(query, listId)
    if (!drugList) throw listNotFound()
    return drugList
  },
  async members(query, listId) {
    await customLists.show(query, listId)
    return readMembers(query, listId)
  },
  async change(query, listId, { name, note, add, remove }, at) {
    const drugList = await customLists.show(query, listId)
    if (name !== undefined) await requireFreeName(query, name, listId)
    const added = new Set(add.map(({ drugId }) => drugId))
    await query
      .deleteFrom('drug_set_members')
      .where('set_id', '=', listId)
      .where('drug_id', 'in', boundList(remove.filter((drugId) => !added.has(drugId))))
      .execute()
    await addMembers(query, listId, add, at)
    await query
      .updateTable('drug_sets')
      .set({
        name: name?.toWellFormed() ?? drugList.name,
        note: note?.toWellFormed() ?? drugList.note,
        updated_at: at,
      })
      .where('set_id', '=', listId)
      .execute()
    return listId
  },
  async remove(query, listId, at) {
    const row = await rowOf(query, listId)
    if (row.removed_at !== null) return
    await query.updateTable('drug_sets').set({ removed_at: at }).where('set_id', '=', listId).execute()
  },
  async restore(query, listId, at) {
    const row = await rowOf(query, listId)
    if (row.removed_at === null) return listId
    const taken = await takenNames(query, '')
    const name = await freeName(row.name, (one) => taken.has(tagKey(one)))
    await query
      .updateTable('drug_sets')
      .set({ removed_at: null, name, updated_at: at })
      .where('set_id', '=', listId)
      .execute()
    return listId
  },
}

/** Creates a list. Throws `rejected` if its name is taken. */
export async function createCustomList(
  query: Query,
  { listId, name, drugs }: { listId: string; name: string; drugs: readonly NamedDrug[] },
  at: string,
): Promise<void> {
  await requireFreeName(query, name, listId)
  const row = { set_id: listId, name: name.toWellFormed(), note: '', created_at: at, updated_at: at }
  await query
    .insertInto('drug_sets')
    .values({ ...row, removed_at: null })
    .execute()
  await addMembers(query, listId, drugs, at)
}

/** Adds drugs. Those already in the list keep their time and name. */
export async function addMembers(
  query: Query,
  listId: string,
  drugs: readonly AddedDrug[],
  at: string,
): Promise<void> {
  await sql`
    INSERT OR IGNORE INTO drug_set_members (set_id, drug_id, name, added_at)
    SELECT ${listId}, value ->> 'drugId', coalesce(nullif(value ->> 'name', ''), value ->> 'drugId'),
      coalesce(value ->> 'addedAt', ${at})
    FROM json_each(${toJson(drugs)})
  `.execute(query)
}

export async function readMembers(query: Query, listId: string): Promise<Member[]> {
  const rows = await query
    .selectFrom('drug_set_members')
    .select(['drug_id', 'name', 'added_at'])
    .where('set_id', '=', listId)
    .orderBy(sql`name COLLATE NOCASE`)
    .orderBy('drug_id')
    .execute()
  return rows.map((row) => ({ drugId: row.drug_id, name: row.name, addedAt: row.added_at }))
}

/** Returns, for each drug, the names of the visible lists that contain it. */
export async function customListsContaining(
  query: Query,
  drugIds: readonly string[],
): Promise<Map<string, string[]>> {
  // One list at a time, using the members' key, however many members there are.
  const { rows } = await sql<{ drug_id: string; name: string }>`
    SELECT member.drug_id, drug_sets.name FROM drug_sets CROSS JOIN json_each(${JSON.stringify(drugIds)}) AS ids
    CROSS JOIN drug_set_members AS member ON member.set_id = drug_sets.set_id AND member.drug_id = ids.value
    WHERE removed_at IS NULL ORDER BY drug_sets.name COLLATE NOCASE
  `.execute(query)
  return new Map(
    [...Map.groupBy(rows, (row) => row.drug_id)].map(([id, found]) => [id, found.map(({ name }) => name)]),
  )
}

async function readCustomLists(query: Query, listId?: string): Promise<DrugList[]> {
  const all = query
    .selectFrom('drug_sets')
    .select(['set_id', 'name', 'note', 'created_at', 'updated_at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('drug_set_members')
        .whereRef('drug_set_members.set_id', '=', 'drug_sets.set_id')
        .select(fn.countAll<number>().as('count'))
        .as('count'),
    )
    .where('removed_at', 'is', null)
  const rows = await (listId === undefined ? all : all.where('set_id', '=', listId)).execute()
  return rows.map((row) => ({
    listId: row.set_id,
    name: row.name,
    note: row.note,
    kind: 'list',
    count: row.count ?? 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

async function rowOf(query: Query, listId: string): Promise<DrugListRow> {
  const row = await query.selectFrom('drug_sets').selectAll().where('set_id', '=', listId).executeTakeFirst()
  if (!row) throw listNotFound()
  return row
}

/** Returns the names of visible lists, folded for a comparison that ignores case and accents. */
async function takenNames(query: Query, butFor: string): Promise<Set<string>> {
  const rows = await readCustomLists(query)
  return new Set(rows.filter(({ listId }) => listId !== butFor).map(({ name }) => tagKey(name)))
}

async function requireFreeName(query: Query, name: string, butFor: string): Promise<void> {
  if ((await takenNames(query, butFor)).has(tagKey(name)))
    throw rejected(message`A list named “${name}” already exists. Choose another name.`, 'name')
}

/** Returns a free name: appends " (2)", " (3)", … if `name` is taken. */
export async function freeName(
  name: string,
  isTaken: (name: string) => Promise<boolean> | boolean,
): Promise<string> {
  let free = name
  for (let number = 2; await isTaken(free); number++) free = `${name} (${number})`
  return free
}
