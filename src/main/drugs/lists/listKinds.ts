import { sql } from 'kysely'
import type { Checked } from '../../../shared/contract/contract.ts'
import { notFound, rejected } from '../../../shared/contract/failures.ts'
import type { DrugList } from '../../../shared/domain/drugs/drug.ts'
import { message } from '../../../shared/words/message.ts'
import { boundList } from '../../store/boundList.ts'
import {
  type AddedDrug,
  addTag,
  ensureMarks,
  knownTags,
  type NamedDrug,
  type Query,
  tagKey,
  toJson,
} from './marks.ts'

type Member = NamedDrug & { addedAt: string }

/** A change of a list: first `remove`, then `add`. Drugs that are already in it stay unchanged. */
type ListChange = Omit<Checked<'drugLists.change'>, 'listId' | 'add'> & { add: readonly AddedDrug[] }

/**
 * One kind of list. All methods run in one transaction at the time `at`. They throw `notFound` for an unknown list and
 * `rejected` for unsupported changes. `change` and `restore` return the id that the list then has.
 */
type ListKind = {
  list(query: Query): Promise<DrugList[]>
  show(query: Query, listId: string): Promise<DrugList>
  /** Sorted by name. */
  members(query: Query, listId: string): Promise<Member[]>
  change(query: Query, listId: string, change: ListChange, at: string): Promise<string>
  remove(query: Query, listId: string, at: string): Promise<void>
  restore(query: Query, listId: string, at: string): Promise<string>
}

export const listNotFound = () => notFound(message('catalogue.listNoLongerExists'), message('shared.list'))

const favouritesId = 'favourites'
const prefix = 'tag:'
export const isTagId = (listId: string): boolean => listId.startsWith(prefix)
const tagOf = (listId: string): string => listId.slice(prefix.length)
const toListId = (tag: string): string => `${prefix}${tag}`
const maxTagLength = 100

export const kindOf = (listId: string): ListKind =>
  listId === favouritesId ? favourites : isTagId(listId) ? tags : customLists

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
    await query
      .deleteFrom('drug_set_members')
      .where('set_id', '=', listId)
      .where('drug_id', 'in', boundList(remove))
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
    if ((await rowOf(query, listId)).removed_at !== null) return
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
  await insertList(query, listId, name.toWellFormed(), at)
  await addMembers(query, listId, drugs, at)
}

const insertList = (
  query: Query,
  listId: string,
  name: string,
  at: string,
  removedAt: string | null = null,
) =>
  query
    .insertInto('drug_sets')
    .values({ set_id: listId, name, note: '', created_at: at, updated_at: at, removed_at: removedAt })
    .execute()

/** Adds drugs. Those already in the list keep their time and name. */
const addMembers = (query: Query, listId: string, drugs: readonly AddedDrug[], at: string) =>
  sql`
    INSERT OR IGNORE INTO drug_set_members (set_id, drug_id, name, added_at)
    SELECT ${listId}, value ->> 'drugId', coalesce(nullif(value ->> 'name', ''), value ->> 'drugId'),
      coalesce(value ->> 'addedAt', ${at})
    FROM json_each(${toJson(drugs)})
  `.execute(query)

const readMembers = (query: Query, listId: string): Promise<Member[]> =>
  query
    .selectFrom('drug_set_members')
    .select(['drug_id as drugId', 'name', 'added_at as addedAt'])
    .where('set_id', '=', listId)
    .orderBy(sql`name COLLATE NOCASE`)
    .orderBy('drug_id')
    .execute()

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
    .select(['set_id as listId', 'name', 'note', 'created_at as createdAt', 'updated_at as updatedAt'])
    .select(({ selectFrom, fn }) =>
      selectFrom('drug_set_members')
        .whereRef('drug_set_members.set_id', '=', 'drug_sets.set_id')
        .select(fn.countAll<number>().as('count'))
        .as('count'),
    )
    .where('removed_at', 'is', null)
  const rows = await (listId === undefined ? all : all.where('set_id', '=', listId)).execute()
  return rows.map((row) => ({ ...row, kind: 'list', count: row.count ?? 0 }))
}

