import type { Direction, DrugHit, DrugPathway, DrugSummary } from '../../../shared/domain/drugs/drug.ts'
import type { CachedMatches, CachedMatchQuery } from '../../../shared/domain/drugs/drugMatch.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { DrugRow } from '../../store/drugs.ts'
import type { FetchedDrug } from './drugRows.ts'

/** What cached drugs are searched for. Pathways by every name they are written with, as the service writes it. */
export type StoreFilter = {
  text: string
  category?: string | undefined
  /** Drugs that act on any of these; with `direction`, in that direction. */
  pathwayNames?: readonly string[] | undefined
  direction?: Direction | undefined
}

/** `countAsOne`: pathway names that stand for one pathway; a drug with several of them counts once, under the first. */
export type FacetsQuery = StoreFilter & { countAsOne?: readonly (readonly string[])[] | undefined }

export type StoreQuery = StoreFilter & {
  page: number
  limit: number
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

/** `totalIsLeast`: counting further would take longer than finding the best. `notice`: in words for a person. */
export type CachedSearchResult = {
  hits: DrugHit[]
  total: number
  totalIsLeast?: boolean
  notice: Message | null
}

/** Pathways here by each name as the service writes it. The counts of a facet leave out its own filter. */
export type CachedFacets = {
  categories: { value: string; count: number }[]
  pathways: { name: string; count: number }[]
  directions: { value: Direction; count: number }[]
  countedOf: number | null
  cached: number
}

export type CachedLookup = {
  name: string
  pathways: DrugPathway[]
  raw: unknown
  fetchedAt: string
  synthetic?: true
}

/**
 * The drugs cached on this computer. The same in the process and behind the threads that serve it, so everything here is
 * plain values. Throws `file` where the disk gives or takes nothing.
 */
export type DrugStore = {
  /** Keeps drugs as they came from a list or, with `details`, from the drug's own address; cached pathways stay. */
  cacheDrugs(fetched: readonly FetchedDrug[], details?: boolean): Promise<void>
  /** Nothing where the drug itself is not cached. */
  cachePathways(
    drugId: string,
    pathways: readonly DrugPathway[],
    raw: unknown,
    fetchedAt: string,
    synthetic?: boolean,
  ): Promise<void>
  cacheLookup(lookup: CachedLookup): Promise<void>
  /** Those of these that are cached, without what makes a drug long. */
  labels(drugIds: readonly string[]): Promise<{ drugId: string; name: string; category: string | null }[]>
  /** Those of these that are cached, as a list shows them. */
  summaries(drugIds: readonly string[]): Promise<{ drugId: string; summary: DrugSummary }[]>
  search(query: StoreQuery): Promise<CachedSearchResult>
  facets(query: FacetsQuery): Promise<CachedFacets>
  /** Those of these drugs that are cached, in the order requested. */
  get(drugIds: readonly string[]): Promise<DrugRow[]>
  /** Id and name of those with any of these ids, or with any of these for their own name, blind to case. */
  names(params: {
    drugIds: readonly string[]
    names: readonly string[]
  }): Promise<{ drugId: string; name: string }[]>
  /** By the name, blind to case, dashes and accents. */
  lookup(name: string): Promise<CachedLookup | null>
  /** Every name of a pathway that a cached drug has, with how many have it. */
  pathwayNames(): Promise<{ name: string; drugs: number }[]>
  /** How many drugs act on any of these, each counted once. */
  countActingOn(pathwayNames: readonly string[]): Promise<number>
  /** Those that oppose these values, best first. */
  matchCachedDrugs(query: CachedMatchQuery): Promise<CachedMatches>
}

/**
 * One pathway of the alias table: its key, how it is shown, and every name that it is written with. `merged`: keys that
 * went into it, which addresses of before may still ask for.
 */
export type PathwayGroup = { pathway: string; title: string; names: string[]; merged?: readonly string[] }
