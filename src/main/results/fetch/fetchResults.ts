import { type Failure, type FailureCode, isFailure } from '../../../shared/contract/failures.ts'
import { joinMessages, type Message, message, plural, toEnglish } from '../../../shared/messages/message.ts'
import { createThrottle } from '../../../shared/throttle.ts'
import type { JobProgress } from '../../concurrency/jobs.ts'
import { holdLease } from '../../concurrency/lease.ts'
import { forEachConcurrently } from '../../concurrency/pool.ts'
import type {
  AnalysisResponse,
  Clock,
  ClockResponse,
  Emit,
  RemoteService,
  ServiceResponse,
} from '../../ports.ts'
import { RequestLeaseLost, type RequestLeases, type ResultRequest } from './requestLeases.ts'
import { type AnalysisKind, coverKey, type ResultStore } from './resultStore.ts'

export type FetchDeps = {
  remote: Pick<RemoteService, 'pathwayAnalysis' | 'pathwayClock'>
  resultStore: ResultStore
  leases: RequestLeases
  clock: Clock
  emit: Emit
  report: RunReport
  progress: JobProgress
  signal: AbortSignal
  /** Answers from before do not count as results; ISO 8601, empty: all count. */
  since: string
}

/** `reference`: what a person knows the sample by. */
export type PendingSample = { sampleId: string; reference: string; kinds: AnalysisKind[] }

/** What became of a sample's requests. `elsewhere`: another run has one of them under way. */
type FetchOutcome = 'analysed' | 'alreadyHere' | 'empty' | 'elsewhere'

const maxInFlight = 4
/** Pages read their tables again on each `results.changed`; once a second is enough to watch it fill. */
const notifyIntervalMs = 1000
/** How often to look for what another run has under way. */
const recheckIntervalMs = 1000

/** Nothing more can come of these until a person acts, so they stop the run; any other failure is one sample's. */
const fatalCodes: ReadonlySet<FailureCode> = new Set([
  'offline',
  'notSignedIn',
  'rateLimited',
  'forbidden',
  'keychain',
  'file',
])

/** The service itself fails, which is no fault of one sample; so many in a row, and the rest would only fail too. */
const serviceFailureCodes: ReadonlySet<FailureCode> = new Set(['serviceFailed', 'timeout'])
/** As many as the client sends before it leaves a failing service alone. */
const maxConsecutiveFailures = 5

/** Whether a request that left may have been carried out, though no answer came. */
const mayHaveBeenProcessed = (error: unknown): boolean =>
  !isFailure(error) || serviceFailureCodes.has(error.code) || ['offline', 'cancelled'].includes(error.code)

/**
 * Fetches what is to be fetched, each answer stored as it arrives. Samples at which the service failed the last time come
 * last, so that they do not keep the others from their turn; what another run has under way is waited for.
 */
export async function fetchResults(
  deps: FetchDeps,
  pathways: readonly string[],
  pending: readonly PendingSample[],
): Promise<void> {
  const { clock, leases } = deps
  const settle = createSettle(deps)
  const fetchAll = async (leaseSignal: AbortSignal): Promise<void> => {
    let remaining = await orderFailedLast(leases, pending)
    while (remaining.length > 0) {
      const elsewhere: PendingSample[] = []
      const options = { limit: maxInFlight, signal: leaseSignal }
      await forEachConcurrently(remaining, options, async (sample, signal) => {
        if (!(await settle(sample, () => fetchSample(deps, pathways, sample, signal), signal)))
          elsewhere.push(sample)
      })
      if (elsewhere.length > 0) await clock.sleep(recheckIntervalMs, leaseSignal)
      remaining = elsewhere
    }
  }
  try {
    await holdLease({ clock, renew: leases.renew }, deps.signal, fetchAll)
  } catch (error) {
    throw isFailure(error) && error.code !== 'cancelled' ? toStoppedFailure(error, deps.report) : error
  } finally {
    deps.emit('results.changed', {})
  }
}

