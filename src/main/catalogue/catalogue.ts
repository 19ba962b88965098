import type { Checked, Handlers } from '../../shared/contract/contract.ts'
import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { DrugFacets, DrugLookup } from '../../shared/domain/drug.ts'
import type { Emit, RemoteService } from '../ports.ts'
import { createChangeTeller } from './changeTeller.ts'
import { toHitDescription } from './drugRows.ts'
import type { DrugStore, PathwayGroup, StoreFilter } from './drugStore.ts'
import { insteadOf, sentences } from './sentences.ts'
import { createServicePages, mostFollowed } from './servicePages.ts'
import { toServiceQuery, whatWasCut } from './serviceQuery.ts'
import { fetchDetail, showKept } from './showDrug.ts'
import { whyNotKept } from './whyNotKept.ts'

export type Catalogue = {
  search: Handlers['drugs.search']
  show: Handlers['drugs.show']
  facets: Handlers['drugs.facets']
  lookup: Handlers['drugs.lookup']
}

type Search = Omit<Checked<'drugs.search'>, 'from'>
type Found = Awaited<ReturnType<Handlers['drugs.search']>>
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
  const changed = createChangeTeller(options.emit)
  const pageOf = createServicePages(remote, { priority })
  const keptOf = async (asked: Search) => {
    const { pathway, fields: _ofService, ...query } = asked
    return store.search({ ...query, ...(await namesOf(pathwayGroups, pathway)) })
  }

  return {
    async search({ from, ...asked }) {
      if (from === 'cache') return { ...(await keptOf(asked)), source: 'cache' }
      try {
        return await searchService({ store, pageOf }, asked, changed, keptOf)
      } catch (error) {
        if (!mayFallBack(error)) throw error
        const answer = await keptOf(asked)
        return { ...answer, source: 'cache', notice: sentences(insteadOf(error), answer.notice) }
      }
    },

    async show({ drugId, from }) {
      if (from === 'cache') return showKept(store, drugId)
      try {
        return await fetchDetail({ store, remote, changed }, drugId)
      } catch (error) {
        if (!mayFallBack(error)) throw error
        return showKept(store, drugId, error)
      }
    },

    async facets({ pathway, ...filter }) {
      const groups = await pathwayGroups()
      return toFacets(store, groups, { ...filter, ...toNames(groups, pathway) })
    },

    async lookup({ name, from }) {
      if (from === 'cache') return lookupKept(store, name)
      try {
        const { value: pathways, raw, fetchedAt, synthetic } = await remote.drugPathway(name, { priority })
        const answer = { name, pathways, raw, fetchedAt, ...markOf(synthetic) }
        await whyNotKept(store.keepLookup(answer))
        return { ...answer, source: 'service' }
      } catch (error) {
        if (!mayFallBack(error)) throw error
        return lookupKept(store, name, error)
      }
    },
  }
}

async function searchService(
  { store, pageOf }: { store: DrugStore; pageOf: ReturnType<typeof createServicePages> },
  asked: Search,
  changed: ReturnType<typeof createChangeTeller>,
  keptOf: (asked: Search) => Promise<Omit<Found, 'source'>>,
): Promise<Found> {
  const { page, limit } = asked
  const found = await pageOf({ ...toServiceQuery(asked), page, limit })
  const { fetchedAt, synthetic } = found
  const seen = found.items.map((drug, index) => ({
    drug,
    raw: found.raws[index] ?? drug,
    fetchedAt,
    synthetic,
    partial: asked.fields !== undefined && asked.fields.length > 0,
  }))
  const notice = sentences(
    whatWasCut(asked.text),
    whatWasSkipped(found),
    found.notReached ? notReached : null,
    await whyNotKept(changed.when(store, seen, () => store.keep(seen))),
  )
  if (asked.pathway === undefined && asked.direction === undefined) {
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
  const answer = await keptOf(asked)
  const justNow = new Set(found.items.map(({ drugId }) => drugId))
  const hits = answer.hits.map((hit) =>
    justNow.has(hit.drugId) ? { ...hit, source: 'service' as const } : hit,
  )
  return { ...answer, hits, source: 'cache', notice: sentences(filteredHere, notice, answer.notice) }
}

const markOf = (synthetic: boolean): { synthetic?: true } => (synthetic ? { synthetic } : {})

const notReached = `The service names each page of its list on the page before it. After ${mostFollowed} pages, not all of this one was reached: narrow the search, or make the drugs available offline.`

const filteredHere =
  'The service cannot filter by pathway or direction. Shown are the drugs kept on this computer whose pathways are known; what the service found for the words and the category was added to them.'

const whatWasSkipped = ({ skipped }: { skipped: number }): string | null => {
  if (skipped === 0) return null
  return skipped === 1
    ? 'One drug of this answer has no identifier that can be used: it is not shown, and it could not be kept.'
    : `${skipped} drugs of this answer have no identifier that can be used: they are not shown, and could not be kept.`
}

/** What is kept helps where the service could not answer; it is no answer to a refused or unknown question. */
const mayFallBack = (error: unknown): error is Failure =>
  isFailure(error) && !['cancelled', 'rejected', 'notFound', 'bug'].includes(error.code)

/** An address of before may name a pathway that was merged into another since. */
const groupOf = (groups: readonly PathwayGroup[], pathway: string) =>
  groups.find((one) => one.pathway === pathway || one.merged?.includes(pathway))

/** A pathway that the table does not have is no filter that finds everything: nothing is named so. */
const toNames = (groups: readonly PathwayGroup[], pathway: string | undefined) =>
  pathway === undefined ? {} : { pathwayNames: groupOf(groups, pathway)?.names ?? [] }

const namesOf = async (groups: () => Promise<PathwayGroup[]>, pathway: string | undefined) =>
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

async function lookupKept(store: DrugStore, name: string, why?: Failure): Promise<DrugLookup> {
  const kept = await store.lookup(name)
  if (kept) return { ...kept, source: 'cache' }
  const missing = 'The answer for this name is not kept on this computer.'
  if (why) throw new Failure(why.code, `${why.message} ${missing}`, why.details)
  throw new Failure('notFound', `${missing} Look it up on the service first.`, { what: 'drug' })
}
