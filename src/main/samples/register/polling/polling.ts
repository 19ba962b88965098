import type { Handlers } from '../../../../shared/contract/contract.ts'
import { Failure, type FailureCode, isFailure } from '../../../../shared/contract/failures.ts'
import { isFinal } from '../../../../shared/domain/samples/sample.ts'
import { joinMessages, type Message, message } from '../../../../shared/words/message.ts'
import type { JobProgress, Jobs } from '../../../concurrency/jobs.ts'
import type { Clock, Emit, OrderResponse, Random, RemoteService, ServiceResponse } from '../../../ports.ts'
import type { Journal } from '../../../store/journal.ts'
import { requireRegistered } from '../../../store/requireRegistered.ts'
import { findRow, updateRows } from '../../../store/rows.ts'
import { createSampleChangeNotifier, openSamples } from '../sampleRows.ts'
import { createSchedule } from './pollSchedule.ts'

/**
 * `open`: the samples that were not final when the watch ended. `failed`: the service does not have them, or its
 * response cannot be read. `unknownWords`: the unknown states of the open samples that the watch gave up on.
 */
type PollOutcome = { final: number; failed: number; open: number; unknownWords: string[] }

/** A subscription to a set of samples. Overlapping subscriptions share one request per sample. */
type Subscription = {
  /** Adds samples; the next request for each is due immediately. Returns false if the subscription has ended. */
  add(sampleIds: Iterable<string>): boolean
  /** Rejects with the failure that stops all polling, or with the signal's reason. */
  ended: Promise<PollOutcome>
}

type OnProgress = (by: { done?: number; failed?: number }, sampleId: string) => void

type Watcher = {
  open: Set<string>
  counts: { final: number; failed: number }
  onProgress: OnProgress
  end(error?: unknown): void
}

const maxInFlight = 4
/** Much longer than most analyses take. A sample that takes longer is polled again at the next refresh. */
const timeoutMs = 2 * 60 * 60_000

/** An unknown state that has not changed for this long may be the final one. The user has to say what it means. */
const stuckAfterMs = 2 * 60_000
/** The poll interval of such a sample. */
const stuckIntervalMs = 5 * 60_000

/** Failures that need the user to act, so every subscription ends with the error. */
const fatalCodes: ReadonlySet<FailureCode> = new Set([
  'offline',
  'notSignedIn',
  'forbidden',
  'keychain',
  'file',
])
/**
 * Failures that the next poll may not meet, and requests that were cancelled because no subscription needed them. Any
 * other failure affects one sample only, which is given up.
 */
const transientCodes: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'rateLimited',
  'serviceFailed',
  'timeout',
  'cancelled',
])

/**
 * Polls the states of samples until they are final: immediately, after 2 s, then at growing intervals up to 60 s. One
 * schedule serves the whole register, with at most four requests in flight at polling priority.
 */
