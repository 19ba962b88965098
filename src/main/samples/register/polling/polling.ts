import type { Handlers } from '../../../../shared/contract/contract.ts'
import { Failure, type FailureCode, isFailure } from '../../../../shared/contract/failures.ts'
import { isFinal } from '../../../../shared/domain/samples/sample.ts'
import { joinMessages, type Message, message, plural } from '../../../../shared/messages/message.ts'
import type { JobProgress, Jobs } from '../../../concurrency/jobs.ts'
import type {
  Clock,
  Database,
  Emit,
  OrderResponse,
  Random,
  RemoteService,
  ServiceResponse,
} from '../../../ports.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import { requireRegistered } from '../../../store/requireRegistered.ts'
import { createSampleChangeNotifier, openSamples } from '../sampleRows.ts'
import { createSchedule } from './pollSchedule.ts'

/**
 * `open`: not final when the deadline passed. `failed`: the service does not know them, or nobody can read it.
 * `unknownWords`: what the service says of those that were not waited for, since nobody knows what it means.
 */
type PollOutcome = { final: number; failed: number; open: number; unknownWords: string[] }

/** One party that waits for samples; the same sample is requested once for all of them. */
type Detector = {
  /** Waits for more samples; those it waits for already are requested at once. False: it has ended. */
  add(sampleIds: Iterable<string>): boolean
  /** Rejects with what stands in the way of any answer, and with the signal's reason. */
  ended: Promise<PollOutcome>
}

type Polling = {
  watch(
    sampleIds: Iterable<string>,
    signal: AbortSignal,
    onProgress: (by: { done?: number; failed?: number }, sampleId: string) => void,
  ): Detector
  /** The register's states were read anew: what is final by now is waited for no longer, all else is requested at once. */
  statesChanged(): Promise<void>
}

type Watcher = {
  open: Set<string>
  counts: { final: number; failed: number }
  onProgress: (by: { done?: number; failed?: number }, sampleId: string) => void
  end(error?: unknown): void
}

const maxInFlight = 4
/** Long after most analyses have ended; a sample that outlasts it is requested at the next refresh. */
const timeoutMs = 2 * 60 * 60_000

/** A word that nobody knows, and that has not changed for so long, may be the last one: a person is asked what it means. */
const stuckAfterMs = 2 * 60_000
/** How often such a sample is requested. */
const stuckIntervalMs = 5 * 60_000

/** Nothing more can come until a person acts, so everybody who waits is notified. */
const fatalCodes: ReadonlySet<FailureCode> = new Set([
  'offline',
  'notSignedIn',
  'forbidden',
  'keychain',
  'file',
])
/** The next answer may be better, or nobody waits for it. Anything else is about this one sample, which is given up. */
const transientCodes: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'rateLimited',
  'serviceFailed',
  'timeout',
  'cancelled',
])

/**
 * Asks for the states of samples until they are final: at once, after 2 s, then ever longer up to 60 s. One schedule
 * serves the whole register, at most four requests at a time, at the priority of polling.
 */
export function createPolling(deps: {
  journal: Database<JournalSchema>
  remote: Pick<RemoteService, 'sampleStatus'>
  clock: Clock
  random: Random
  emit: Emit
  /** False: nobody can say what an unknown word means while this waits, so it is not waited for. Default: true. */
  waitsForUnknownStates: boolean
}): Polling {
  const { journal, remote, clock, waitsForUnknownStates } = deps
  /** Samples with a word that nobody knows: since when they have it. */
  const unknownStates = new Map<string, { word: string; sinceMs: number }>()
  const watchers = new Set<Watcher>()
  const schedule = createSchedule(deps)
  const changeNotifier = createSampleChangeNotifier(deps, null)
  /** The samples whose state is being requested, each with what gives its request up. */
  const inFlight = new Map<string, AbortController>()
  let wakeUp = new AbortController()

  const isWatched = (sampleId: string): boolean => [...watchers].some(({ open }) => open.has(sampleId))

  /** Whether the word that a sample has is unknown for long. */
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
        // It is no longer polled: whoever waits for it next has it polled anew.
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

  const watch: Polling['watch'] = (sampleIds, signal, onProgress) => {
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

/** Takes over what the service said; true when a person would see a difference. */
async function storeState(
  journal: Database<JournalSchema>,
  sampleId: string,
  { value, fetchedAt, synthetic }: ServiceResponse<OrderResponse>,
): Promise<boolean> {
  const previous = await journal.query
    .selectFrom('samples')
    .select('status')
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  await journal.query
    .updateTable('samples')
    .set({ status: value.status, state: value.state, checked_at: fetchedAt })
    // Once synthetic, always so: an answer that does not say it takes nothing back.
    .$if(synthetic, (query) => query.set({ synthetic: 1 }))
    .where('sample_id', '=', sampleId)
    .execute()
  return previous?.status !== value.status
}

const notPolledFailure = (): Failure => new Failure('cancelled', message`Nothing waits for this sample.`, {})

const withAdvice = (error: unknown): unknown =>
  isFailure(error) ? error.withMore(message`Then refresh the samples again.`) : error

type RefreshJob = { jobId: string; sampleIds: Set<string>; progress?: JobProgress; watch?: Detector }

/** One job asks for all samples that anyone wants refreshed; while it runs, others join it. */
export function createRefresh(deps: {
  journal: Database<JournalSchema>
  jobs: Jobs
  polling: Polling
}): Handlers['samples.refresh'] {
  const { journal, jobs, polling } = deps
  let running: RefreshJob | null = null

  /** False when the job has just ended. */
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
      title: message`Refresh samples`,
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
  if (final + failed + open === 0) return message`Every sample is already done.`
  const parts = [
    message`${final} ${plural(final, 'sample is', 'samples are')} done`,
    failed > 0
      ? message`${failed} could not be checked: the service does not have them or its response cannot be read`
      : null,
    open > 0 && unknownWords.length === 0
      ? message`${open} ${plural(open, 'was', 'were')} not done after two hours; refresh again later`
      : null,
    unknownWords.length > 0
      ? message`${open} ${plural(open, 'is', 'are')} waiting: Pathclock does not know what their state means: “${unknownWords.join('”, “')}”`
      : null,
  ]
  return message`${joinMessages(parts, ', ')}.`
}
