import { z } from 'zod'
import { type Message, message } from '../../words/message.ts'

/** The maximum length of any id. Longer ones are never requested, stored or sent. */
export const maxIdLength = 300
/** True for an id of dots only. In an address it would climb to another path, even when encoded. */
export const isDotsAlone = (id: string): boolean => /^\.+$/.test(id.trim())
export const idOfDots = message('app.idMoreDots').key

/**
 * `unknown`: a word of the service that Pathclock does not know. It is shown unchanged and is never final. Source: docs
 * on service conventions, "sample and task states".
 */
export const sampleStateSchema = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'unknown'])
export type SampleState = z.infer<typeof sampleStateSchema>

const finalStates: ReadonlySet<SampleState> = new Set(['succeeded', 'failed', 'cancelled'])

export const isFinal = (state: SampleState): boolean => finalStates.has(state)

export const sampleStages = ['ordered', 'processing', 'ready', 'analyzed', 'failed', 'unknown'] as const
/**
 * The progress of a sample, as shown to the user. `ready`: the service has finished it but no result is stored.
 * `analyzed`: a result is stored. A canceled sample counts as failed, one with an unrecognized state word as unknown.
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

/** Returns the states of samples without a result at one of these stages. */
export const statesOf = (stages: readonly SampleStage[]): SampleState[] =>
  sampleStateSchema.options.filter((state) => stages.includes(stageOf[state]))

const wordsByState: Record<Exclude<SampleState, 'unknown'>, string> = {
  queued: 'queued pending submitted received created accepted waiting',
  running: 'running processing in_progress inprogress started',
  succeeded: 'succeeded success completed complete done finished',
  failed: 'failed failure error rejected expired',
  cancelled: 'cancelled canceled aborted',
}
/** A Map, because a service may send `constructor` and other names that every object has. */
const stateWords: ReadonlyMap<string, SampleState> = new Map(
  sampleStateSchema
    .exclude(['unknown'])
    .options.flatMap((state) => wordsByState[state].split(' ').map((word) => [word, state] as const)),
)

const plainWord = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/**
 * Returns the state that a service's word means, ignoring case, spaces and hyphens. `set`: words whose meaning the user
 * set for this service; they take precedence.
 */
export function parseState(word: string, set: Readonly<Record<string, SampleState>> = {}): SampleState {
  const plain = plainWord(word)
  const own = Object.entries(set).find(([each]) => plainWord(each) === plain)
  return own?.[1] ?? stateWords.get(plain) ?? 'unknown'
}

/** The local annotations of a sample. They are separate from the order that was sent. Times are ISO 8601. */
export type Annotation = {
  group: string | null
  tags: string[]
  note: string | null
  /** Covariates that were not sent. */
  fields: Record<string, string | number>
  changedAt: string
  changedBy: string
}

/** The fields of an order as sent to the service (names of the default order form). */
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

/** The values that one order sends, by our field names (see OrderForm): ages in years, days as YYYY-MM-DD. */
export type OrderFields = { client_reference: string } & Partial<Record<string, string | number>>

/** A sample of the register. `status`: the service's word; `state`: its meaning. Times are ISO 8601. */
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
  /** The time when it was added to the register, if it was ordered elsewhere. */
  adoptedAt?: string
  /** The local annotations, which are never sent. */
  annotation?: Annotation
}

const text = z.string().trim().min(1).max(200)

/** The changes to annotations. Absent fields stay as they are; null removes a group, a note or a field. */
export const annotationChangeSchema = z
  .strictObject({
    group: text.nullable(),
    addTags: z.array(text).max(100),
    removeTags: z.array(text).max(100),
    note: z.string().trim().max(10_000).nullable(),
    fields: z.record(text, z.union([z.string().max(1000), z.number(), z.null()])),
  })
  .partial()

/** A filter for samples of the register. A sample must meet every given condition. */
export const sampleFilterSchema = z
  .strictObject({
    states: z.array(sampleStateSchema).max(10),
    stages: z.array(z.enum(sampleStages)).max(10),
    /** Null: samples without a group. An annotated group takes precedence over the one that was sent. */
    group: z.string().max(500).nullable(),
    tag: z.string().max(200),
    batchId: z.string().max(300),
    study: z.string().max(300),
    synthetic: z.boolean(),
    /** True: only samples with a stored pathway analysis. False: only those without. */
    hasResult: z.boolean(),
  })
  .partial()
export type SampleFilter = z.infer<typeof sampleFilterSchema>

/** The number of samples per value, most frequent first; at most 200 values each. */
export type SampleFacets = {
  total: number
  stages: { value: SampleStage; count: number }[]
  groups: { value: string | null; count: number }[]
  tags: { value: string; count: number }[]
  batches: { value: string | null; count: number }[]
  synthetic: number
  withoutResult: number
}

/** A sample that was ordered elsewhere, as the user names it. */
export const adoptedSampleSchema = z.strictObject({
  sampleId: z.string().trim().min(1).max(maxIdLength),
  clientReference: z.string().trim().min(1).max(500).optional(),
  fields: z.record(z.string().min(1).max(200), z.union([z.string().max(1000), z.number()])).default({}),
})
export type AdoptedSample = z.infer<typeof adoptedSampleSchema>

/**
 * The outcome of adopting samples. `already`: they were in the register. `repeated`: they were named twice. Both are
 * left unchanged. `broken`: lines of the file whose cells cannot be separated; none of their samples is adopted.
 * `jobId`: the job that looks up the others at the service and adds those that exist.
 */
export type Adoption = {
  jobId: string | null
  requested: number
  already: string[]
  repeated: string[]
  empty: number
  broken: { row: number; message: Message }[]
}

/** The keys to sort samples by. `group`: the effective group; samples without one come last. */
export const sampleSortFields = [
  'created_at',
  'client_reference',
  'sample_id',
  'status',
  'state',
  'group',
] as const
export const sampleSorts = z
  .array(z.strictObject({ by: z.enum(sampleSortFields), order: z.enum(['asc', 'desc']) }))
  .min(1)
  .max(5)
export type SampleSorts = z.infer<typeof sampleSorts>