async function rowOf(query: Query, listId: string) {
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
    throw rejected(message('catalogue.listNamedAlreadyExists', { name }), 'name')
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

/** The drugs with one tag, as a list that exists while a drug has the tag. A removed tag is stored as a hidden list. */
export const tags: ListKind = {
  list: (query) => readTags(query),
  async show(query, listId) {
    const [drugList] = await readTags(query, tagOf(listId))
    return drugList ?? toTagList({ tag: tagOf(listId), count: 0, createdAt: null, updatedAt: null })
  },
  members: (query, listId) =>
    query
      .selectFrom('drug_tags')
      .innerJoin('drug_marks', 'drug_marks.drug_id', 'drug_tags.drug_id')
      .select(['drug_tags.drug_id as drugId', 'name', 'added_at as addedAt'])
      .where('tag', '=', tagOf(listId))
      .orderBy(sql`name COLLATE NOCASE`)
      .orderBy('drug_tags.drug_id')
      .execute(),
  async change(query, listId, { name, note, add, remove }, at) {
    if (note !== undefined) throw rejected(message('catalogue.tagNoNoteMake'), 'note')
    const requestedTag = tagOf(listId).trim().toWellFormed()
    if (requestedTag === '' || requestedTag.length > maxTagLength) throw listNotFound()
    const tag = (await knownTags(query)).get(tagKey(requestedTag)) ?? requestedTag
    await query
      .deleteFrom('drug_tags')
      .where('tag', '=', tag)
      .where('drug_id', 'in', boundList(remove))
      .execute()
    await ensureMarks(query, add, at)
    await addTag(query, tag, add, at)
    return name === undefined || name === tag ? toListId(tag) : renameTag(query, tag, name.toWellFormed())
  },
  async remove(query, listId, at) {
    const members = await tags.members(query, listId)
    if (members.length === 0) throw listNotFound()
    await forget(query, listId)
    await insertList(query, listId, tagOf(listId), at, at)
    await addMembers(query, listId, members, at)
    await query.deleteFrom('drug_tags').where('tag', '=', tagOf(listId)).execute()
  },
  async restore(query, listId, at) {
    const members = await readMembers(query, listId)
    if (members.length === 0) throw listNotFound()
    const tag = (await knownTags(query)).get(tagKey(tagOf(listId))) ?? tagOf(listId)
    await ensureMarks(query, members, at)
    await addTag(query, tag, members, at)
    await forget(query, listId)
    return toListId(tag)
  },
}

/** Renames a tag. Throws `rejected` for the name of another tag: the two could not be separated again. */
async function renameTag(query: Query, tag: string, name: string): Promise<string> {
  if (name.length > maxTagLength)
    throw rejected(message('catalogue.tagMostCharactersChoose', { maxTagLength }), 'name')
  const other = (await knownTags(query)).get(tagKey(name))
  if (other !== undefined && other !== tag)
    throw rejected(message('catalogue.tagAlreadyExistsChoose', { other }), 'name')
  await query.updateTable('drug_tags').set({ tag: name }).where('tag', '=', tag).execute()
  return toListId(name)
}

async function forget(query: Query, listId: string): Promise<void> {
  await query.deleteFrom('drug_set_members').where('set_id', '=', listId).execute()
  await query.deleteFrom('drug_sets').where('set_id', '=', listId).execute()
}

async function readTags(query: Query, tag?: string): Promise<DrugList[]> {
  const all = query
    .selectFrom('drug_tags')
    .select(({ fn }) => [
      'tag',
      fn.countAll<number>().as('count'),
      fn.min('added_at').as('createdAt'),
      fn.max('added_at').as('updatedAt'),
    ])
    .groupBy('tag')
  return (await (tag === undefined ? all : all.where('tag', '=', tag)).execute()).map(toTagList)
}

const toTagList = ({
  tag,
  ...counts
}: { tag: string } & Pick<DrugList, 'count' | 'createdAt' | 'updatedAt'>): DrugList => ({
  listId: toListId(tag),
  name: tag,
  note: '',
  kind: 'tag',
  ...counts,
})

/** The favorites as a list, which always exists and is derived from the marks. */
export const favourites: ListKind = {
  list: async (query) => [await favourites.show(query, favouritesId)],
  async show(query) {
    const counts = await query
      .selectFrom('drug_marks')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('favourite_at').as('updatedAt')])
      .where('favourite_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return {
      listId: favouritesId,
      name: 'Favorites',
      note: '',
      kind: favouritesId,
      createdAt: null,
      ...counts,
    }
  },
  members: (query) =>
    query
      .selectFrom('drug_marks')
      .select(['drug_id as drugId', 'name', 'favourite_at as addedAt'])
      .where('favourite_at', 'is not', null)
      .$narrowType<{ addedAt: string }>()
      .orderBy(sql`name COLLATE NOCASE`)
      .orderBy('drug_id')
      .execute(),
  async change(query, listId, { name, note, add, remove }, at) {
    if (name !== undefined) throw rejected(message('catalogue.favoritesCannotRenamedMake'), 'name')
    if (note !== undefined) throw rejected(message('catalogue.favoritesNoNoteMake'), 'note')
    await query
      .updateTable('drug_marks')
      .set({ updated_at: at, favourite_at: null })
      .where('drug_id', 'in', boundList(remove))
      .where('favourite_at', 'is not', null)
      .execute()
    await ensureMarks(query, add, at)
    await sql`
      UPDATE drug_marks SET favourite_at = coalesce(given.value ->> 'addedAt', ${at}), updated_at = ${at}
      FROM json_each(${toJson(add)}) AS given
      WHERE drug_id = given.value ->> 'drugId' AND favourite_at IS NULL
    `.execute(query)
    return listId
  },
  async remove() {
    throw rejected(message('catalogue.favoritesCannotRemovedRemove'), 'listId')
  },
  async restore() {
    throw listNotFound()
  },
}
