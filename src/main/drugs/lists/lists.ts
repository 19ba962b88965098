import { sql } from 'kysely'
import type { Handlers, Services } from '../../../shared/contract/contract.ts'
import { rejected } from '../../../shared/contract/failures.ts'
import type { DrugList, DrugSummary } from '../../../shared/domain/drugs/drug.ts'
import { lazy } from '../../../shared/lazy.ts'
import { message } from '../../../shared/messages/message.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import type { Clock, Database, Emit, Random } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { DrugStore } from '../rows/drugStore.ts'
import {
  addMembers,
  createCustomList,
  customLists,
  customListsContaining,
  readMembers,
} from './customLists.ts'
import {
  type AddedDrug,
  type ListKind,
  listNotFound,
  type Member,
  type NamedDrug,
  type Query,
} from './listKind.ts'
import {
  addFavourites,
  addTag,
  changeMark,
  ensureMarks,
  knownTags,
  readMarks,
  removeFavourites,
  tagKey,
} from './marks.ts'

const prefix = 'tag:'
const isTagId = (listId: string): boolean => listId.startsWith(prefix)
const tagOf = (listId: string): string => listId.slice(prefix.length)
const toListId = (tag: string): string => `${prefix}${tag}`
const maxTagLength = 100

/**
 * The drugs with one tag, as a list. The list exists while a drug has the tag; requested by its id, it is empty
 * otherwise, so that drugs can be put back. A removed tag is stored as a hidden list with the same id.
 */
