import { Failure, isFailure, notFound } from '../../shared/contract/failures.ts'
import type { Job, JobKind } from '../../shared/contract/state.ts'
import { type RequestLimit, secondsFor } from '../../shared/domain/requests/requestTime.ts'
import { createThrottle, type Throttle } from '../../shared/throttle.ts'
import { type Message, message } from '../../shared/words/message.ts'
import type { Clock, Emit, Random } from '../ports.ts'

/** The progress that a job's work reports: the number of items, and how many are finished. */
export type JobProgress = {
  /** Sets the number of items; null while unknown. */
  total(items: number | null): void
  /** Adds items that were done before this run. They count as done, but not for the rate. */
  addDoneBefore(items: number): void
  /** Adds finished items. `notRequested` is part of `failed`, and `settled` part of `done`; see `Job`. */
  advance(by: { done?: number; failed?: number; notRequested?: number; settled?: number }): void
}

export type JobSpec = {
  kind: JobKind
  title: Message
  total: number | null
  batchId?: string
  studyId?: string
  planId?: string
  /** The number of requests per item. Absent: the time left follows the rate so far. */
  requestsPerItem?: number
  /** Returns the work's own estimate of the time left in seconds, or null if unknown. */
  secondsLeft?: () => number | null
  /** Returns the current state of the rate limit that these requests wait for. */
  limit?: () => Omit<RequestLimit, 'sharing'>
}

/** The work of a job. It returns the job's final message for the user. */
export type JobWork = (progress: JobProgress, signal: AbortSignal) => Promise<Message | undefined | void>

export type Jobs = {
  /** Returns the job's id, and starts the work afterwards. */
  start(spec: JobSpec, work: JobWork): string
  /** Returns every job of this run, newest first, including ended ones. */
  list(): Job[]
  /** Returns the number of requests that running jobs still have to send. */
  requestsLeft(): number
  /** Requests the work to stop. Does nothing if it has ended. Throws `notFound` for an unknown id. */
  cancel(jobId: string): void
  /** Resolves with the ended job, also if its work failed. Throws `notFound` for an unknown id. */
  finished(jobId: string): Promise<Job>
  /** Aborts all work (`isClosing` recognizes the reason) and waits for the last job to end. */
  close(): Promise<void>
  /** Returns a signal that the next `close` aborts, which also reaches work that was canceled before. */
  closing(): AbortSignal
}

type RunningJob = {
  job: Job
  spec: JobSpec
  /** Returns the number of requests that the other running jobs still have to send. */
  requestsOfOthers: () => number
  rate: ReturnType<typeof createRate>
  abort: AbortController
  /** The number of items done before this run. */
  doneBefore: number
  finished: Promise<Job>
  progressed: Throttle
}

/** Pushes at most five updates per second, which is enough for the user and spares the page from drawing more. */
const pushIntervalMs = 200

const closedFailure = new Failure('cancelled', message('app.pathclockClosedContinuesNext'), {})

/** True if the work was aborted because the app or the profile is closing, not because the user canceled it. */
export const isClosing = (signal: AbortSignal): boolean => signal.reason === closedFailure

/**
 * Runs long work in the background: `start` returns an id, progress is pushed as events, and `cancel` stops it.
 * `onUnexpectedError` gets every error that is not a `Failure`; the job then ends with a generic message.
 */