export function createPolling(deps: {
  journal: Journal
  remote: Pick<RemoteService, 'sampleStatus'>
  clock: Clock
  random: Random
  emit: Emit
  /** False for a single command, during which the user cannot explain an unknown state. */
  waitsForUnknownStates: boolean
}) {
  const { journal, remote, clock, waitsForUnknownStates } = deps
  /** Samples in an unknown state, each with the state and the time it was first seen. */
  const unknownStates = new Map<string, { word: string; sinceMs: number }>()
  const watchers = new Set<Watcher>()
  const schedule = createSchedule(deps)
  const changeNotifier = createSampleChangeNotifier(deps, null)
  const inFlight = new Map<string, AbortController>()
  let wakeUp = new AbortController()

  const isWatched = (sampleId: string): boolean => [...watchers].some(({ open }) => open.has(sampleId))

  /** Returns true if a sample has been in the same unknown state for `stuckAfterMs`. */
  const isStuck = (sampleId: string): boolean => {
    const since = unknownStates.get(sampleId)
    return since !== undefined && clock.now() - since.sinceMs >= stuckAfterMs
  }

  const trackUnknownState = (sampleId: string, { state, status }: OrderResponse): void => {
    if (state !== 'unknown') unknownStates.delete(sampleId)
    else if (unknownStates.get(sampleId)?.word !== status)
      unknownStates.set(sampleId, { word: status, sinceMs: clock.now() })
  }

  const endStuckWatchers = (): void => {
    if (waitsForUnknownStates) return
    for (const watcher of watchers) if ([...watcher.open].every(isStuck)) watcher.end()
  }

  const finish = (sampleId: string, outcome: 'final' | 'failed'): void => {
    schedule.remove(sampleId)
    unknownStates.delete(sampleId)
    for (const watcher of watchers) {
      if (!watcher.open.delete(sampleId)) continue
      watcher.counts[outcome] += 1
      watcher.onProgress(outcome === 'final' ? { done: 1 } : { failed: 1 }, sampleId)
      if (watcher.open.size === 0) watcher.end()
    }
    endStuckWatchers()
  }

  const poll = async (sampleId: string, signal: AbortSignal): Promise<void> => {
    try {
      const answer = await remote.sampleStatus(sampleId, { signal, priority: 'polling' })
      if (await storeState(journal, sampleId, answer)) changeNotifier.trigger()
      trackUnknownState(sampleId, answer.value)
      if (isFinal(answer.value.state)) finish(sampleId, 'final')
      else schedule.later(sampleId, isStuck(sampleId) ? stuckIntervalMs : 0)
      if (isStuck(sampleId)) endStuckWatchers()
    } catch (error) {
      if (isFailure(error) && transientCodes.has(error.code))
        schedule.later(sampleId, isFailure(error, 'rateLimited') ? error.details.retryAfterMs : 0)
      else if (isFailure(error) && !fatalCodes.has(error.code)) finish(sampleId, 'failed')
      else {
        // Every subscription ends, so the sample is not polled again until the next one.
        schedule.later(sampleId)
        for (const watcher of watchers) watcher.end(withAdvice(error))
      }
    }
  }

  const pump = (): void => {
    wakeUp.abort()
    while (inFlight.size < maxInFlight) {
      const next = schedule.next()
      if (!next) break
      if (!isWatched(next.sampleId)) {
        schedule.remove(next.sampleId)
        continue
      }
      if (next.atMs > clock.now()) {
        wakeAt(next.atMs)
        break
      }
      startPoll(next.sampleId)
    }
    if (inFlight.size === 0) changeNotifier.flush()
  }

  const startPoll = (sampleId: string): void => {
    const request = new AbortController()
    schedule.markInFlight(sampleId)
    inFlight.set(sampleId, request)
    void poll(sampleId, request.signal).then(() => {
      inFlight.delete(sampleId)
      pump()
    })
  }

  const abortUnwatched = (): void => {
    for (const [sampleId, request] of inFlight) if (!isWatched(sampleId)) request.abort(notPolledFailure())
  }

  const wakeAt = (atMs: number): void => {
    wakeUp = new AbortController()
    clock.sleep(atMs - clock.now(), wakeUp.signal).then(pump, () => undefined)
  }

  const watch = (sampleIds: Iterable<string>, signal: AbortSignal, onProgress: OnProgress): Subscription => {
    const ended = new AbortController()
    const { promise, resolve, reject } = Promise.withResolvers<PollOutcome>()
    const cancel = (): void => watcher.end(signal.reason)
    const watcher: Watcher = {
      open: new Set(),
      counts: { final: 0, failed: 0 },
      onProgress,
      end(error) {
        if (!watchers.delete(watcher)) return
        signal.removeEventListener('abort', cancel)
        ended.abort()
        abortUnwatched()
        changeNotifier.flush()
        const words = [...watcher.open].flatMap((sampleId) =>
          isStuck(sampleId) ? [unknownStates.get(sampleId)?.word ?? ''] : [],
        )
        if (error === undefined)
          resolve({ ...watcher.counts, open: watcher.open.size, unknownWords: [...new Set(words)] })
        else reject(error)
        pump()
      },
    }
    const add = (more: Iterable<string>): boolean => {
      if (!watchers.has(watcher)) return false
      for (const sampleId of more) {
        watcher.open.add(sampleId)
        schedule.soon(sampleId)
      }
      pump()
      return true
    }
    watchers.add(watcher)
    signal.addEventListener('abort', cancel)
    clock.sleep(timeoutMs, ended.signal).then(
      () => watcher.end(),
      () => undefined,
    )
    add(sampleIds)
    if (signal.aborted) cancel()
    else if (watcher.open.size === 0) watcher.end()
    return { add, ended: promise }
  }

  /** Call after the states in the register were refreshed: open samples are polled immediately. */
  const statesChanged = async (): Promise<void> => {
    const open = [...new Set([...watchers].flatMap((watcher) => [...watcher.open]))]
    const stillOpen = new Set(await openSamples(journal.query, open))
    for (const sampleId of open) {
      unknownStates.delete(sampleId)
      if (stillOpen.has(sampleId)) schedule.soon(sampleId)
      else finish(sampleId, 'final')
    }
    changeNotifier.trigger()
    changeNotifier.flush()
    pump()
  }
  return { watch, statesChanged }
}

