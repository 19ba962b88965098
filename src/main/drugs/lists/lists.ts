import type { Handlers, Services } from '../../../shared/contract/contract.ts'
import type { DrugSummary } from '../../../shared/domain/drugs/drug.ts'
import { lazy } from '../../../shared/lazy.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import type { DrugDeps, DrugStore } from '../rows/drugStore.ts'
import {
  createCustomList,
  customLists,
  customListsContaining,
  favourites,
  isTagId,
  kindOf,
  listNotFound,
  tags,
} from './listKinds.ts'
import { type AddedDrug, changeMark, type NamedDrug, type Query, readMarks } from './marks.ts'

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
export function createDrugLists({
  journal,
  store,
  clock,
  random,
  emit,
}: Pick<DrugDeps, 'journal' | 'store' | 'clock' | 'random' | 'emit'>): DrugLists {
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
    async change({ listId, ...change }) {
      const kind = kindOf(listId)
      const add = await withNames(store, change.add)
      const added = new Set(add.map(({ drugId }) => drugId))
      const remove = change.remove.filter((drugId) => !added.has(drugId))
      return write(async (query, at) =>
        kind.show(query, await kind.change(query, listId, { ...change, add, remove }, at)),
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
