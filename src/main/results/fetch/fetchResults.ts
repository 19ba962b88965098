import { type Failure, type FailureCode, isFailure } from '../../../shared/contract/failures.ts'
import { createThrottle } from '../../../shared/throttle.ts'
import { joinMessages, type Message, message, toEnglish } from '../../../shared/words/message.ts'
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
  /** Results fetched before this time (ISO 8601) do not count; empty: all count. */
  since: string
  /** True: nothing is requested a second time, since the user has not agreed to pay for it again. */
  onlyNew: boolean
}

/** The outcome of an earlier run's request. `lost`: its response never arrived. `refused`: the service refused it. */
export type FetchOutcome = 'analysed' | 'alreadyHere' | 'empty' | 'lost' | 'refused'
/** `elsewhere`: another run is sending it. */
type RequestOutcome = FetchOutcome | 'elsewhere'

/** A sample with requests to send. `reference`: its name for the user. `outcomes`: of its settled requests. */
export type PendingSample = {
  sampleId: string
  reference: string
  kinds: readonly AnalysisKind[]
  outcomes: readonly FetchOutcome[]
}

const maxInFlight = 4
/** Screens reload their tables on each `results.changed`; once a second is enough to watch them fill. */
const notifyIntervalMs = 1000
/** The interval for rechecking a request that another run is sending. */
const recheckIntervalMs = 1000

/** Failures that need the user (sign in, free disk space) stop the run. Other failures affect one sample only. */
const fatalCodes: ReadonlySet<FailureCode> = new Set([
  'offline',
  'notSignedIn',
  'rateLimited',
  'forbidden',
  'keychain',
  'file',
])

/** Failures of the service itself. After several in a row, the remaining requests would probably fail too. */
const serviceFailureCodes: ReadonlySet<FailureCode> = new Set(['serviceFailed', 'timeout'])
/** As many as the client sends before it stops calling a failing service. */
const maxConsecutiveFailures = 5

/** Returns true if the service may have processed the request even though no response arrived. */
const mayHaveBeenProcessed = (error: unknown): boolean =>
  !isFailure(error) || serviceFailureCodes.has(error.code) || ['offline', 'cancelled'].includes(error.code)

/**
 * Fetches the pending results of the samples in all waves, at most `maxInFlight` at a time, and stores each as it
 * arrives. Within a wave, samples whose last request the service failed come last, so they do not hold up the others.
 * Requests that another run is sending are waited for. At the end, the signal passed to `waves` is aborted and the
 * waves are awaited.
 */
export async function fetchResults(
  deps: FetchDeps,
  pathways: readonly string[],
  waves: (signal: AbortSignal) => AsyncIterable<readonly PendingSample[]>,
): Promise<void> {
  const settle = createSettle(deps)
  const fetchAll = async (leaseSignal: AbortSignal): Promise<void> => {
    const stop = new AbortController()
    const signal = AbortSignal.any([leaseSignal, stop.signal])
    const turns = createTurns(deps, waves(signal), signal)
    const options = { limit: maxInFlight, signal, onError: (error: unknown) => stop.abort(error) }
    try {
      await forEachConcurrently(turns.samples(), options, async (sample, whileWorking) => {
        const rest = await settle(
          sample,
          () => fetchSample(deps, pathways, sample, whileWorking),
          whileWorking,
        )
        if (rest) turns.putBack(rest)
        else turns.end()
      })
    } finally {
      stop.abort()
      await turns.close()
    }
  }
  try {
    await holdLease({ clock: deps.clock, renew: deps.leases.renew }, deps.signal, fetchAll)
  } catch (error) {
    throw isFailure(error) && error.code !== 'cancelled' ? toStoppedFailure(error, deps.report) : error
  } finally {
    deps.emit('results.changed', {})
  }
}

type Turns = {
  samples(): AsyncGenerator<PendingSample>
  /** Call when a sample is settled. */
  end(): void
  /** Puts back a sample whose request another run is sending; it is yielded again later. */
  putBack(sample: PendingSample): void
  /** Call after the signal is aborted: waits until no wave is being read. */
  close(): Promise<void>
}

