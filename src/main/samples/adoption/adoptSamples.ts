import type { Handlers } from '../../../shared/contract/contract.ts'
import { type FailureCode, isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { Person } from '../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import { backoffMs } from '../../concurrency/backoff.ts'
import type { JobProgress, Jobs } from '../../concurrency/jobs.ts'
import { forEachConcurrently } from '../../concurrency/pool.ts'
import type { Clock, Emit, Files, OrderResponse, RemoteService, ServiceResponse } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import type { Journal, JournalQuery } from '../../store/journal.ts'
import { settleAdopted } from '../orders/batches/settleOrders.ts'
import { sentFields } from '../orders/orderBody.ts'
import { annotateInTransaction, formatPerson } from '../register/annotations.ts'
import { toPlace } from '../register/sampleRows.ts'
import { type AdoptedList, type ListedSample, readAdopted } from './adoptionList.ts'
import type { ExportedAnnotation } from './ownExport.ts'
import {
  createDifferenceCollector,
  type Difference,
  formatIds,
  type ReconciledSample,
  reconcile,
  type ServiceSample,
} from './reconcile.ts'

export type AdoptDeps = {
  journal: Journal
  remote: Pick<RemoteService, 'sampleStatus'>
  jobs: Jobs
  clock: Clock
  emit: Emit
  files: Pick<Files, 'path'>
  who: () => Person
  form: () => Promise<OrderForm>
  /** The address of the service, for samples it does not have. */
  service: string
  /** Called with the adopted samples after all were requested. */
  afterAdopting(sampleIds: string[]): void
}

const maxInFlight = 4
const maxRetries = 2
const initialRetryMs = 5000
/** The same limit as for a group that the user types. */
const maxGroupLength = 200

/** Failures that a retry may not meet. */
const transientCodes: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'rateLimited',
  'serviceFailed',
  'timeout',
])
/** Failures that affect one sample. Any other failure stops the job. */
const perSampleCodes: ReadonlySet<FailureCode> = new Set<FailureCode>([
  ...transientCodes,
  'notFound',
  'rejected',
  'unreadable',
])

/**
 * Adds orders that were placed elsewhere to the register, after fetching the status of each from the service. Samples
 * added before the job is stopped stay, so the user can submit the same list again.
 */
export function createAdopt(deps: AdoptDeps): Handlers['samples.adopt'] {
  const { journal, jobs, files } = deps
  return async ({ from, keepUnknown }) => {
    const list =
      'fileId' in from
        ? rejectOtherServices(await readAdopted(files.path(from.fileId)), deps.service)
        : { samples: from.samples.map((sample, row) => ({ ...sample, row })), ...emptyFileReport }
    const { newSamples, already, repeated } = await partitionSamples(journal, list.samples)
    const report = { requested: newSamples.length, already, repeated, empty: list.empty, broken: list.broken }
    if (newSamples.length === 0) return { jobId: null, ...report }
    const spec = {
      kind: 'refresh' as const,
      title: message('samples.addSamples', { count: newSamples.length }),
      total: newSamples.length,
      requestsPerItem: 1,
    }
    const jobId = jobs.start(spec, (progress, signal) =>
      adoptSamples(deps, { newSamples, keepUnknown, results: list.results }, progress, signal),
    )
    return { jobId, ...report }
  }
}

const emptyFileReport = { empty: 0, broken: [], results: [] }

async function partitionSamples({ query }: Journal, samples: readonly ListedSample[]) {
  const byId = new Map<string, ListedSample>()
  const repeated: string[] = []
  for (const sample of samples)
    if (byId.has(sample.sampleId)) repeated.push(sample.sampleId)
    else byId.set(sample.sampleId, sample)
  const rows = await query
    .selectFrom('samples')
    .select('sample_id')
    .where('sample_id', 'in', boundList(byId.keys()))
    .execute()
  const already = rows.map((row) => row.sample_id)
  for (const sampleId of already) byId.delete(sampleId)
  return { newSamples: [...byId.values()], already, repeated }
}

type AdoptTask = { newSamples: readonly ListedSample[]; keepUnknown: boolean; results: readonly string[] }

