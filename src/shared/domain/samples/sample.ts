import { z } from 'zod'
import { type Message, message } from '../../messages/message.ts'

/** Of a sample, drug, task or anything else that has one: no longer one is requested, stored or sent. */
export const maxIdLength = 300
/** As a part of an address it would climb to another one, even when encoded. */
export const isDotsAlone = (id: string): boolean => /^\.+$/.test(id.trim())
export const idOfDots = message`An id is more than dots.`.template

/**
 * `unknown` is a word the service used that we do not know: shown as it came, never final.
 * Source: docs on service conventions, "sample and task states".
 */
export const sampleStateSchema = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'unknown'])
export type SampleState = z.infer<typeof sampleStateSchema>

const finalStates: ReadonlySet<SampleState> = new Set(['succeeded', 'failed', 'cancelled'])

export const isFinal = (state: SampleState): boolean => finalStates.has(state)

export const sampleStages = ['ordered', 'processing', 'ready', 'analyzed', 'failed', 'unknown'] as const
/**
 * How far a sample is, in the words that people read: `ready` means that the service is done with it and no result is
 * stored; `analyzed` that one is. A canceled sample counts as failed, a state word that nobody knows as unknown.
 */
export type SampleStage = (typeof sampleStages)[number]

const stageOf: Record<SampleState, Exclude<SampleStage, 'analyzed'>> = {
  queued: 'ordered',
  running: 'processing',
  succeeded: 'ready',
  failed: 'failed',
  cancelled: 'failed',
  unknown: 'unknown',
}

export const sampleStage = (state: SampleState, isAnalyzed: boolean): SampleStage =>
  isAnalyzed ? 'analyzed' : stageOf[state]

/** The states whose samples are at one of these stages as long as they have no result. */
export const statesOf = (stages: readonly SampleStage[]): SampleState[] =>
  sampleStateSchema.options.filter((state) => stages.includes(stageOf[state]))

/** A map: `constructor` and other names that every object has are words that a service may send. */
const stateWords: ReadonlyMap<string, SampleState> = new Map(
  Object.entries({
    queued: 'queued',
    pending: 'queued',
    submitted: 'queued',
    received: 'queued',
    created: 'queued',
    accepted: 'queued',
    waiting: 'queued',
    running: 'running',
    processing: 'running',
    in_progress: 'running',
    inprogress: 'running',
    started: 'running',
    succeeded: 'succeeded',
    success: 'succeeded',
    completed: 'succeeded',
    complete: 'succeeded',
    done: 'succeeded',
    finished: 'succeeded',
    failed: 'failed',
    failure: 'failed',
    error: 'failed',
    rejected: 'failed',
    expired: 'failed',
    cancelled: 'cancelled',
    canceled: 'cancelled',
    aborted: 'cancelled',
  } as const),
)

const plainWord = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/**
 * The state a service's word stands for, blind to case, spaces and hyphens. `set`: words that a person has given a
 * meaning for this service; they count first.
 */
export function parseState(word: string, set: Readonly<Record<string, SampleState>> = {}): SampleState {
  const plain = plainWord(word)
  const own = Object.entries(set).find(([each]) => plainWord(each) === plain)
  return own?.[1] ?? stateWords.get(plain) ?? 'unknown'
}

/** What is added to a sample here, apart from what was sent. Times are ISO 8601. */
export type Annotation = {
  group: string | null
  tags: string[]
  note: string | null
  /** Covariates that were not sent. */
  fields: Record<string, string | number>
  changedAt: string
  /** Whoever changed it last. */
  changedBy: string
}

/** The fields of an order, as sent to the service (names of the default field template). */
export const orderFieldNames = [
  'client_reference',
  'age',
  'sex',
  'tissue',
  'treatment',
  'group',
  'collected_at',
  'donor_id',
] as const
export type OrderField = (typeof orderFieldNames)[number]

/** What one order sends, by our names of the fields (see OrderForm): ages in years, days as YYYY-MM-DD. */
export type OrderFields = { client_reference: string } & Partial<Record<string, string | number>>

/** A sample of the register. `status`: the service's own word; `state`: what it stands for. Times are ISO 8601. */
export type Sample = {
  sampleId: string
  clientReference: string
  state: SampleState
  status: string
  createdAt: string
  checkedAt: string | null
  fields: Record<string, string | number>
  batchId: string | null
  analysedAt: string | null
  synthetic: boolean
  /** Of an order that was placed elsewhere: when it was taken in. */
  adoptedAt?: string
  /** What was added here, apart from what was sent. */
  annotation?: Annotation
}

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
    stages: z.array(z.enum(sampleStages)).max(10),
    /** null: those without a group. That of the annotation goes before the one that was sent. */
    group: z.string().max(500).nullable(),
    tag: z.string().max(200),
    batchId: z.string().max(300),
    /** Of this study only. */
    study: z.string().max(300),
    synthetic: z.boolean(),
    /** Whether a pathway analysis of it is stored. */
    hasResult: z.boolean(),
  })
  .partial()
  .strict()
export type SampleFilter = z.infer<typeof sampleFilterSchema>

/** How many samples have each value, the most frequent first; at most 200 values of each. */
export type SampleFacets = {
  total: number
  stages: { value: SampleStage; count: number }[]
  groups: { value: string | null; count: number }[]
  tags: { value: string; count: number }[]
  batches: { value: string | null; count: number }[]
  synthetic: number
  withoutResult: number
}

/** A sample that was ordered elsewhere, as a person names it. */
export const adoptedSampleSchema = z
  .object({
    sampleId: z.string().trim().min(1).max(maxIdLength),
    clientReference: z.string().trim().min(1).max(500).optional(),
    fields: z.record(z.string().min(1).max(200), z.union([z.string().max(1000), z.number()])).default({}),
  })
  .strict()
export type AdoptedSample = z.infer<typeof adoptedSampleSchema>

/**
 * What came of taking samples in. `already`: the register had them; `repeated`: named twice; both stay as they were.
 * `broken`: rows of the file, by their lines, whose cells cannot be separated; nothing of them was taken in.
 * `jobId` asks the service for each of the others, and keeps those it knows.
 */
export type Adoption = {
  jobId: string | null
  requested: number
  already: string[]
  repeated: string[]
  empty: number
  broken: { row: number; message: Message }[]
}

/** What samples can be sorted by beside each other. `group`: the one that counts; samples without one stand last. */
export const sampleSortFields = [
  'created_at',
  'client_reference',
  'sample_id',
  'status',
  'state',
  'group',
] as const
export const sampleSorts = z
  .array(z.object({ by: z.enum(sampleSortFields), order: z.enum(['asc', 'desc']) }).strict())
  .min(1)
  .max(5)
export type SampleSorts = z.infer<typeof sampleSorts>
