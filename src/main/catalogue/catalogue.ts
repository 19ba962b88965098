import type { Checked, Handlers } from '../../shared/contract/contract.ts'
import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { DrugFacets, DrugLookup } from '../../shared/domain/drug.ts'
import type { Emit, RemoteService } from '../ports.ts'
import { cacheWriteNotice } from './cacheWriteNotice.ts'
import { createChangeNotifier } from './changeNotifier.ts'
import { toHitDescription } from './drugRows.ts'
import type { DrugStore, PathwayGroup, StoreFilter } from './drugStore.ts'
import { cacheFallbackMessage, joinMessages } from './messages.ts'
import { createServicePages, maxFollowedPages } from './servicePages.ts'
import { toServiceQuery, truncationNotice } from './serviceQuery.ts'
import { fetchDetail, showCached } from './showDrug.ts'

export type Catalogue = {
  search: Handlers['drugs.search']
  show: Handlers['drugs.show']
  facets: Handlers['drugs.facets']
  lookup: Handlers['drugs.lookup']
}

type SearchParams = Omit<Checked<'drugs.search'>, 'from'>
type SearchResult = Awaited<ReturnType<Handlers['drugs.search']>>
const priority = 'interactive'

/** The drug database of the service, kept as it is read so that it can be searched offline. */
export function createCatalogue(options: {
  store: DrugStore
  remote: Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways' | 'drugPathway'>
  /** The alias table of the pathways' names. */
  pathwayGroups: () => Promise<PathwayGroup[]>
  emit: Emit
}): Catalogue {
  const { store, remote, pathwayGroups } = options
  const changeNotifier = createChangeNotifier(options.emit)
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
          notice: joinMessages(cacheFallbackMessage(error), cached.notice),
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
  const notice = joinMessages(
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
    notice: joinMessages(filteredLocallyMessage, notice, cached.notice),
  }
}

const markOf = (synthetic: boolean): { synthetic?: true } => (synthetic ? { synthetic } : {})

const notReachedMessage = `The service names each page of its list on the page before it. After ${maxFollowedPages} pages, not all of this one was reached: narrow the search, or make the drugs available offline.`

const filteredLocallyMessage =
  'The service cannot filter by pathway or direction. Shown are the drugs kept on this computer whose pathways are known; what the service found for the words and the category was added to them.'

const skippedMessage = ({ skipped }: { skipped: number }): string | null => {
  if (skipped === 0) return null
  return skipped === 1
    ? 'One drug of this answer has no identifier that can be used: it is not shown, and it could not be kept.'
    : `${skipped} drugs of this answer have no identifier that can be used: they are not shown, and could not be kept.`
}

/** What is kept helps where the service could not answer; it is no answer to a refused or unknown question. */
const canUseCache = (error: unknown): error is Failure =>
  isFailure(error) && !['cancelled', 'rejected', 'notFound', 'bug'].includes(error.code)

/** An address of before may name a pathway that was merged into another since. */
const groupOf = (groups: readonly PathwayGroup[], pathway: string) =>
  groups.find((one) => one.pathway === pathway || one.merged?.includes(pathway))

/** A pathway that the table does not have is no filter that finds everything: nothing is named so. */
const toNames = (groups: readonly PathwayGroup[], pathway: string | undefined) =>
  pathway === undefined ? {} : { pathwayNames: groupOf(groups, pathway)?.names ?? [] }

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
    // A name that came after the table was read stands for itself until it is read again.
    pathways: pathways.map(({ name, count }) => {
      const { pathway, title } = groupOf.get(name) ?? { pathway: name, title: name }
      return { pathway, title, count }
    }),
  }
}

async function lookupCached(store: DrugStore, name: string, failure?: Failure): Promise<DrugLookup> {
  const cached = await store.lookup(name)
  if (cached) return { ...cached, source: 'cache' }
  const missing = 'The answer for this name is not kept on this computer.'
  if (failure) throw new Failure(failure.code, `${failure.message} ${missing}`, failure.details)
  throw new Failure('notFound', `${missing} Look it up on the service first.`, { what: 'drug' })
}