/** Yields the samples of the waves. The next wave is read when all earlier samples have been yielded. */
function createTurns(
  { clock, leases }: Pick<FetchDeps, 'clock' | 'leases'>,
  waves: AsyncIterable<readonly PendingSample[]>,
  signal: AbortSignal,
): Turns {
  const iterator = waves[Symbol.asyncIterator]()
  const ready: PendingSample[] = []
  let inTurn = 0
  let wave: Promise<boolean> | null = null
  let change = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => change.resolve(), { once: true })

  /** Returns false if there are no more waves. */
  const readWave = async (): Promise<boolean> => {
    const next = await iterator.next()
    if (next.done) return false
    const failing = await leases.failingSamples()
    const isFailing = ({ sampleId }: PendingSample): number => Number(failing.has(sampleId))
    ready.push(...next.value.toSorted((a, b) => isFailing(a) - isFailing(b)))
    wave = null
    return true
  }
  const end = (): void => {
    inTurn -= 1
    change.resolve()
  }

  return {
    async *samples() {
      for (;;) {
        signal.throwIfAborted()
        const sample = ready.shift()
        if (sample) {
          inTurn += 1
          yield sample
          continue
        }
        wave ??= readWave()
        // The promise is awaited again if a sample that was put back comes first.
        wave.catch(() => undefined)
        change = Promise.withResolvers()
        const more = await Promise.race([wave, change.promise])
        if (more === false && ready.length === 0) {
          if (inTurn === 0) return
          await change.promise
        }
      }
    },
    end,
    putBack(sample) {
      clock.sleep(recheckIntervalMs, signal).then(
        () => {
          ready.push(sample)
          end()
        },
        () => undefined,
      )
    },
    async close() {
      // Its error has already stopped the samples, or it is the abort itself.
      await wave?.catch(() => undefined)
      await iterator.return?.()
    },
  }
}

/** Creates a function that reports a sample's outcome and returns the requests of another run, or null. */
function createSettle({ clock, emit, report, progress }: FetchDeps) {
  const changed = createThrottle({ clock, intervalMs: notifyIntervalMs }, () => emit('results.changed', {}))
  let consecutiveFailures = 0
  return async (
    sample: PendingSample,
    work: () => Promise<PendingSample>,
    signal: AbortSignal,
  ): Promise<PendingSample | null> => {
    try {
      const rest = await work()
      if (rest.kinds.length > 0) return rest
      if (reportSettled({ report, progress }, rest) !== 'alreadyHere') consecutiveFailures = 0
    } catch (error) {
      if (signal.aborted || !isFailure(error) || fatalCodes.has(error.code)) throw error
      consecutiveFailures = serviceFailureCodes.has(error.code) ? consecutiveFailures + 1 : 0
      if (consecutiveFailures >= maxConsecutiveFailures) throw error
      report.failed(sample.reference, error.userMessage)
      progress.advance({ failed: 1 })
    }
    changed.trigger()
    return null
  }
}

const failureMessages = {
  empty: message('analyses.serviceRespondedWithoutValue'),
  lost: message('analyses.requestedBeforeNoResult'),
  refused: message('analyses.serviceRefusedEarlierRequest'),
}

/** Counts and reports a sample without pending requests and returns its outcome. */
export function reportSettled(
  { report, progress }: Pick<FetchDeps, 'report' | 'progress'>,
  { reference, outcomes }: PendingSample,
): FetchOutcome {
  const outcome =
    (['lost', 'refused', 'empty', 'analysed'] as const).find((one) => outcomes.includes(one)) ?? 'alreadyHere'
  report.settled(reference, outcome)
  progress.advance(isDone(outcome) ? { done: 1 } : { failed: 1 })
  return outcome
}

/** Returns true if the sample has its results. */
const isDone = (outcome: FetchOutcome): outcome is 'analysed' | 'alreadyHere' =>
  outcome === 'analysed' || outcome === 'alreadyHere'

const toStoppedFailure = (failure: Failure, report: RunReport): Failure =>
  failure.withMore(message('analyses.samplesResultsRunAnalysis', { report: report.withResult() }))

/** Fetches the results of a sample. The `kinds` it returns are those that another run is sending. */
async function fetchSample(
  deps: FetchDeps,
  pathways: readonly string[],
  sample: PendingSample,
  signal: AbortSignal,
): Promise<PendingSample> {
  const { sampleId } = sample
  const outcomes = [...sample.outcomes]
  const kinds: AnalysisKind[] = []
  for (const kind of sample.kinds) {
    const outcome = await fetchOne(deps, { sampleId, kind, pathways }, signal)
    if (outcome === 'elsewhere') kinds.push(kind)
    else outcomes.push(outcome)
  }
  return { ...sample, kinds, outcomes }
}

async function fetchOne(
  deps: FetchDeps,
  request: ResultRequest,
  signal: AbortSignal,
): Promise<RequestOutcome> {
  const { leases, report, onlyNew } = deps
  const { state: leaseState, wasSent, wasRefused, resultAt: resultAddress } = await leases.acquire(request)
  if (leaseState === 'taken') return 'elsewhere'
  const stored = await findStored(deps, request)
  if (stored !== null) {
    await leases.release(request)
    return stored
  }
  if (onlyNew && wasSent && resultAddress === null) {
    await leases.giveBack(request)
    return wasRefused ? 'refused' : 'lost'
  }
  let isSent = false
  /** True while the result of an earlier request can be fetched from its address, so nothing is sent again. */
  let isFetching = resultAddress !== null
  const beforeSend = async (): Promise<void> => {
    // The earlier result is gone; the next attempt reports it as lost.
    if (onlyNew && wasSent && !isFetching) throw new RequestLeaseLost()
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
    // A new request may return a readable result.
    if (isFetching && isFailure(error, 'unreadable')) await leases.setResultAddress(request, null)
    const isFailing = isSent && !signal.aborted && isFailure(error) && serviceFailureCodes.has(error.code)
    const isInDoubt = isSent && mayHaveBeenProcessed(error)
    const isRefused = isSent && isFailure(error) && !fatalCodes.has(error.code)
    if (leaseState === 'lost' || isFetching || isInDoubt) await leases.markUnanswered(request, isFailing)
    // A repetition that was rejected, for example by a full quota, keeps the earlier refusal.
    else if (isRefused || wasRefused) await leases.markRefused(request)
    else if (wasSent) await leases.giveBack(request)
    else await leases.release(request)
    throw isInDoubt && isFailure(error) && error.code !== 'cancelled' ? error.withMore(notRepeated) : error
  }
}

