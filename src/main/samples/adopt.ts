import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure, type FailureCode, isFailure } from '../../shared/contract/failures.ts'
import type { Person } from '../../shared/domain/importing.ts'
import type { OrderForm } from '../../shared/domain/orderForm.ts'
import type { JobProgress, Jobs } from '../jobs/jobs.ts'
import type { Answer, Clock, Database, Emit, Files, OrderAnswer, RemoteService } from '../ports.ts'
import { among } from '../store/among.ts'
import type { JournalSchema } from '../store/journal.ts'
import { type Agreed, agree, type Told } from './adoptAgreement.ts'
import { createDifferences, type Difference, some } from './adoptDifferences.ts'
import { annotateAsExported, ofThisService, placesOf } from './adoptExported.ts'
import { type ListedSample, readAdopted } from './adoptList.ts'
import { annotateSome } from './annotations.ts'
import { toText } from './notes.ts'
import { sentFields } from './sentFields.ts'
import { settleAdopted } from './settling.ts'

export type AdoptParts = {
  journal: Database<JournalSchema>
  remote: Pick<RemoteService, 'sampleStatus'>
  jobs: Jobs
  clock: Clock
  emit: Emit
  files: Pick<Files, 'path'>
  /** Who works here now. */
  who: () => Person
  /** The form that orders have now. */
  form: () => Promise<OrderForm>
  /** Address of the service, for samples it does not know. */
  service: string
  /** Called with what was taken in when all were asked for. */
  afterAdopting(sampleIds: string[]): void
}

const maxInFlight = 4
const tries = 3
const waitMs = 5000
/** As that of a group which is typed. */
const longestGroup = 200

/** Another answer may come in a moment. */
const passingCodes: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'rateLimited',
  'serviceFailed',
  'timeout',
])
/** About this one sample; everything else stands in the way of all of them. */
const ownCodes: ReadonlySet<FailureCode> = new Set<FailureCode>([
  ...passingCodes,
  'notFound',
  'rejected',
  'unreadable',
])

/**
 * Takes orders that were placed elsewhere into the register, each after the service was asked for it. What was taken
 * in before the job is stopped stays, so that the same list can be given again.
 */
export function createAdopt(parts: AdoptParts): Handlers['samples.adopt'] {
  const { journal, jobs, files } = parts
  return async ({ from, keepUnknown }) => {
    const list =
      'fileId' in from
        ? ofThisService(await readAdopted(files.path(from.fileId)), parts.service)
        : { samples: from.samples.map((sample, row) => ({ ...sample, row })), ...nothingElse }
    const { fresh, already, repeated } = await sortOut(journal, list.samples)
    const told = { asked: fresh.length, already, repeated, empty: list.empty, broken: list.broken }
    if (fresh.length === 0) return { jobId: null, ...told }
    const spec = { kind: 'refresh' as const, title: `Take in ${fresh.length} samples`, total: fresh.length }
    const task = { fresh, keepUnknown, results: list.results, places: placesOf(fresh) }
    const jobId = jobs.start(spec, (progress, signal) => takeIn(parts, task, progress, signal))
    return { jobId, ...told }
  }
}

const nothingElse = { empty: 0, broken: [], results: [] }

async function sortOut({ query }: Database<JournalSchema>, samples: readonly ListedSample[]) {
  const named = new Map<string, ListedSample>()
  const repeated: string[] = []
  for (const sample of samples)
    if (named.has(sample.sampleId)) repeated.push(sample.sampleId)
    else named.set(sample.sampleId, sample)
  const rows = await query
    .selectFrom('samples')
    .select('sample_id')
    .where('sample_id', 'in', among(named.keys()))
    .execute()
  const already = rows.map((row) => row.sample_id)
  for (const sampleId of already) named.delete(sampleId)
  return { fresh: [...named.values()], already, repeated }
}

type Task = {
  fresh: readonly ListedSample[]
  keepUnknown: boolean
  results: readonly string[]
  places: ReadonlyMap<string, string>
}

