import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { Job, JobKind } from '../../shared/contract/state.ts'
import { type RequestLimit, secondsFor } from '../../shared/domain/requests/requestTime.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { createThrottle, type Throttle } from '../../shared/throttle.ts'
import type { Clock, Emit, Random } from '../ports.ts'

/** What the work of a job tells: how much there is, and how much of it is behind us. Both counts add up. */
export type JobProgress = {
  /** The number of items; null while it is not known. */
  total(items: number | null): void
  /** So many were done before this run: they count, but not for its rate. */
  addDoneBefore(items: number): void
  /** `notRequested` of those that failed and `settled` of those that are done: see `Job`. */
  advance(by: { done?: number; failed?: number; notRequested?: number; settled?: number }): void
}

export type JobSpec = {
  kind: JobKind
  title: Message
  total: number | null
  batchId?: string
  studyId?: string
  planId?: string
  /** Requests that one item takes; left out: the time left is that of the rate so far. */
  requestsPerItem?: number
  /** The work's own estimate of the time left, in seconds; null if unknown. */
  secondsLeft?: () => number | null
  /** The limit that these requests wait for, as it is now. */
  limit?: () => Omit<RequestLimit, 'sharing'>
}

/** The work itself; what it gives is the job's last message, in words for a person. */
export type JobWork = (progress: JobProgress, signal: AbortSignal) => Promise<Message | undefined | void>

export type Jobs = {
  /** Starts the work after returning, and gives the job's id at once. */
  start(spec: JobSpec, work: JobWork): string
  /** Every job of this run, newest first; ended ones too. */
  list(): Job[]
  /** Requests that running jobs still have to send. */
  requestsLeft(): number
  /** Asks the work to stop; nothing when it has ended. Throws `notFound` for an unknown id. */
  cancel(jobId: string): void
  /** The job as it ended. Never rejects for failed work; throws `notFound` for an unknown id. */
  finished(jobId: string): Promise<Job>
  /** Ends all, as `isClosing` tells their work, and waits for the last one to end. */
  close(): Promise<void>
  /** Aborted by the next `close`, also for work that somebody has cancelled before. */
  closing(): AbortSignal
}

type RunningJob = {
  job: Job
  spec: JobSpec
  /** Requests that the other running jobs still have to send. */
  requestsOfOthers: () => number
  rate: ReturnType<typeof createRate>
  abort: AbortController
  /** Done before this run. */
  doneBefore: number
  finished: Promise<Job>
  progressed: Throttle
}

/** At most five pushes a second: a person sees no more, and a page need not draw more. */
const pushIntervalMs = 200

const createCancelledFailure = () => new Failure('cancelled', message`This was canceled.`, {})
const closedFailure = new Failure(
  'cancelled',
  message`Pathclock closed. This continues at the next start.`,
  {},
)

/** Nobody cancelled the work: the app or the profile is being closed. */
export const isClosing = (signal: AbortSignal): boolean => signal.reason === closedFailure

/**
 * Long work off the caller's hands: an id at once, progress as events, cancelling as a call.
 * `onUnexpectedError` is given every error that is no `Failure`; the job then ends with a sentence that tells nothing of it.
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
    if (!running)
      throw new Failure(
        'notFound',
        message`This job is not known. It may belong to an earlier run of the app.`,
        {
          what: message`job`,
        },
      )
    return running
  }

  const finish = (
    running: RunningJob,
    outcome: Pick<Job, 'state' | 'message' | 'failureCode' | 'failureDetails'>,
  ): Job => {
    const nowMs = clock.now()
    running.job = {
      ...view(running, nowMs),
      ...outcome,
      etaS: null,
      endedAt: new Date(nowMs).toISOString(),
    }
    emit('job.ended', running.job)
    return running.job
  }

  const run = async (running: RunningJob, work: JobWork): Promise<Job> => {
    const { signal } = running.abort
    try {
      running.progressed.trigger()
      signal.throwIfAborted()
      const message = (await work(progressOf(running, clock), signal)) ?? null
      // An export is whole or not at all: one that came to its end is there, however late it was cancelled.
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
      const text = message`Something went wrong in Pathclock. Try again.`
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
      if (running.job.state === 'running') running.abort.abort(createCancelledFailure())
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

/** The job with its rate and time left as of `nowMs`; an ended job as it ended. */
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

/** The first requests open connections, so the rate is used after so long. */
const measuredAfterMs = 5_000

/** Seconds that the requests of `remaining` items take at the limit; null for a job whose items are no requests. */
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

/** Work that goes on after its job was cancelled may still report; an ended job no longer changes. */
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

/** How far long work had come at a moment. */
type ProgressPoint = { atMs: number; count: number }

type Rate = {
  /** Notes that `count` items in all are behind us. */
  record(count: number, atMs: number): void
  /** Items a minute over the last window; null until anything was done over a measurable time. */
  perMin(atMs: number): number | null
}

// As wide as the service's own limit counts, so that a burst and the pause after it even out.
const windowMs = 60_000
const resolutionMs = 250

/** A rate over a sliding window of 60 s, at a fineness of 250 ms so that memory stays small. */
function createRate(startedAtMs: number): Rate {
  const points: ProgressPoint[] = [{ atMs: startedAtMs, count: 0 }]
  return {
    record(count, atMs) {
      const last = points.at(-1)
      const beforeLast = points.at(-2)
      if (last && beforeLast && atMs - beforeLast.atMs < resolutionMs) Object.assign(last, { atMs, count })
      else points.push({ atMs, count })
      // One mark older than the window stays, as the place from which the window is measured.
      while (points[1] && points[1].atMs <= atMs - windowMs) points.shift()
    },
    perMin(atMs) {
      const from = points[0]
      const to = points.at(-1)
      if (!from || !to || to.count === from.count) return null
      const spanMs = atMs - from.atMs
      return spanMs <= 0 ? null : ((to.count - from.count) * 60_000) / spanMs
    },
  }
}

/** Seconds that `remaining` more items take at `ratePerMin`; null when either is not known. */
const etaS = (remaining: number | null, ratePerMin: number | null): number | null =>
  remaining === null || ratePerMin === null || ratePerMin <= 0
    ? null
    : Math.round((remaining * 60) / ratePerMin)
