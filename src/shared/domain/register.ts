import { z } from 'zod'
import { idTooLong, maxIdLength, sampleStateSchema } from './sample.ts'

const text = z.string().trim().min(1).max(200)

/** What to change; what is left out stays. null takes a group, a note or a field away. */
export const annotationChangeSchema = z
  .object({
    group: text.nullable(),
    addTags: z.array(text).max(100),
    removeTags: z.array(text).max(100),
    note: z.string().trim().max(10_000).nullable(),
    fields: z.record(text, z.union([z.string().max(1000), z.number(), z.null()])),
  })
  .partial()
  .strict()

/** Which samples of the register are meant; each condition that is given must hold. */
export const sampleFilterSchema = z
  .object({
    states: z.array(sampleStateSchema).max(10),
    /** null: those without a group. That of the annotation goes before the one that was sent. */
    group: z.string().max(500).nullable(),
    tag: z.string().max(200),
    batchId: z.string().max(300),
    synthetic: z.boolean(),
    /** Whether a pathway analysis of it is kept. */
    hasResult: z.boolean(),
  })
  .partial()
  .strict()
export type SampleFilter = z.infer<typeof sampleFilterSchema>

/** How many samples have each value, the most frequent first; at most 200 values of each. */
export type SampleFacets = {
  total: number
  states: { value: string; count: number }[]
  groups: { value: string | null; count: number }[]
  tags: { value: string; count: number }[]
  batches: { value: string | null; count: number }[]
  synthetic: number
  withoutResult: number
}

/** A sample that was ordered elsewhere, as a person names it. */
export const adoptedSampleSchema = z
  .object({
    sampleId: z.string().trim().min(1).max(maxIdLength, idTooLong),
    clientReference: z.string().trim().min(1).max(500).optional(),
    fields: z.record(z.string().min(1).max(200), z.union([z.string().max(1000), z.number()])).default({}),
  })
  .strict()
export type AdoptedSample = z.infer<typeof adoptedSampleSchema>

/**
 * What came of taking samples in. `already`: the register had them; `repeated`: named twice; both stay as they were.
 * `broken`: rows of the file, by their lines, whose cells cannot be told apart; nothing of them was taken in.
 * `jobId` asks the service for each of the others, and keeps those it knows.
 */
export type Adoption = {
  jobId: string | null
  asked: number
  already: string[]
  repeated: string[]
  empty: number
  broken: { row: number; message: string }[]
}

/** What samples can be sorted by beside each other. `group`: the one that counts; samples without one stand last. */
export const sampleSortFields = ['created_at', 'client_reference', 'sample_id', 'state', 'group'] as const
export const sampleSorts = z
  .array(z.object({ by: z.enum(sampleSortFields), order: z.enum(['asc', 'desc']) }).strict())
  .min(1)
  .max(5)
export type SampleSorts = z.infer<typeof sampleSorts>