async function adoptSamples(
  deps: AdoptDeps,
  { newSamples, keepUnknown, results }: AdoptTask,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<Message> {
  const adopted: string[] = []
  const unknownIds: string[] = []
  let settledCount = 0
  const registerPlaces = registerPlacesOf(newSamples)
  const differences = createDifferenceCollector()
  const adoptOne = async (sample: ListedSample): Promise<void> => {
    const answer = await fetchStatus(deps, sample.sampleId, signal)
    if (answer === 'notRequested') return progress.advance({ failed: 1, notRequested: 1 })
    if (answer === 'unknown' && !keepUnknown) {
      unknownIds.push(sample.sampleId)
      return progress.advance({ failed: 1 })
    }
    const orderAnswer = answer === 'unknown' ? null : answer
    const place = registerPlaces.get(sample.sampleId)
    const { difference, settled } = await storeSample(deps, sample, orderAnswer, place)
    differences.add(sample, difference)
    adopted.push(sample.sampleId)
    if (settled) settledCount += 1
    progress.advance({ done: 1, settled: settled ? 1 : 0 })
  }
  // The first failure stops the job. Samples in flight are still adopted.
  const stopped = await forEachConcurrently(newSamples, { limit: maxInFlight, signal }, adoptOne).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  if (adopted.length > 0) {
    deps.emit('samples.changed', { batchId: null })
    deps.afterAdopting(adopted)
  }
  const answeredIds = new Set([...adopted, ...unknownIds])
  const unansweredIds = newSamples
    .map(({ sampleId }) => sampleId)
    .filter((sampleId) => !answeredIds.has(sampleId))
  const outcome = joinMessages([
    message('samples.addedRegister', { count: adopted.length }),
    unknownIds.length > 0
      ? message('samples.notFoundServiceNot', { count: unknownIds.length, unknownIds: formatIds(unknownIds) })
      : null,
    unansweredIds.length > 0
      ? message('samples.couldNotCheckedTry', {
          count: unansweredIds.length,
          unansweredIds: formatIds(unansweredIds),
        })
      : null,
    settledCount > 0 ? message('samples.ordersUnknownOutcomeNow', { count: settledCount }) : null,
    ...differences.messages(results),
  ])
  // The failure that stopped the job reports the outcome so far.
  if (stopped && isFailure(stopped.error) && stopped.error.code !== 'cancelled')
    throw stopped.error.withMore(outcome)
  if (stopped) throw stopped.error
  return outcome
}

async function fetchStatus(
  { remote, clock }: AdoptDeps,
  sampleId: string,
  signal: AbortSignal,
): Promise<ServiceResponse<OrderResponse> | 'unknown' | 'notRequested'> {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await remote.sampleStatus(sampleId, { signal, priority: 'polling' })
    } catch (error) {
      if (!isFailure(error) || !perSampleCodes.has(error.code)) throw error
      if (error.code === 'notFound') return 'unknown'
      if (attempt === maxRetries || !transientCodes.has(error.code)) return 'notRequested'
      await clock.sleep(
        isFailure(error, 'rateLimited')
          ? error.details.retryAfterMs
          : backoffMs(attempt, { initialMs: initialRetryMs }),
        signal,
      )
    }
}

type StatusAnswer = ServiceResponse<OrderResponse> | null

/**
 * Stores an adopted sample. Returns the differences between the file and the service (if the file is our own export)
 * and whether the sample settled an order of unknown outcome.
 */