async function takeIn(
  parts: AdoptParts,
  { fresh, keepUnknown, results, places }: Task,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<string> {
  const taken: string[] = []
  const strangers: string[] = []
  let settledCount = 0
  const found = createDifferences()
  const queue = fresh.values()
  const lane = async (): Promise<void> => {
    for (const sample of queue) {
      signal.throwIfAborted()
      const answer = await askFor(parts, sample.sampleId, signal)
      if (answer === 'unasked') progress.advance({ failed: 1, unasked: 1 })
      else if (answer === 'unknown' && !keepUnknown) {
        strangers.push(sample.sampleId)
        progress.advance({ failed: 1 })
      } else {
        const told = answer === 'unknown' ? null : answer
        const { difference, settled } = await keep(parts, sample, told, places.get(sample.sampleId))
        found.add(sample, difference)
        taken.push(sample.sampleId)
        if (settled) settledCount += 1
        progress.advance({ done: 1, settled: settled ? 1 : 0 })
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: maxInFlight }, lane))
  if (taken.length > 0) parts.emit('samples.changed', { batchId: null })
  const told = [
    summary({ fresh, taken, strangers }),
    ...settledText(settledCount),
    ...found.sentences(results),
  ].join(' ')
  for (const end of ends) if (end.status === 'rejected') throw withOutcome(end.reason, told)
  parts.afterAdopting(taken)
  return told
}

/** What stands in the way of all comes when some were asked for already. */
const withOutcome = (error: unknown, told: string): unknown =>
  isFailure(error) && error.code !== 'cancelled'
    ? new Failure(error.code, `${error.message} ${told}`, error.details, { cause: error })
    : error

async function askFor(
  { remote, clock }: AdoptParts,
  sampleId: string,
  signal: AbortSignal,
): Promise<Answer<OrderAnswer> | 'unknown' | 'unasked'> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await remote.sampleStatus(sampleId, { signal, priority: 'polling' })
    } catch (error) {
      if (!isFailure(error) || !ownCodes.has(error.code)) throw error
      if (error.code === 'notFound') return 'unknown'
      if (attempt === tries || !passingCodes.has(error.code)) return 'unasked'
      await clock.sleep(
        isFailure(error, 'rateLimited') ? error.details.retryAfterMs : waitMs * attempt,
        signal,
      )
    }
}

type Heard = Answer<OrderAnswer> | null

/**
 * Gives how the file and the service went together, where the file is our own export, and whether the order of a row
 * whose outcome was unknown is this one.
 */
async function keep(
  parts: AdoptParts,
  { sampleId, clientReference, fields, exported }: ListedSample,
  answer: Heard,
  place: string | undefined,
): Promise<{ difference: Difference | null; settled: boolean }> {
  const { journal, clock, form, who } = parts
  const nowIso = new Date(clock.now()).toISOString()
  const { client_reference, ...sent } = answer ? sentFields(answer.raw, await form()) : {}
  const told = toTold(answer, sent, nowIso)
  const agreement = exported ? agree(exported, told) : null
  const { fields: kept, ...known } = agreement?.kept ?? told.alone
  const reference = client_reference === undefined ? clientReference : String(client_reference)
  const settled = await journal.transaction(async (query) => {
    await query
      .insertInto('samples')
      .values({
        sample_id: sampleId,
        client_reference: clientReference ?? String(client_reference ?? sampleId),
        fields: JSON.stringify(kept),
        batch_id: null,
        place: place ?? known.created_at,
        ...known,
        service: answer?.service ?? parts.service,
        adopted_at: nowIso,
      })
      // Ordered, or taken in by another window, in the meantime: that is the truth.
      .onConflict((conflict) => conflict.column('sample_id').doNothing())
      .execute()
    const by = { who: toText(who()), nowIso }
    if (exported?.annotation) await annotateAsExported(query, sampleId, exported.annotation, by)
    else if (Object.keys(fields).length > 0) await annotateSome(query, [sampleId], withGroup(fields), by)
    if (answer === null || reference === undefined) return false
    const { service, value } = answer
    const sample = { sampleId, reference, service, createdAt: value.createdAt }
    return settleAdopted(query, sample, { who: who(), nowIso })
  })
  const isRenamed = client_reference !== undefined && String(client_reference) !== clientReference
  const difference = agreement && { ...agreement, isRenamed: isRenamed && clientReference !== undefined }
  return { difference, settled }
}

/** What a list calls `group` is the group that the register shows, filters and compares by, and no mere field. */
function withGroup(fields: ListedSample['fields']) {
  const name = Object.keys(fields).find((field) => field.trim().toLowerCase() === 'group')
  if (name === undefined) return { fields }
  const { [name]: value, ...rest } = fields
  const group = String(value).trim()
  return group === '' || group.length > longestGroup ? { fields } : { fields: rest, group }
}

const toTold = (answer: Heard, fields: Agreed['fields'], nowIso: string): Told => ({
  alone: {
    fields,
    status: answer?.value.status ?? 'unknown',
    state: answer?.value.state ?? 'unknown',
    created_at: answer?.value.createdAt ?? nowIso,
    checked_at: answer?.fetchedAt ?? null,
    synthetic: answer?.synthetic ? 1 : 0,
  },
  isTold: answer !== null,
  isCreatedTold: (answer?.value.createdAt ?? null) !== null,
})

const settledText = (count: number): string[] =>
  count === 0
    ? []
    : [`${count} of them ${count === 1 ? 'is an order' : 'are orders'} of unknown outcome, now settled.`]

type Outcome = { fresh: readonly ListedSample[]; taken: readonly string[]; strangers: readonly string[] }

function summary({ fresh, taken, strangers }: Outcome): string {
  const asked = new Set([...taken, ...strangers])
  const unasked = fresh.flatMap(({ sampleId }) => (asked.has(sampleId) ? [] : [sampleId]))
  const parts = [
    `${taken.length} taken into the register`,
    ...(strangers.length > 0
      ? [`${strangers.length} not known to the service and not kept: ${some(strangers)}`]
      : []),
    ...(unasked.length > 0
      ? [`${unasked.length} could not be asked for; try these again: ${some(unasked)}`]
      : []),
  ]
  return `${parts.join('. ')}.`
}