const tags: ListKind = {
  list: (query) => readTags(query),
  async show(query, listId) {
    const [drugList] = await readTags(query, tagOf(listId))
    if (drugList) return drugList
    const name = tagOf(listId)
    return { listId, name, note: '', kind: 'tag', count: 0, createdAt: null, updatedAt: null }
  },
  members: (query, listId) => readTagged(query, tagOf(listId)),
  async change(query, listId, { name, note, add, remove }, at) {
    if (note !== undefined) throw rejected(message`A tag has no note. Make a list instead.`, 'note')
    const requestedTag = tagOf(listId).trim().toWellFormed()
    if (requestedTag === '' || requestedTag.length > maxTagLength) throw listNotFound()
    const tag = (await knownTags(query)).get(tagKey(requestedTag)) ?? requestedTag
    const added = new Set(add.map(({ drugId }) => drugId))
    await query
      .deleteFrom('drug_tags')
      .where('tag', '=', tag)
      .where('drug_id', 'in', boundList(remove.filter((drugId) => !added.has(drugId))))
      .execute()
    await ensureMarks(query, add, at)
    await addTag(query, tag, add, at)
    return name === undefined || name === tag ? toListId(tag) : rename(query, tag, name.toWellFormed())
  },
  async remove(query, listId, at) {
    const members = await readTagged(query, tagOf(listId))
    if (members.length === 0) throw listNotFound()
    await forget(query, listId)
    const name = tagOf(listId)
    await query
      .insertInto('drug_sets')
      .values({ set_id: listId, name, note: '', created_at: at, updated_at: at, removed_at: at })
      .execute()
    await addMembers(query, listId, members, at)
    await query.deleteFrom('drug_tags').where('tag', '=', name).execute()
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

/**
 * Renames a tag. Throws `rejected` if the new name belongs to another tag, because the two could not be separated
 * again.
 */
async function rename(query: Query, tag: string, name: string): Promise<string> {
  if (name.length > maxTagLength)
    throw rejected(message`A tag has at most ${maxTagLength} characters. Choose a shorter name.`, 'name')
  const other = (await knownTags(query)).get(tagKey(name))
  if (other !== undefined && other !== tag)
    throw rejected(message`A tag “${other}” already exists. Choose another name.`, 'name')
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
  const rows = await (tag === undefined ? all : all.where('tag', '=', tag)).execute()
  return rows.map(({ tag: name, count, createdAt, updatedAt }) => ({
    listId: toListId(name),
    name,
    note: '',
    kind: 'tag',
    count,
    createdAt,
    updatedAt,
  }))
}

async function readTagged(query: Query, tag: string): Promise<Member[]> {
  const rows = await query
    .selectFrom('drug_tags')
    .innerJoin('drug_marks', 'drug_marks.drug_id', 'drug_tags.drug_id')
    .select(['drug_tags.drug_id as drugId', 'name', 'added_at as addedAt'])
    .where('tag', '=', tag)
    .orderBy(sql`name COLLATE NOCASE`)
    .orderBy('drug_tags.drug_id')
    .execute()
  return rows
}

const favouritesId = 'favourites'

/** The favorites as a list, which always exists and is derived from the marks. */
const favourites: ListKind = {
  list: async (query) => [await readFavourites(query)],
  show: readFavourites,
  async members(query) {
    const rows = await query
      .selectFrom('drug_marks')
      .select(['drug_id', 'name', 'favourite_at'])
      .where('favourite_at', 'is not', null)
      .orderBy(sql`name COLLATE NOCASE`)
      .orderBy('drug_id')
      .execute()
    return rows.map((row) => ({ drugId: row.drug_id, name: row.name, addedAt: row.favourite_at ?? '' }))
  },
  async change(query, listId, { name, note, add, remove }, at) {
    if (name !== undefined) throw rejected(message`Favorites cannot be renamed. Make a list instead.`, 'name')
    if (note !== undefined) throw rejected(message`Favorites have no note. Make a list instead.`, 'note')
    const added = new Set(add.map(({ drugId }) => drugId))
    await removeFavourites(
      query,
      remove.filter((drugId) => !added.has(drugId)),
      at,
    )
    await ensureMarks(query, add, at)
    await addFavourites(query, add, at)
    return listId
  },
  async remove() {
    throw rejected(message`Favorites cannot be removed. Remove drugs from them one by one.`, 'listId')
  },
  async restore() {
    throw listNotFound()
  },
}

async function readFavourites(query: Query) {
  const { count, updatedAt } = await query
    .selectFrom('drug_marks')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('favourite_at').as('updatedAt')])
    .where('favourite_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const name = 'Favorites'
  return {
    listId: favouritesId,
    name,
    note: '',
    kind: favouritesId,
    count,
    createdAt: null,
    updatedAt,
  } as const
}

export type DrugLists = Services['drugLists'] & {
  marks: Handlers['drugs.marks']
  mark: Handlers['drugs.mark']
  /** Returns the drugs by name. Throws `notFound` for a removed or unknown list and for a tag that no drug has. */
  membersOf(listId: string): Promise<NamedDrug[]>
  /** Returns, for each drug, the names of the lists made by hand that contain it. */
  listsOf(drugIds: readonly string[]): Promise<Map<string, string[]>>
}

/** Cached drugs are read and parsed in chunks of this size, about 10 ms each. */
const drugsAtOnce = 250

/** Creates the service for the user's marks and lists of drugs: favorites, tags and lists made by hand. */
export function createDrugLists(options: {
  journal: Database<JournalSchema>
  store: Pick<DrugStore, 'labels' | 'summaries'>
  clock: Clock
  random: Random
  emit: Emit
}): DrugLists {
  const { journal, store, clock, random, emit } = options

  const write = async <T>(work: (query: Query, at: string) => Promise<T>): Promise<T> => {
    const at = new Date(clock.now()).toISOString()
    const result = await journal.transaction((query) => work(query, at))
    emit('drugs.changed', {})
    return result
  }

  return {
    marks: ({ drugIds }) => readMarks(journal.query, drugIds),
    async mark(change) {
      const [named = change] = await withNames(store, [change])
      return write((query, at) => changeMark(query, { ...change, name: named.name }, at))
    },

    async list() {
      const [first, ...others] = await Promise.all(
        [favourites, customLists, tags].map((kind) => kind.list(journal.query)),
      )
      return [...(first ?? []), ...others.flat().sort((a, b) => byName().compare(a.name, b.name))]
    },
    async show({ listId }) {
      const kind = kindOf(listId)
      const drugList = await kind.show(journal.query, listId)
      const members = await kind.members(journal.query, listId)
      const cachedSummaries = await readSummaries(
        store,
        members.map(({ drugId }) => drugId),
      )
      const drugs = members.map((member) => ({ ...member, drug: cachedSummaries.get(member.drugId) ?? null }))
      return { list: { ...drugList, count: drugs.length }, drugs }
    },
    async create({ name, drugs }) {
      const listId = random.id()
      const named = await withNames(store, drugs)
      return write(async (query, at) => {
        await createCustomList(query, { listId, name, drugs: named }, at)
        return customLists.show(query, listId)
      })
    },
    async change({ listId, add, ...change }) {
      const kind = kindOf(listId)
      const named = await withNames(store, add)
      return write(async (query, at) =>
        kind.show(query, await kind.change(query, listId, { ...change, add: named }, at)),
      )
    },
    remove: ({ listId }) =>
      write(async (query, at) => {
        await kindOf(listId).remove(query, listId, at)
        return null
      }),
    restore: ({ listId }) =>
      write(async (query, at) => {
        const kind = kindOf(listId)
        return kind.show(query, await kind.restore(query, listId, at))
      }),
    async membersOf(listId) {
      const members = await kindOf(listId).members(journal.query, listId)
      if (members.length === 0 && isTagId(listId)) throw listNotFound()
      return members.map(({ drugId, name }) => ({ drugId, name }))
    },
    listsOf: (drugIds) => customListsContaining(journal.query, drugIds),
  }
}

const byName = lazy(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

const kindOf = (listId: string): ListKind =>
  listId === favouritesId ? favourites : isTagId(listId) ? tags : customLists

/** Fills in missing names from the cache, so that lists do not show ids only. */
async function withNames(
  store: Pick<DrugStore, 'labels'>,
  drugs: readonly AddedDrug[],
): Promise<AddedDrug[]> {
  const nameless = drugs.filter(({ name }) => name.trim() === '').map(({ drugId }) => drugId)
  const labels = nameless.length > 0 ? await store.labels(nameless) : []
  const names = new Map(labels.map(({ drugId, name }) => [drugId, name]))
  return drugs.map((drug) => ({ ...drug, name: drug.name.trim() || (names.get(drug.drugId) ?? '') }))
}

/** Reads the summaries in chunks, which take a few ms each to arrive from their thread. */
async function readSummaries(
  store: Pick<DrugStore, 'summaries'>,
  drugIds: readonly string[],
): Promise<Map<string, DrugSummary>> {
  const summaries = new Map<string, DrugSummary>()
  for await (const some of yieldingChunks(drugIds, drugsAtOnce))
    for (const { drugId, summary } of await store.summaries(some)) summaries.set(drugId, summary)
  return summaries
}
