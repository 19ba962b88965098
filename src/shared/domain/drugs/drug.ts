import { z } from 'zod'
import type { Message } from '../../messages/message.ts'

/** `unknown`: the service names an association and no direction. */
export const directionSchema = z.enum(['inhibits', 'activates', 'unknown'])
export type Direction = z.infer<typeof directionSchema>

/** What the cached drugs are filtered by; the service itself knows `text` and `category` only. */
export const drugFilterSchema = z
  .object({
    text: z.string().max(10_000).default(''),
    category: z.string().max(500).optional(),
    /** Key of a pathway in the alias table. With `direction` too, one association has to have both. */
    pathway: z.string().min(1).max(300).optional(),
    direction: directionSchema.optional(),
  })
  .strict()

/** One pathway a drug acts on; `evidence` in the service's own words, `null` when it gives none. */
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

/** Under which names a service writes these fields, blind to case, `_` and `-`; whatever else it says is cached raw. */
export const drugFieldNames = {
  drugId: ['drug_id', 'id'],
  name: ['name', 'drug_name'],
  synonyms: ['synonyms', 'aliases'],
  category: ['category', 'drug_class', 'class'],
  description: ['description', 'summary'],
} satisfies Record<keyof Drug, string[]>

/**
 * Where an answer came from: the offline cache or the service, when the service gave it (ISO 8601), and whether it
 * marked any of it as synthetic.
 */
type Origin = { source: 'cache' | 'service'; fetchedAt: string; synthetic?: true }

/** A part of a text, in UTF-16 units; `end` is the first one after it. */
export type TextRange = { start: number; end: number }

/**
 * How a drug was found among those cached: by its exact name, the beginning of a name, words of a name, words of
 * anything else it holds, letters within a name, or in spite of a typo. `name`: what to mark in its name. `synonym`: the
 * one that explains what the name does not, and what to mark in it.
 */
export type SearchMatch = {
  kind: 'exact' | 'prefix' | 'nameWords' | 'words' | 'within' | 'typo'
  name: TextRange[]
  synonym: { text: string; ranges: TextRange[] } | null
}

/** `match`: only in answers from the cache to a question with text. */
export type DrugHit = Drug & Origin & { match?: SearchMatch }

/**
 * A drug with its pathways; `pathways: null` when they were never fetched. `raw`: the service's JSON as it came;
 * `otherFields`: what it holds beyond the fields above, under the service's own names. `fetchedAt` is of the newest
 * answer that named the drug; `detailsFetchedAt` of the last one that had all of it, null when there was none. `notice`:
 * what a person should know of how this answer came about.
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

/** What `drug-pathway` says of a drug's name; `pathways` may differ from those under the drug's id. */
export type DrugLookup = Origin & { name: string; pathways: DrugPathway[]; raw: unknown }

/** How many of the drugs that match have each value. The counts of a facet leave out its own filter. */
export type DrugFacets = {
  categories: { value: string; count: number }[]
  /** `pathway`: the key of the pathway in the alias table, `title` how it is shown. */
  pathways: { pathway: string; title: string; count: number }[]
  directions: { value: Direction; count: number }[]
  /** Counted were only the best `countedOf` of the matches, since counting all would take too long. */
  countedOf: number | null
  /** All drugs cached on this computer. */
  cached: number
}

/** Where a drug matters among this lab's own data. */
export type DrugLinks = {
  screenings: {
    taskId: string
    sampleId: string
    clientReference: string | null
    rank: number
    score: number | null
  }[]
  /** Samples in which a pathway that the drug acts on stands out; see `ExtremeSample` of pathway.ts. */
  samples: {
    sampleId: string
    clientReference: string
    pathway: string
    direction: Direction
    activity: number
    z: number
    /** Of so many samples the mean and deviation of `z` are. */
    n: number
  }[]
}

/** What a person noted of a drug. */
export type DrugMark = { drugId: string; name: string; favourite: boolean; tags: string[]; note: string }

/** A list of drugs under a name. `favourites` and `tag:NAME` are lists too, made of the marks. */
export type DrugList = {
  listId: string
  name: string
  note: string
  kind: 'list' | 'favourites' | 'tag'
  count: number
  createdAt: string | null
  updatedAt: string | null
}

/** What a table shows of a cached drug. Its details, which may be megabytes, are requested one by one. */
export type DrugSummary = Pick<Drug, 'name' | 'synonyms' | 'category'> &
  Pick<Origin, 'fetchedAt'> & {
    /** Null when they were never fetched. */
    pathways: Pick<DrugPathway, 'pathway' | 'direction'>[] | null
  }

/** `drug`: as it is cached here; null where the cache no longer has it. */
export type DrugListMember = { drugId: string; name: string; addedAt: string; drug: DrugSummary | null }

/** A drug with all that is known of it here; `drug` is null where a list names one that is not cached. */
export type DrugRecord = {
  drugId: string
  name: string
  drug: DrugDetail | null
  mark: DrugMark | null
  /** Names of the lists that it is in, tags and favourites apart. */
  lists: readonly string[]
}

/** A search under a name: `address` is the query part of the drug section's address. */
export type SavedSearch = { searchId: string; name: string; address: string; createdAt: string }

/**
 * What is shown, joined by newer answers without moving: a drug keeps its place and takes the newest answer about it,
 * of two equally new ones the later one; drugs not shown yet come after, in the order of their answer.
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

/** The service does not say how it found a drug; what the cache said holds as long as the name is the same. */
const withMatch = (hit: DrugHit, { name, match }: DrugHit): DrugHit =>
  hit.match === undefined && match !== undefined && hit.name === name ? { ...hit, match } : hit

/** How many drugs only the service has named, below those that were cached here; 0 where none was cached. */
export function countAddedByService(cached: readonly DrugHit[], serviceHits: readonly DrugHit[]): number {
  const known = new Set(cached.map(({ drugId }) => drugId))
  if (known.size === 0) return 0
  return new Set(serviceHits.map(({ drugId }) => drugId).filter((drugId) => !known.has(drugId))).size
}
