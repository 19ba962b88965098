import type { Checked, Handlers, Services } from '../../shared/contract/contract.ts'
import { Failure, isFailure, notFound } from '../../shared/contract/failures.ts'
import type { DrugFacets, DrugLookup, DrugPathway } from '../../shared/domain/drugs/drug.ts'
import { createThrottle } from '../../shared/throttle.ts'
import { joinMessages, joinNotices, type Message, message } from '../../shared/words/message.ts'
import type { RemoteService, ServiceResponse } from '../ports.ts'
import type { DrugRow } from '../store/drugs.ts'
import { findGroup } from './pathways/nameRules.ts'
import { type FetchedDrug, toDetail, toDrugRow, toHitDescription } from './rows/drugRows.ts'
import type { DrugDeps, DrugStore, PathwayGroup, StoreFilter } from './rows/drugStore.ts'
import { createServicePages, maxFollowedPages, toServiceQuery, truncationNotice } from './serviceSearch.ts'

export type Catalogue = Pick<Services['drugs'], 'search' | 'show' | 'facets' | 'lookup'>

type SearchParams = Omit<Checked<'drugs.search'>, 'from'>
type SearchResult = Awaited<ReturnType<Handlers['drugs.search']>>
type ShownDrug = Awaited<ReturnType<Handlers['drugs.show']>>
const priority = 'interactive'

/** Creates the drug catalogue: the service's drug database, cached as it is read so that it can be searched offline. */
export function createCatalogue(
  options: Pick<DrugDeps, 'store' | 'clock' | 'emit'> & {
    remote: Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways' | 'drugPathway'>
    /** Reads the alias table of pathway names. */
    pathwayGroups: () => Promise<PathwayGroup[]>
  },
): Catalogue {
  const { store, remote, pathwayGroups } = options
  const changeNotifier = createChangeNotifier(options)
  const pageOf = createServicePages(remote, { priority })
  const searchCache = async (params: SearchParams) => {
    const { pathway, fields: _ofService, ...query } = params
    return store.search({ ...query, ...(await pathwayNamesOf(pathwayGroups, pathway)) })
  }

  return {
    async search({ from, ...params }) {
      if (from === 'cache') return { ...(await searchCache(params)), source: 'cache' }
      try {
        return await searchService({ store, pageOf }, params, changeNotifier, searchCache)
      } catch (error) {
        if (!canUseCache(error)) throw error
        const cached = await searchCache(params)
        return {
          ...cached,
          source: 'cache',
          notice: joinNotices(cacheFallbackMessage(error), cached.notice),
          failure: error.toData(),
        }
      }
    },

    async show({ drugId, from }) {
      if (from === 'cache') return showCached(store, drugId)
      try {
        return await fetchDetail({ store, remote, changeNotifier }, drugId)
      } catch (error) {
        if (!canUseCache(error)) throw error
        return showCached(store, drugId, error)
      }
    },

    async facets({ pathway, ...filter }) {
      const groups = await pathwayGroups()
      return toFacets(store, groups, { ...filter, ...toNames(groups, pathway) })
    },

    async lookup({ name, from }) {
      if (from === 'cache') return lookupCached(store, name)
      try {
        const { value: pathways, raw, fetchedAt, synthetic } = await remote.drugPathway(name, { priority })
        const lookup = { name, pathways, raw, fetchedAt, ...markOf(synthetic) }
        await cacheWriteNotice(store.cacheLookup(lookup))
        return { ...lookup, source: 'service' }
      } catch (error) {
        if (!canUseCache(error)) throw error
        return lookupCached(store, name, error)
      }
    },
  }
}

