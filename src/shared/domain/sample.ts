import { z } from 'zod'
import type { FailureData } from '../contract/failures.ts'

/** Of a sample, drug, task or anything else that has one: no longer one is asked for, stored or sent. */
export const maxIdLength = 300
export const idTooLong = `An id has at most ${maxIdLength} characters.`
/** As a part of an address it would climb to another one, even when encoded. */
export const isDotsAlone = (id: string): boolean => /^\.+$/.test(id.trim())
export const idOfDots = 'An id is more than dots.'

/**
 * `unknown` is a word the service used that we do not know: shown as it came, never final.
 * Source: docs on service conventions, "sample and task states".
 */
export const sampleStateSchema = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'unknown'])
export type SampleState = z.infer<typeof sampleStateSchema>

const finalStates: ReadonlySet<SampleState> = new Set(['succeeded', 'failed', 'cancelled'])

export const isFinal = (state: SampleState): boolean => finalStates.has(state)

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

/** A report as it came; `text` for JSON, HTML, text and CSV, null for binary kinds. */
export type SampleReport = {
  sampleId: string
  contentType: string
  text: string | null
  fetchedAt: string
  sizeBytes: number
  /** Why this is the copy stored at `fetchedAt` and not what the service gives now; null where it has just come. */
  stored: FailureData | null
}