async function storeSample(
  deps: AdoptDeps,
  { sampleId, clientReference, fields, exported }: ListedSample,
  answer: StatusAnswer,
  place: string | undefined,
): Promise<{ difference: Difference | null; settled: boolean }> {
  const { journal, clock, form, who } = deps
  const nowIso = new Date(clock.now()).toISOString()
  const { client_reference, ...sent } = answer ? sentFields(answer.raw, await form()) : {}
  const serviceSample = toServiceSample(answer, sent, nowIso)
  const reconciliation = exported ? reconcile(exported, serviceSample) : null
  const { fields: mergedFields, ...known } = reconciliation?.merged ?? serviceSample.values
  const reference = client_reference === undefined ? clientReference : String(client_reference)
  const settled = await journal.transaction(async (query) => {
    await query
      .insertInto('samples')
      .values({
        sample_id: sampleId,
        client_reference: clientReference ?? String(client_reference ?? sampleId),
        fields: JSON.stringify(mergedFields),
        batch_id: null,
        place: place ?? known.created_at,
        ...known,
        service: answer?.service ?? deps.service,
        adopted_at: nowIso,
      })
      // If the sample was ordered or adopted by another window in the meantime, that row is kept.
      .onConflict((conflict) => conflict.column('sample_id').doNothing())
      .execute()
    const by = { who: formatPerson(who()), nowIso }
    if (exported?.annotation) await annotateAsExported(query, sampleId, exported.annotation, by)
    else if (Object.keys(fields).length > 0)
      await annotateInTransaction(query, [{ sampleId, change: withGroup(fields) }], by)
    if (answer === null || reference === undefined) return false
    const { service, value } = answer
    const sample = { sampleId, reference, service, createdAt: value.createdAt }
    return settleAdopted(query, sample, { who: who(), nowIso })
  })
  const isRenamed = client_reference !== undefined && String(client_reference) !== clientReference
  const difference = reconciliation && {
    ...reconciliation,
    isRenamed: isRenamed && clientReference !== undefined,
  }
  return { difference, settled }
}

/** Moves the column `group` of a list to the annotation's group, which the register shows, filters and compares by. */
function withGroup(fields: ListedSample['fields']) {
  const name = Object.keys(fields).find((field) => field.trim().toLowerCase() === 'group')
  if (name === undefined) return { fields }
  const { [name]: value, ...rest } = fields
  const group = String(value).trim()
  return group === '' || group.length > maxGroupLength ? { fields } : { fields: rest, group }
}

const toServiceSample = (
  answer: StatusAnswer,
  fields: ReconciledSample['fields'],
  nowIso: string,
): ServiceSample => ({
  values: {
    fields,
    status: answer?.value.status ?? 'unknown',
    state: answer?.value.state ?? 'unknown',
    created_at: answer?.value.createdAt ?? nowIso,
    checked_at: answer?.fetchedAt ?? null,
    synthetic: answer?.synthetic ? 1 : 0,
  },
  isKnown: answer !== null,
  isCreatedAtKnown: (answer?.value.createdAt ?? null) !== null,
})

/**
 * Moves the rows of our own export that come from another service, where the same ID may be another sample, to
 * `broken`. Throws `rejected` if all rows do.
 */
function rejectOtherServices(list: AdoptedList, service: string): AdoptedList {
  const groups = Map.groupBy(list.samples, (sample) => isOfOtherService(sample, service))
  const [foreign = [], samples = []] = [groups.get(true), groups.get(false)]
  const [first] = foreign
  if (!first) return list
  const otherService = first.exported?.service ?? ''
  const problem = (from: string): Message => message('samples.exportedProfileUsesAdd', { from, service })
  if (samples.length === 0)
    throw rejected(message('samples.nothingAddedTableExported', { otherService, service }), [
      { field: 'service', message: problem(otherService) },
    ])
  const broken = foreign.map(({ row, exported }) => ({ row, message: problem(exported?.service ?? '') }))
  return { ...list, samples, broken: [...list.broken, ...broken].sort((a, b) => a.row - b.row) }
}

const isOfOtherService = ({ exported }: ListedSample, service: string): boolean =>
  typeof exported?.service === 'string' && originOf(exported.service) !== originOf(service)

/** Compares by origin only: each profile detects the API path of its service itself. */
const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address)

/** Returns the register positions of samples from our own export, in file order at equal times. */
function registerPlacesOf(samples: readonly ListedSample[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  let latest = ''
  for (const { sampleId, row, exported } of samples) {
    if (!exported) continue
    if (exported.createdAt !== null && exported.createdAt > latest) latest = exported.createdAt
    // The column of times may be missing, and then the file does not define positions.
    if (latest !== '') places.set(sampleId, toPlace(latest, row))
  }
  return places
}

/** Writes the annotation from the other computer, with its time and author if the file has them. */
async function annotateAsExported(
  query: JournalQuery,
  sampleId: string,
  { group, tags, note, fields, changedAt, changedBy }: ExportedAnnotation,
  { who, nowIso }: { who: string; nowIso: string },
): Promise<void> {
  const change = { group, addTags: tags, note, fields }
  const by = changedAt === null ? { who, nowIso } : { who: changedBy ?? '', nowIso: changedAt }
  await annotateInTransaction(query, [{ sampleId, change }], by)
}
