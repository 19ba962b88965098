import { z } from 'zod'
import type { Message } from '../../words/message.ts'

/** `unknown`: the service names an association without a direction. */
export const directionSchema = z.enum(['inhibits', 'activates', 'unknown'])
export type Direction = z.infer<typeof directionSchema>

/** The filter for cached drugs. The service itself supports only `text` and `category`. */
export const drugFilterSchema = z.strictObject({
  text: z.string().max(10_000).default(''),
  category: z.string().max(500).optional(),
  /** The key of a pathway in the alias table. Together with `direction`, a single association must match both. */
  pathway: z.string().min(1).max(300).optional(),
  direction: directionSchema.optional(),
})

/** One pathway that a drug acts on. `evidence` is the service's text, or null. */
export const drugPathwaySchema = z.object({
  pathway: z.string(),
  direction: directionSchema,
  evidence: z.string().nullable(),
})
export type DrugPathway = z.infer<typeof drugPathwaySchema>

const drugSchema = z.object({
  drugId: z.string(),
  name: z.string(),
  synonyms: z.array(z.string()),
  category: z.string().nullable(),
  description: z.string().nullable(),
})
export type Drug = z.infer<typeof drugSchema>

/** The names of these fields in service responses, ignoring case, `_` and `-`. Other fields are cached as raw JSON. */
export const drugFieldNames = {
  drugId: ['drug_id', 'id'],
  name: ['name', 'drug_name'],
  synonyms: ['synonyms', 'aliases'],
  category: ['category', 'drug_class', 'class'],
  description: ['description', 'summary'],
} satisfies Record<keyof Drug, string[]>

/**
 * The origin of a response: the offline cache or the service, the time when the service sent it (ISO 8601), and a mark
 * if the service marked any of it as synthetic.
 */
type Origin = { source: 'cache' | 'service'; fetchedAt: string; synthetic?: true }

/** A range of a text in UTF-16 units. `end` is exclusive. */
export type TextRange = { start: number; end: number }

/**
 * The way a cached drug matched a search: its exact name, the start of a name, words of a name, words of any other
 * field, letters within a name, or a name with a typo. `name`: the ranges to highlight in its name. `synonym`: the
 * synonym that explains the match if the name does not, and its ranges.
 */
export type SearchMatch = {
  kind: 'exact' | 'prefix' | 'nameWords' | 'words' | 'within' | 'typo'
  name: TextRange[]
  synonym: { text: string; ranges: TextRange[] } | null
}

/** `match`: only in cache responses to a search with text. */
export type DrugHit = Drug & Origin & { match?: SearchMatch }

/**
 * A drug with its pathways. `pathways`: null if they were never fetched. `raw`: the service's JSON, unchanged.
 * `otherFields`: the fields not listed above, under the service's own names. `fetchedAt`: the time of the newest
 * response that named the drug. `detailsFetchedAt`: the time of the last response with all of its fields, or null.
 * `notice`: a remark for the user about this response.
 */
export type DrugDetail = Drug &
  Origin & {
    pathways: DrugPathway[] | null
    pathwaysFetchedAt: string | null
    detailsFetchedAt: string | null
    otherFields: { name: string; value: unknown }[]
    notice: Message | null
    raw: unknown
    pathwaysRaw: unknown
  }

/** The response of `drug-pathway` for a drug's name. Its `pathways` may differ from those of the drug's id. */
export type DrugLookup = Origin & { name: string; pathways: DrugPathway[]; raw: unknown }

/** The number of matching drugs per value. The counts of a facet ignore that facet's own filter. */
export type DrugFacets = {
  categories: { value: string; count: number }[]
  /** `pathway`: the key of the pathway in the alias table. `title`: its displayed name. */
  pathways: { pathway: string; title: string; count: number }[]
  directions: { value: Direction; count: number }[]
  /** The number of best matches that were counted if counting all would take too long; else null. */
  countedOf: number | null
  /** The number of all drugs cached on this computer. */
  cached: number
}

/** The places where a drug appears in the lab's own data. */
export type DrugLinks = {
  screenings: {
    taskId: string
    sampleId: string
    clientReference: string | null
    rank: number
    score: number | null
  }[]
  /** Samples with an extreme value in a pathway that the drug acts on; see `ExtremeSample` in pathway.ts. */
  samples: {
    sampleId: string
    clientReference: string
    pathway: string
    direction: Direction
    activity: number
    z: number
    /** The number of samples behind the mean and SD of `z`. */
    n: number
  }[]
}

export type DrugMark = { drugId: string; name: string; favourite: boolean; tags: string[]; note: string }

/** A named list of drugs. `favourites` and `tag:NAME` are lists too, built from the marks. */
export type DrugList = {
  listId: string
  name: string
  note: string
  kind: 'list' | 'favourites' | 'tag'
  count: number
  createdAt: string | null
  updatedAt: string | null
}

/** The columns of a cached drug in a table. Its details may be megabytes and are fetched drug by drug. */
export type DrugSummary = Pick<Drug, 'name' | 'synonyms' | 'category'> &
  Pick<Origin, 'fetchedAt'> & {
    /** Null if they were never fetched. */
    pathways: Pick<DrugPathway, 'pathway' | 'direction'>[] | null
  }

/** `drug`: the cached drug, or null if it is no longer in the cache. */
export type DrugListMember = { drugId: string; name: string; addedAt: string; drug: DrugSummary | null }

/** A drug with everything stored about it. `drug` is null if a list names a drug that is not cached. */
export type DrugRecord = {
  drugId: string
  name: string
  drug: DrugDetail | null
  mark: DrugMark | null
  /** The names of its lists, without tags and favorites. */
  lists: readonly string[]
}

/** A named search. `address`: the query string of the drug screen's address. */
export type SavedSearch = { searchId: string; name: string; address: string; createdAt: string }

/**
 * Merges newer responses into the shown hits without moving them. Each drug keeps its place and takes the newest
 * response about it; of two equally new ones, the later argument. New drugs are appended in the order of their
 * response.
 */
export function mergeHits(shown: readonly DrugHit[], ...answers: (readonly DrugHit[])[]): DrugHit[] {
  const merged = new Map(shown.map((hit) => [hit.drugId, hit]))
  for (const hit of answers.flat()) {
    const before = merged.get(hit.drugId)
    if (before === undefined) merged.set(hit.drugId, hit)
    else if (hit.fetchedAt >= before.fetchedAt) merged.set(hit.drugId, withMatch(hit, before))
  }
  return [...merged.values()]
}

/** Keeps the cache's match for a hit of the service, which reports none, as long as the name is the same. */
const withMatch = (hit: DrugHit, { name, match }: DrugHit): DrugHit =>
  hit.match === undefined && match !== undefined && hit.name === name ? { ...hit, match } : hit

/** Returns the number of drugs that only the service named, shown below the cached ones; 0 if none was cached. */
export function countAddedByService(cached: readonly DrugHit[], serviceHits: readonly DrugHit[]): number {
  const known = new Set(cached.map(({ drugId }) => drugId))
  if (known.size === 0) return 0
  return new Set(serviceHits.map(({ drugId }) => drugId).filter((drugId) => !known.has(drugId))).size
}