async function orderFailedLast(
  leases: RequestLeases,
  pending: readonly PendingSample[],
): Promise<PendingSample[]> {
  const failing = await leases.failingSamples()
  return [...pending].sort((a, b) => Number(failing.has(a.sampleId)) - Number(failing.has(b.sampleId)))
}

/** Counts and reports what became of each sample; false for one that another run has under way. */
function createSettle({ clock, emit, report, progress }: FetchDeps) {
  const changed = createThrottle({ clock, intervalMs: notifyIntervalMs }, () => emit('results.changed', {}))
  let consecutiveFailures = 0
  return async (
    sample: PendingSample,
    work: () => Promise<FetchOutcome>,
    signal: AbortSignal,
  ): Promise<boolean> => {
    try {
      const outcome = await work()
      if (outcome === 'elsewhere') return false
      if (outcome !== 'alreadyHere') consecutiveFailures = 0
      if (outcome === 'empty') report.failed(sample.reference, emptyResultMessage)
      else report[outcome]()
      progress.advance(outcome === 'empty' ? { failed: 1 } : { done: 1 })
    } catch (error) {
      if (signal.aborted || !isFailure(error) || fatalCodes.has(error.code)) throw error
      consecutiveFailures = serviceFailureCodes.has(error.code) ? consecutiveFailures + 1 : 0
      if (consecutiveFailures >= maxConsecutiveFailures) throw error
      report.failed(sample.reference, error.userMessage)
      progress.advance({ failed: 1 })
    }
    changed.trigger()
    return true
  }
}

const emptyResultMessage = message`the service responded without a value. The response is in the history of the sample, and the next analysis fetches it again.`

const toStoppedFailure = (failure: Failure, report: RunReport): Failure =>
  failure.withMore(
    message`${report.withResult()} of the samples have results. Run the analysis again to fetch the rest.`,
  )

async function fetchSample(
  deps: FetchDeps,
  pathways: readonly string[],
  { sampleId, kinds }: PendingSample,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const outcomes: FetchOutcome[] = []
  for (const kind of kinds) outcomes.push(await fetchOne(deps, { sampleId, kind, pathways }, signal))
  return (
    (['elsewhere', 'empty', 'analysed'] as const).find((outcome) => outcomes.includes(outcome)) ??
    'alreadyHere'
  )
}

async function fetchOne(deps: FetchDeps, request: ResultRequest, signal: AbortSignal): Promise<FetchOutcome> {
  const { leases, report } = deps
  const { state: leaseState, resultAt: resultAddress } = await leases.acquire(request)
  if (leaseState === 'taken') return 'elsewhere'
  if (await isCovered(deps, request)) {
    await leases.release(request)
    return 'alreadyHere'
  }
  let isSent = false
  /** Nothing is sent again as long as the result of an earlier request may be fetched. */
  let isFetching = resultAddress !== null
  const beforeSend = async (): Promise<void> => {
    await leases.markSent(request)
    if (leaseState === 'lost' && !isSent && !isFetching) report.resent()
    isSent ||= !isFetching
  }
  const onResultAddress = async (address: string | null): Promise<void> => {
    await leases.setResultAddress(request, address)
    isFetching &&= address !== null
  }
  const options = { signal, priority: 'batch', beforeSend, onResultAddress } as const
  try {
    return await fetchAndStore(
      deps,
      request,
      resultAddress === null ? options : { ...options, resultAddress },
    )
  } catch (error) {
    if (error instanceof RequestLeaseLost) return 'elsewhere'
    // Another request may bring one that can be read.
    if (isFetching && isFailure(error, 'unreadable')) await leases.setResultAddress(request, null)
    const isFailing = isSent && !signal.aborted && isFailure(error) && serviceFailureCodes.has(error.code)
    const isInDoubt = isSent && mayHaveBeenProcessed(error)
    if (leaseState === 'lost' || isFetching || isInDoubt) await leases.markUnanswered(request, isFailing)
    else await leases.release(request)
    throw isInDoubt && isFailure(error) && error.code !== 'cancelled' ? error.withMore(notRepeated) : error
  }
}

/** No key makes the service count a repeated analysis once, so a repetition is a person's decision. */
const notRepeated = message`The service may have counted this request, so Pathclock does not repeat it by itself.`

