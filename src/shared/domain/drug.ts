import { z } from 'zod'

/** `unknown`: the service names an association and no direction. */
const directionSchema = z.enum(['inhibits', 'activates', 'unknown'])
export type Direction = z.infer<typeof directionSchema>

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

/** Where an answer came from: the offline cache or the service, and when the service gave it (ISO 8601). */
type Origin = { source: 'cache' | 'service'; fetchedAt: string }

/** A part of a text, in UTF-16 units; `end` is the first one after it. */
export type TextRange = { start: number; end: number }

/**
 * How a drug was found among those kept: by its exact name, the beginning of a name, words of a name, words of
 * anything else it holds, letters within a name, or in spite of a typo. `name`: what to mark in its name.
 */
export type DrugMatch = {
  kind: 'exact' | 'prefix' | 'nameWords' | 'words' | 'within' | 'typo'
  name: TextRange[]
}

/** `match`: only in answers from the cache to a question with text. */
export type DrugHit = Drug & Origin & { match?: DrugMatch }

/** A drug with its pathways; `pathways: null` when they were never fetched. `raw`: the service's JSON as it came. */
export type DrugDetail = Drug & Origin & { pathways: DrugPathway[] | null; raw: unknown }