async function searchService(
  { store, pageOf }: { store: DrugStore; pageOf: ReturnType<typeof createServicePages> },
  params: SearchParams,
  changeNotifier: ReturnType<typeof createChangeNotifier>,
  searchCache: (params: SearchParams) => Promise<Omit<SearchResult, 'source'>>,
): Promise<SearchResult> {
  const { page, limit } = params
  const found = await pageOf({ ...toServiceQuery(params), page, limit })
  const { fetchedAt, synthetic } = found
  const fetched = found.items.map((drug, index) => ({
    drug,
    raw: found.raws[index] ?? drug,
    fetchedAt,
    synthetic,
    partial: params.fields !== undefined && params.fields.length > 0,
  }))
  const notice = joinNotices(
    truncationNotice(params.text),
    skippedMessage(found),
    found.notReached ? notReachedMessage : null,
    await cacheWriteNotice(changeNotifier.notifyIfChanged(store, fetched, () => store.cacheDrugs(fetched))),
  )
  if (params.pathway === undefined && params.direction === undefined) {
    const hits = found.items.map((drug) => ({
      ...drug,
      description: toHitDescription(drug.description),
      source: 'service' as const,
      fetchedAt,
      ...markOf(synthetic),
    }))
    const least = found.totalIsLeast ? { totalIsLeast: true } : {}
    return { hits, total: found.total, ...least, source: 'service', notice }
  }
  const cached = await searchCache(params)
  const fetchedIds = new Set(found.items.map(({ drugId }) => drugId))
  const hits = cached.hits.map((hit) =>
    fetchedIds.has(hit.drugId) ? { ...hit, source: 'service' as const } : hit,
  )
  return {
    ...cached,
    hits,
    source: 'cache',
    notice: joinNotices(filteredLocallyMessage, notice, cached.notice),
  }
}

const markOf = (synthetic: boolean): { synthetic?: true } => (synthetic ? { synthetic } : {})

const notReachedMessage = message('catalogue.serviceNamesEachPage', { maxFollowedPages })

const filteredLocallyMessage = message('catalogue.serviceCannotFilterPathway')

const skippedMessage = ({ skipped }: { skipped: number }): Message | null => {
  if (skipped === 0) return null
  return skipped === 1
    ? message('catalogue.oneDrugResponseNo')
    : message('catalogue.drugsResponseNoUsable', { skipped })
}

/** True if the cache can replace the response: the failure is neither a rejection nor a missing drug. */
const canUseCache = (error: unknown): error is Failure =>
  isFailure(error) && !['cancelled', 'rejected', 'notFound', 'bug'].includes(error.code)

/** An unknown pathway gives an empty list of names, so that the filter finds nothing instead of everything. */
const toNames = (groups: readonly PathwayGroup[], pathway: string | undefined) =>
  pathway === undefined ? {} : { pathwayNames: findGroup(groups, pathway)?.names ?? [] }

const pathwayNamesOf = async (groups: () => Promise<PathwayGroup[]>, pathway: string | undefined) =>
  pathway === undefined ? {} : toNames(await groups(), pathway)

async function toFacets(
  store: DrugStore,
  groups: readonly PathwayGroup[],
  filter: StoreFilter,
): Promise<DrugFacets> {
  const countAsOne = groups.filter(({ names }) => names.length > 1).map(({ names }) => names)
  const { pathways, ...others } = await store.facets({ ...filter, countAsOne })
  const groupOf = new Map(groups.flatMap((group) => group.names.map((name) => [name, group] as const)))
  return {
    ...others,
    // A name that arrived after the alias table was read forms its own group until the next read.
    pathways: pathways.map(({ name, count }) => {
      const { pathway, title } = groupOf.get(name) ?? { pathway: name, title: name }
      return { pathway, title, count }
    }),
  }
}

async function lookupCached(store: DrugStore, name: string, failure?: Failure): Promise<DrugLookup> {
  const cached = await store.lookup(name)
  if (cached) return { ...cached, source: 'cache' }
  const missing = message('catalogue.computerNoCachedResponse')
  if (failure) throw failure.withMore(missing)
  throw notFound(joinMessages([missing, message('catalogue.lookUpServiceFirst')]), message('shared.drug'))
}

type Deps = {
  store: DrugStore
  remote: Pick<RemoteService, 'drug' | 'drugPathways'>
  changeNotifier: ReturnType<typeof createChangeNotifier>
}