/** Stores the state that the service returned. Returns true if the status changed. */
async function storeState(
  journal: Journal,
  sampleId: string,
  { value, fetchedAt, synthetic }: ServiceResponse<OrderResponse>,
): Promise<boolean> {
  const sample = { sample_id: sampleId }
  const previous = await findRow(journal.query, 'samples', sample)
  await updateRows(journal.query, 'samples', sample, {
    status: value.status,
    state: value.state,
    checked_at: fetchedAt,
    // A synthetic sample stays synthetic: a response without the flag does not clear it.
    ...(synthetic ? { synthetic: 1 } : {}),
  })
  return previous?.status !== value.status
}

const notPolledFailure = (): Failure => new Failure('cancelled', message('samples.nothingWaitsSample'), {})

const withAdvice = (error: unknown): unknown =>
  isFailure(error) ? error.withMore(message('samples.refreshSamplesAgain')) : error

type Polling = ReturnType<typeof createPolling>

type RefreshJob = { jobId: string; sampleIds: Set<string>; progress?: JobProgress; watch?: Subscription }

/** Creates the refresh: one job polls all requested samples, and further requests join it while it runs. */
export function createRefresh(deps: {
  journal: Journal
  jobs: Jobs
  polling: Polling
}): Handlers['samples.refresh'] {
  const { journal, jobs, polling } = deps
  let running: RefreshJob | null = null

  /** Returns false if the job has just ended. */
  const join = (job: RefreshJob, sampleIds: string[]): boolean => {
    if (job.watch && !job.watch.add(sampleIds)) return false
    for (const sampleId of sampleIds) job.sampleIds.add(sampleId)
    job.progress?.total(job.sampleIds.size)
    return true
  }

  const start = (sampleIds: string[]): RefreshJob => {
    const job: RefreshJob = { jobId: '', sampleIds: new Set(sampleIds) }
    const spec = {
      kind: 'refresh' as const,
      title: message('samples.refreshSamples'),
      total: sampleIds.length,
      requestsPerItem: 1,
    }
    job.jobId = jobs.start(spec, async (progress, signal) => {
      job.progress = progress
      progress.total(job.sampleIds.size)
      job.watch = polling.watch(job.sampleIds, signal, (by) => progress.advance(by))
      return summary(await job.watch.ended)
    })
    void jobs.finished(job.jobId).then(() => {
      if (running === job) running = null
    })
    return job
  }

  return async ({ sampleIds }) => {
    await requireRegistered(journal.query, sampleIds)
    const open = await openSamples(journal.query, sampleIds.length === 0 ? 'all' : sampleIds)
    if (!running || !join(running, open)) running = start(open)
    return { jobId: running.jobId }
  }
}

function summary({ final, failed, open, unknownWords }: PollOutcome): Message {
  if (final + failed + open === 0) return message('samples.everySampleAlreadyDone')
  const parts = [
    message('samples.samplesDone', { count: final }),
    failed > 0 ? message('samples.couldNotCheckedService', { failed }) : null,
    open > 0 && unknownWords.length === 0 ? message('samples.notDoneAfterTwo', { count: open }) : null,
    unknownWords.length > 0
      ? message('samples.waitingPathclockNotKnow', { count: open, unknownWords: unknownWords.join('”, “') })
      : null,
  ]
  return message('shared.sentence', { text: joinMessages(parts, ', ') })
}
