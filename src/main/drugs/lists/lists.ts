import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Handlers } from '../../../shared/contract/contract.ts'
import type { DrugSummary } from '../../../shared/domain/drugs/drug.ts'
import { lazy } from '../../../shared/lazy.ts'
import type { Clock, Database, Emit, Random } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { DrugStore } from '../cache/drugStore.ts'
import { createCustomList, customLists, customListsContaining } from './customLists.ts'
import { type AddedDrug, type ListKind, listNotFound, type NamedDrug, type Query } from './listKind.ts'
import { favourites, favouritesId, isTagId, tags } from './markLists.ts'
import { changeMark, readMarks } from './marks.ts'

export type DrugLists = {
  marks: Handlers['drugs.marks']
  mark: Handlers['drugs.mark']
  list: Handlers['sets.list']
  show: Handlers['sets.show']
  create: Handlers['sets.create']
  change: Handlers['sets.change']
  remove: Handlers['sets.remove']
  restore: Handlers['sets.restore']
  /** By name; throws `notFound` for a list that is removed or was never there, and for a tag that no drug has. */
  membersOf(setId: string): Promise<NamedDrug[]>
  /** Names of the lists made by hand that each of these drugs is in. */
  listsOf(drugIds: readonly string[]): Promise<Map<string, string[]>>
}

/** Kept drugs are read and taken apart in pieces of this size, about 10 ms each. */
const drugsAtOnce = 250

/** What a person noted of drugs, and their lists of drugs: favourites, tags and those made by hand. */
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
    async show({ setId }) {
      const kind = kindOf(setId)
      const drugList = await kind.show(journal.query, setId)
      const members = await kind.members(journal.query, setId)
      const cachedSummaries = await readSummaries(
        store,
        members.map(({ drugId }) => drugId),
      )
      const drugs = members.map((member) => ({ ...member, drug: cachedSummaries.get(member.drugId) ?? null }))
      return { set: { ...drugList, count: drugs.length }, drugs }
    },
    async create({ name, drugs }) {
      const setId = random.id()
      const named = await withNames(store, drugs)
      return write(async (query, at) => {
        await createCustomList(query, { setId, name, drugs: named }, at)
        return customLists.show(query, setId)
      })
    },
    async change({ setId, add, ...change }) {
      const kind = kindOf(setId)
      const named = await withNames(store, add)
      return write(async (query, at) =>
        kind.show(query, await kind.change(query, setId, { ...change, add: named }, at)),
      )
    },
    remove: ({ setId }) =>
      write(async (query, at) => {
        await kindOf(setId).remove(query, setId, at)
        return null
      }),
    restore: ({ setId }) =>
      write(async (query, at) => {
        const kind = kindOf(setId)
        return kind.show(query, await kind.restore(query, setId, at))
      }),
    async membersOf(setId) {
      const members = await kindOf(setId).members(journal.query, setId)
      if (members.length === 0 && isTagId(setId)) throw listNotFound()
      return members.map(({ drugId, name }) => ({ drugId, name }))
    },
    listsOf: (drugIds) => customListsContaining(journal.query, drugIds),
  }
}

const byName = lazy(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

const kindOf = (setId: string): ListKind =>
  setId === favouritesId ? favourites : isTagId(setId) ? tags : customLists

/** A drug that came without a name has the one it is kept under, so that no list holds ids alone. */
async function withNames(
  store: Pick<DrugStore, 'labels'>,
  drugs: readonly AddedDrug[],
): Promise<AddedDrug[]> {
  const nameless = drugs.filter(({ name }) => name.trim() === '').map(({ drugId }) => drugId)
  const labels = nameless.length > 0 ? await store.labels(nameless) : []
  const names = new Map(labels.map(({ drugId, name }) => [drugId, name]))
  return drugs.map((drug) => ({ ...drug, name: drug.name.trim() || (names.get(drug.drugId) ?? '') }))
}

/** In pieces that take a few ms each to come over from their thread. */
async function readSummaries(
  store: Pick<DrugStore, 'summaries'>,
  drugIds: readonly string[],
): Promise<Map<string, DrugSummary>> {
  const summaries = new Map<string, DrugSummary>()
  for (let from = 0; from < drugIds.length; from += drugsAtOnce) {
    if (from > 0) await yieldToEventLoop()
    const some = await store.summaries(drugIds.slice(from, from + drugsAtOnce))
    for (const { drugId, summary } of some) summaries.set(drugId, summary)
  }
  return summaries
}