/** Fetches a drug and its pathways, caches both and returns them merged with what was cached before. */
async function fetchDetail(deps: Deps, drugId: string): Promise<ShownDrug> {
  const { store, remote } = deps
  const [drug, answer] = await Promise.all([
    remote.drug(drugId, { priority }),
    // A drug is worth showing without its pathways; cached ones are shown then.
    remote.drugPathways(drugId, { priority }).catch((error: unknown) => {
      if (isFailure(error) && error.code !== 'cancelled') return error
      throw error
    }),
  ])
  const pathways = answer instanceof Failure ? null : answer
  // Cached under the requested id, whatever id the response has, so that the next request finds it.
  const fetched = {
    drug: { ...drug.value, drugId },
    raw: drug.raw,
    fetchedAt: drug.fetchedAt,
    synthetic: drug.synthetic,
  }
  const cacheNotice = await cacheWriteNotice(cacheDetail(deps, fetched, pathways))
  const notice = joinNotices(answer instanceof Failure ? missingPathwaysMessage(answer) : null, cacheNotice)
  const failed = answer instanceof Failure ? { failure: answer.toData() } : {}
  if (cacheNotice !== null) return { ...toDetail(rowOf(fetched, pathways), 'service'), notice, ...failed }
  const [row] = await store.get([drugId])
  if (!row) throw new Error('a drug that was just cached is gone')
  return { ...toDetail(row, 'service'), notice, ...failed }
}

const missingPathwaysMessage = ({ userMessage }: Failure): Message =>
  joinMessages([userMessage, message('catalogue.pathwaysThereforeNotNow')])

async function cacheDetail(
  { store, changeNotifier }: Deps,
  fetched: FetchedDrug,
  pathways: ServiceResponse<DrugPathway[]> | null,
): Promise<void> {
  const { drugId } = fetched.drug
  const [before] = await store.get([drugId])
  await changeNotifier.notifyIfChanged(store, [fetched], () => store.cacheDrugs([fetched], true))
  if (!pathways) return
  await store.cachePathways(drugId, pathways)
  if (before?.pathways !== JSON.stringify(pathways.value)) changeNotifier.notify()
}

const rowOf = (fetched: FetchedDrug, pathways: ServiceResponse<DrugPathway[]> | null): DrugRow => ({
  ...toDrugRow(fetched, undefined, true),
  pathways: pathways && JSON.stringify(pathways.value),
  pathways_raw: pathways && (JSON.stringify(pathways.raw) ?? 'null'),
  pathways_fetched_at: pathways && pathways.fetchedAt,
  pathways_synthetic: pathways?.synthetic ? 1 : 0,
})

/** Throws if the drug is not cached: `failure` of the service if there is one, else `notFound`. */
async function showCached(store: DrugStore, drugId: string, failure?: Failure): Promise<ShownDrug> {
  const [row] = await store.get([drugId])
  if (row && failure)
    return { ...toDetail(row, 'cache'), notice: cacheFallbackMessage(failure), failure: failure.toData() }
  if (row) return { ...toDetail(row, 'cache'), notice: null }
  if (failure) throw failure.withMore(message('catalogue.drugNotCachedComputer'))
  throw notFound(message('catalogue.drugNotCachedComputerSearch'), message('shared.drug'))
}

const minIntervalMs = 1000

/** Notifies pages of new or renamed drugs, immediately and then at most once a second. */
function createChangeNotifier({ clock, emit }: Pick<DrugDeps, 'clock' | 'emit'>) {
  const { trigger: notify } = createThrottle({ clock, intervalMs: minIntervalMs, trailing: true }, () =>
    emit('drugs.changed', {}),
  )
  return {
    notify,
    /** Writes drugs, and notifies if one of them is new or has another name or category. */
    async notifyIfChanged(
      store: Pick<DrugStore, 'labels'>,
      fetched: readonly FetchedDrug[],
      write: () => Promise<void>,
    ) {
      const known = await store.labels(fetched.map(({ drug }) => drug.drugId))
      await write()
      const before = new Map(known.map((label) => [label.drugId, label]))
      const isChanged = ({ drug }: FetchedDrug): boolean => {
        const row = before.get(drug.drugId.toWellFormed())
        return row?.name !== drug.name || (drug.category !== null && row.category !== drug.category)
      }
      if (fetched.some(isChanged)) notify()
    },
  }
}

/** Returns a notice if the write failed, null if it succeeded: a full disk must not cost the user the response. */
async function cacheWriteNotice(write: Promise<unknown>): Promise<Message | null> {
  try {
    await write
    return null
  } catch (error) {
    if (!isFailure(error, 'file')) throw error
    return joinMessages([error.userMessage, message('catalogue.pathclockShowsResponseCould')])
  }
}

const cacheFallbackMessage = ({ userMessage }: Failure): Message =>
  joinMessages([userMessage, message('catalogue.seeCachedDrugs')])