export function createJobs(options: {
  clock: Clock
  random: Random
  emit: Emit
  onUnexpectedError?: (error: unknown) => void
}): Jobs {
  const { clock, random, emit, onUnexpectedError } = options
  const jobs = new Map<string, RunningJob>()
  let closing = new AbortController()

  const find = (jobId: string): RunningJob => {
    const running = jobs.get(jobId)
    if (!running) throw notFound(message('app.jobNotKnownBelong'), message('shared.job'))
    return running
  }

  const finish = (
    running: RunningJob,
    outcome: Pick<Job, 'state' | 'message' | 'failureCode' | 'failureDetails'>,
  ): Job => {
    const nowMs = clock.now()
    running.job = { ...view(running, nowMs), ...outcome, etaS: null, endedAt: new Date(nowMs).toISOString() }
    emit('job.ended', running.job)
    return running.job
  }

  const run = async (running: RunningJob, work: JobWork): Promise<Job> => {
    const { signal } = running.abort
    try {
      running.progressed.trigger()
      signal.throwIfAborted()
      const message = (await work(progressOf(running, clock), signal)) ?? null
      // An export is written completely or not at all. If it finished, its file exists, however late it was canceled.
      const isStopped = signal.aborted && running.job.kind !== 'export'
      return finish(running, { state: isStopped ? 'cancelled' : 'done', message })
    } catch (error) {
      if (signal.aborted || isFailure(error, 'cancelled'))
        return finish(running, { state: 'cancelled', message: null })
      if (isFailure(error))
        return finish(running, {
          state: 'failed',
          message: error.userMessage,
          failureCode: error.code,
          failureDetails: error.details,
        })
      onUnexpectedError?.(error)
      const text = message('app.somethingWentWrongPathclock')
      return finish(running, { state: 'failed', message: text, failureCode: 'bug' })
    }
  }

  const requestsLeft = (except?: RunningJob): number =>
    [...jobs.values()].reduce(
      (sum, running) =>
        running === except || running.job.state !== 'running'
          ? sum
          : sum + (itemsLeft(running.job) ?? 0) * (running.spec.requestsPerItem ?? 0),
      0,
    )

  return {
    start(spec, work) {
      const jobId = random.id()
      const startedAtMs = clock.now()
      const running: RunningJob = {
        job: newJob(jobId, spec, startedAtMs),
        spec,
        requestsOfOthers: () => requestsLeft(running),
        rate: createRate(startedAtMs),
        abort: new AbortController(),
        doneBefore: 0,
        finished: Promise.resolve().then(() => run(running, work)),
        progressed: createThrottle({ clock, intervalMs: pushIntervalMs, trailing: true }, () => {
          if (running.job.state === 'running') emit('job.progressed', view(running, clock.now()))
        }),
      }
      jobs.set(jobId, running)
      return jobId
    },
    list: () => [...jobs.values()].map((running) => view(running, clock.now())).reverse(),
    requestsLeft: () => requestsLeft(),
    cancel(jobId) {
      const running = find(jobId)
      if (running.job.state === 'running')
        running.abort.abort(new Failure('cancelled', message('app.thisWasCanceled'), {}))
    },
    finished: async (jobId) => find(jobId).finished,
    async close() {
      closing.abort(closedFailure)
      for (const running of jobs.values())
        if (running.job.state === 'running') running.abort.abort(closedFailure)
      await Promise.all([...jobs.values()].map((running) => running.finished))
      closing = new AbortController()
    },
    closing: () => closing.signal,
  }
}

const newJob = (jobId: string, spec: JobSpec, startedAtMs: number): Job => ({
  jobId,
  kind: spec.kind,
  title: spec.title,
  state: 'running',
  done: 0,
  failed: 0,
  total: spec.total,
  ratePerMin: null,
  etaS: null,
  startedAt: new Date(startedAtMs).toISOString(),
  endedAt: null,
  message: null,
  batchId: spec.batchId ?? null,
  ...(spec.studyId === undefined ? {} : { studyId: spec.studyId }),
  ...(spec.planId === undefined ? {} : { planId: spec.planId }),
})

/** Returns the job with its rate and time left at `nowMs`, or an ended job unchanged. */
function view(running: RunningJob, nowMs: number): Job {
  const { job, rate } = running
  if (job.state !== 'running') return job
  const ratePerMin = rate.perMin(nowMs)
  const remaining = itemsLeft(job)
  if (running.spec.secondsLeft) return { ...job, ratePerMin, etaS: running.spec.secondsLeft() }
  const limitedS = remaining === null ? null : secondsAtLimit(running, remaining, ratePerMin, nowMs)
  if (limitedS === null) return { ...job, ratePerMin, etaS: etaS(remaining, ratePerMin) }
  // A burst at the start is faster than the limit allows, so the rate is capped to match the time left.
  const limitedPerMin = limitedS > 0 ? ((remaining ?? 0) * 60) / limitedS : Number.POSITIVE_INFINITY
  return {
    ...job,
    ratePerMin: ratePerMin === null ? null : Math.min(ratePerMin, limitedPerMin),
    etaS: Math.round(limitedS),
  }
}

