import type { Output } from '../../../shared/contract/contract.ts'
import type {
  Direction,
  DrugFacets,
  DrugLookup,
  DrugPathway,
  DrugSummary,
} from '../../../shared/domain/drugs/drug.ts'
import type { CachedMatches, CachedMatchQuery } from '../../../shared/domain/drugs/drugMatch.ts'
import type { Clock, Database, DisposableDatabase, Emit, Random, ServiceResponse } from '../../ports.ts'
import type { CacheSchema } from '../../store/cache.ts'
import type { DrugRow } from '../../store/drugs.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import type { FetchedDrug } from './drugRows.ts'

/** A search of the cached drugs. Pathway names are written exactly as the service writes them. */
export type StoreFilter = {
  text: string
  category?: string | undefined
  /** Finds drugs that act on any of these pathways, in `direction` if it is given. */
  pathwayNames?: readonly string[] | undefined
  direction?: Direction | undefined
}

/** `countAsOne`: groups of names for one pathway. A drug with several of them counts once, under the first name. */
export type FacetsQuery = StoreFilter & { countAsOne?: readonly (readonly string[])[] | undefined }

export type StoreQuery = StoreFilter & {
  page: number
  limit: number
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

/** A page of cached drugs. `notice` is shown to the user. */
export type CachedSearchResult = Omit<Output<'drugs.search'>, 'source' | 'failure'>

/** Facets with pathways under the service's names. The counts of a facet ignore its own filter. */
export type CachedFacets = Omit<DrugFacets, 'pathways'> & { pathways: { name: string; count: number }[] }

export type CachedLookup = Omit<DrugLookup, 'source'>

/** The pathways of a drug as the service sent them. */
export type FetchedPathways = Pick<ServiceResponse<readonly DrugPathway[]>, 'value' | 'raw' | 'fetchedAt'> & {
  synthetic?: boolean
}

/** The cached drugs. All values are plain, because calls may cross to a thread. Throws `file` if the disk fails. */
export type DrugStore = {
  /** Caches drugs from a list or, with `details`, from the drug's own endpoint. Cached pathways stay. */
  cacheDrugs(fetched: readonly FetchedDrug[], details?: boolean): Promise<void>
  /** Does nothing if the drug itself is not cached. */
  cachePathways(drugId: string, fetched: FetchedPathways): Promise<void>
  cacheLookup(lookup: CachedLookup): Promise<void>
  /** Returns short labels of the drugs that are cached. */
  labels(drugIds: readonly string[]): Promise<{ drugId: string; name: string; category: string | null }[]>
  /** Returns the drugs that are cached, as a list shows them. */
  summaries(drugIds: readonly string[]): Promise<{ drugId: string; summary: DrugSummary }[]>
  search(query: StoreQuery): Promise<CachedSearchResult>
  facets(query: FacetsQuery): Promise<CachedFacets>
  /** Returns the drugs that are cached, in the requested order. */
  get(drugIds: readonly string[]): Promise<DrugRow[]>
  /** Returns the drugs with one of these ids or one of these primary names, ignoring case. */
  names(params: {
    drugIds: readonly string[]
    names: readonly string[]
  }): Promise<{ drugId: string; name: string }[]>
  /** Looks up a name, ignoring case, dashes and accents. */
  lookup(name: string): Promise<CachedLookup | null>
  /** Returns every pathway name of the cached drugs with its number of drugs. */
  pathwayNames(): Promise<{ name: string; drugs: number }[]>
  /** Counts the drugs that act on any of these pathways, each once. */
  countActingOn(pathwayNames: readonly string[]): Promise<number>
  /** Returns the drugs that oppose these values, best first. */
  matchCachedDrugs(query: CachedMatchQuery): Promise<CachedMatches>
}

/** The stores and ports of the services for drugs. `cache`: a disposable file. */
export type DrugDeps = {
  journal: Database<JournalSchema>
  answers: Database<AnswersSchema>
  cache: DisposableDatabase<CacheSchema>
  store: DrugStore
  clock: Clock
  random: Random
  emit: Emit
}

/** One pathway of the alias table. `merged`: the keys of pathways merged into it, which older addresses may use. */
export type PathwayGroup = { pathway: string; title: string; names: string[]; merged?: readonly string[] }