/** Analyses have no idempotency key, so only the user may decide to repeat one. */
const notRepeated = message('analyses.serviceCountedRequestPathclock')

/** Returns the result that another run has fetched. Unless `onlyNew`, one without a value is requested again. */
async function findStored(
  { resultStore, since, onlyNew }: FetchDeps,
  { sampleId, kind, pathways }: ResultRequest,
): Promise<'alreadyHere' | 'empty' | null> {
  const isCovered = async (countsEmpty: boolean): Promise<boolean> => {
    const request = { sampleIds: [sampleId], kinds: [kind], pathways, since, countsEmpty }
    return (await resultStore.covered(request)).has(coverKey(sampleId, kind))
  }
  if (await isCovered(false)) return 'alreadyHere'
  return onlyNew && (await isCovered(true)) ? 'empty' : null
}

async function fetchAndStore(
  { remote, resultStore, report }: FetchDeps,
  { sampleId, kind, pathways }: ResultRequest,
  options: Parameters<RemoteService['pathwayAnalysis']>[1],
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

type RunReport = {
  /** `reference`: the sample's name for the user. */
  settled(reference: string, outcome: FetchOutcome): void
  /** Adds a note about a stored result for the user; equal notes are shown once. */
  addNote(note: Message): void
  /** Counts a request that was sent again because its response was lost when an earlier run ended. */
  resent(): void
  failed(reference: string, reason: Message): void
  withResult(): number
  text(): Message
}

const listedFailures = 10

export function createRunReport(): RunReport {
  const counts = { analysed: 0, alreadyHere: 0, lost: 0, refused: 0, failed: 0 }
  let resentCount = 0
  /** Failed samples grouped by reason. */
  const failures = new Map<string, { reason: Message; references: string[] }>()
  let listedCount = 0
  const notes = new Map<string, Message>()
  const list = (reference: string, reason: Message): void => {
    if (listedCount === listedFailures) return
    listedCount += 1
    const sameReason = failures.get(toEnglish(reason))
    if (sameReason) sameReason.references.push(reference)
    else failures.set(toEnglish(reason), { reason, references: [reference] })
  }
  return {
    settled(reference, outcome) {
      counts[outcome === 'empty' ? 'failed' : outcome] += 1
      if (!isDone(outcome)) list(reference, failureMessages[outcome])
    },
    addNote: (note) => void notes.set(toEnglish(note), note),
    resent: () => void (resentCount += 1),
    failed(reference, reason) {
      counts.failed += 1
      list(reference, reason)
    },
    withResult: () => counts.analysed + counts.alreadyHere,
    text() {
      const parts = [
        message('analyses.samplesAnalyzed', { count: counts.analysed }),
        counts.alreadyHere > 0
          ? message('analyses.alreadyResult', { alreadyHere: counts.alreadyHere })
          : null,
        counts.lost > 0 ? message('analyses.requestedEarlierWithoutResponse', { lost: counts.lost }) : null,
        counts.refused > 0 ? message('analyses.refusedEarlier', { refused: counts.refused }) : null,
        counts.failed > 0 ? message('analyses.failed', { failed: counts.failed }) : null,
      ]
      const more = counts.lost + counts.refused + counts.failed - listedCount
      const failureLines = [...failures.values()].map(({ reason, references }) =>
        message('shared.labeled', { label: references.join(', '), text: reason }),
      )
      const shownNotes = [...notes.values()].slice(0, listedFailures)
      const moreNotes = notes.size - shownNotes.length
      return joinMessages(
        [
          message('shared.sentence', { text: joinMessages(parts, ', ') }),
          resentCount > 0 ? formatResent(resentCount) : null,
          ...shownNotes,
          moreNotes > 0 ? message('app.moreNotes', { moreNotes }) : null,
          ...failureLines,
          more > 0 ? message('app.andMore', { more }) : null,
        ],
        '\n',
      )
    },
  }
}

const formatResent = (requests: number): Message =>
  requests === 1 ? message('analyses.oneRequestLost') : message('analyses.requestsUnderWayWhen', { requests })