const itemsLeft = ({ total, done, failed }: Job): number | null =>
  total === null ? null : Math.max(0, total - done - failed)

/** The measured rate is used only after this time, because the first requests open connections. */
const measuredAfterMs = 5_000

/**
 * Returns the seconds that the requests of `remaining` items take under the rate limit; null for a job whose items are
 * not requests.
 */
function secondsAtLimit(
  { spec: { requestsPerItem, limit }, job, requestsOfOthers }: RunningJob,
  remaining: number,
  ratePerMin: number | null,
  nowMs: number,
): number | null {
  if (requestsPerItem === undefined || limit === undefined) return null
  const isMeasured = ratePerMin !== null && nowMs - Date.parse(job.startedAt) >= measuredAfterMs
  return secondsFor(
    remaining * requestsPerItem,
    { ...limit(), sharing: requestsOfOthers() },
    isMeasured ? 60 / (ratePerMin * requestsPerItem) : undefined,
  )
}

/**
 * Updates the job. Work that continues after its job was canceled may still report, but an ended job no longer changes.
 */
function progressOf(running: RunningJob, clock: Clock): JobProgress {
  const update = (changes: Partial<Job>) => {
    if (running.job.state !== 'running') return
    running.job = { ...running.job, ...changes }
    running.progressed.trigger()
  }
  return {
    total: (items) => update({ total: items }),
    addDoneBefore(items) {
      running.doneBefore += items
      update({ done: running.job.done + items })
    },
    advance({ done = 0, failed = 0, notRequested = 0, settled = 0 }) {
      const { job, rate, doneBefore } = running
      rate.record(job.done + job.failed + done + failed - doneBefore, clock.now())
      const counts = {
        notRequested: (job.notRequested ?? 0) + notRequested,
        settled: (job.settled ?? 0) + settled,
      }
      update({
        done: job.done + done,
        failed: job.failed + failed,
        ...(counts.notRequested > 0 ? { notRequested: counts.notRequested } : {}),
        ...(counts.settled > 0 ? { settled: counts.settled } : {}),
      })
    },
  }
}

// As long as the window of the service's rate limit, so that a burst and the pause after it even out.
const windowMs = 60_000
const resolutionMs = 250

/** Measures a rate over a sliding window of 60 s, with a resolution of 250 ms to limit memory. */
function createRate(startedAtMs: number) {
  /** The number of finished items at some times. */
  const points = [{ atMs: startedAtMs, count: 0 }]
  return {
    /** Records that `count` items in total are finished. */
    record(count: number, atMs: number): void {
      const last = points.at(-1)
      const beforeLast = points.at(-2)
      if (last && beforeLast && atMs - beforeLast.atMs < resolutionMs) Object.assign(last, { atMs, count })
      else points.push({ atMs, count })
      // One point older than the window stays, because the window is measured from it.
      while (points[1] && points[1].atMs <= atMs - windowMs) points.shift()
    },
    /** Returns items per minute over the last window; null until something was done over a measurable time. */
    perMin(atMs: number): number | null {
      const from = points[0]
      const to = points.at(-1)
      if (!from || !to || to.count === from.count) return null
      const spanMs = atMs - from.atMs
      return spanMs <= 0 ? null : ((to.count - from.count) * 60_000) / spanMs
    },
  }
}

/** Returns the seconds that `remaining` items take at `ratePerMin`; null if either is unknown. */
const etaS = (remaining: number | null, ratePerMin: number | null): number | null =>
  remaining === null || ratePerMin === null || ratePerMin <= 0
    ? null
    : Math.round((remaining * 60) / ratePerMin)