/** Another run may have fetched it since this one began. */
async function isCovered({ resultStore, since }: FetchDeps, { sampleId, kind, pathways }: ResultRequest) {
  const covered = await resultStore.covered({ sampleIds: [sampleId], kinds: [kind], pathways, since })
  return covered.has(coverKey(sampleId, kind))
}

type Options = Parameters<RemoteService['pathwayAnalysis']>[1]

async function fetchAndStore(
  { remote, resultStore, report }: FetchDeps,
  { sampleId, kind, pathways }: ResultRequest,
  options: Options,
): Promise<FetchOutcome> {
  const body = { sampleId, ...(pathways.length > 0 ? { pathways: [...pathways] } : {}) }
  const note = (answer: ServiceResponse<AnalysisResponse | ClockResponse>): void => {
    if (answer.value.note !== undefined) report.addNote(answer.value.note)
  }
  if (kind === 'activity') {
    const answer = await remote.pathwayAnalysis(body, options)
    await resultStore.store({ sampleId, pathways, kind, answer })
    note(answer)
    return answer.value.scores.length === 0 ? 'empty' : 'analysed'
  }
  const answer = await remote.pathwayClock(body, options)
  await resultStore.store({ sampleId, pathways, kind, answer })
  note(answer)
  return answer.value.offsets.length + answer.value.values.length === 0 ? 'empty' : 'analysed'
}

/** What happened to the samples of one run, and the message that reports it. */
type RunReport = {
  analysed(): void
  alreadyHere(): void
  /** What a person should know of an answer that was stored; the same words are reported once. */
  addNote(note: Message): void
  /** Its answer was lost when an earlier run ended, so it was requested once more. */
  resent(): void
  /** `reference`: what a person knows the sample by. */
  failed(reference: string, reason: Message): void
  /** How many have an answer now. */
  withResult(): number
  text(): Message
}

const listedFailures = 10

export function createRunReport(): RunReport {
  const counts = { analysed: 0, alreadyHere: 0, failed: 0 }
  let resentCount = 0
  /** What failed for the same reason stands together. */
  const failures = new Map<string, { reason: Message; references: string[] }>()
  let listedCount = 0
  const notes = new Map<string, Message>()
  return {
    analysed: () => void (counts.analysed += 1),
    alreadyHere: () => void (counts.alreadyHere += 1),
    addNote: (note) => void notes.set(toEnglish(note), note),
    resent: () => void (resentCount += 1),
    failed(reference, reason) {
      counts.failed += 1
      if (listedCount === listedFailures) return
      listedCount += 1
      const sameReason = failures.get(toEnglish(reason))
      if (sameReason) sameReason.references.push(reference)
      else failures.set(toEnglish(reason), { reason, references: [reference] })
    },
    withResult: () => counts.analysed + counts.alreadyHere,
    text() {
      const parts = [
        message`${counts.analysed} ${plural(counts.analysed, 'sample')} analysed`,
        counts.alreadyHere > 0 ? message`${counts.alreadyHere} already had a result` : null,
        counts.failed > 0 ? message`${counts.failed} failed` : null,
      ]
      const more = counts.failed - listedCount
      const failureLines = [...failures.values()].map(
        ({ reason, references }) => message`${references.join(', ')}: ${reason}`,
      )
      const shownNotes = [...notes.values()].slice(0, listedFailures)
      const moreNotes = notes.size - shownNotes.length
      return joinMessages(
        [
          message`${joinMessages(parts, ', ')}.`,
          resentCount > 0 ? formatResent(resentCount) : null,
          ...shownNotes,
          moreNotes > 0 ? message`and ${moreNotes} more notes` : null,
          ...failureLines,
          more > 0 ? message`and ${more} more` : null,
        ],
        '\n',
      )
    },
  }
}

const formatResent = (requests: number): Message =>
  requests === 1
    ? message`1 request was under way when an earlier run ended, and its answer was lost: it was sent again, and the service may count it twice.`
    : message`${requests} requests were under way when an earlier run ended, and their answers were lost: they were sent again, and the service may count them twice.`
