import type { Job, QuotaStatus } from '../../shared/contract/state.ts'
import type { OpenedApp } from './command.ts'
import { CommandFailed, exitCodeOfJob, Interrupted } from './endings.ts'

/**
 * Starts a job, shows its progress and gives it as it ended. A stopped run cancels the job, waits until it has ended
 * cleanly and throws `Interrupted` with it; a job that could not go on throws `CommandFailed` with it.
 */
export async function followJob(app: OpenedApp, start: () => Promise<{ jobId: string }>): Promise<Job> {
  const { output, signal } = app.run
  const ended = new Map<string, Job>()
  const { promise, resolve } = Promise.withResolvers<Job>()
  let followed: string | null = null
  const check = () => {
    const job = followed === null ? undefined : ended.get(followed)
    if (job) resolve(job)
  }
  const toPause = createPauseReader()
  const unlisten = app.listen(({ name, payload }) => {
    if (name === 'job.progressed' && payload.jobId === followed) output.progress(payload)
    if (name === 'quota.changed') {
      const untilMs = toPause(payload, Date.now())
      if (untilMs !== null) output.waiting(untilMs)
    }
    if (name === 'job.ended') ended.set(payload.jobId, payload)
    check()
  })
  const cancel = () => {
    if (followed !== null) app.callAnyway('jobs.cancel', { jobId: followed }).catch(() => undefined)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    followed = (await start()).jobId
    check()
    // It may have ended before its id was known here, and before anybody listened.
    const known = (await app.callAnyway('jobs.list', {})).find(({ jobId }) => jobId === followed)
    if (known && known.state !== 'running') resolve(known)
    if (signal.aborted) cancel()
    const job = await promise
    if (job.state !== 'failed') output.progress(job)
    return settle(job)
  } finally {
    output.progressEnded()
    signal.removeEventListener('abort', cancel)
    unlisten()
  }
}

/** Shorter pauses are over before anybody wonders. */
const longPauseMs = 5000

/** Reads from the quota until when the service wants nothing; null where it has no long pause, or a known one. */
function createPauseReader(): (quota: QuotaStatus, nowMs: number) => number | null {
  let knownMs = 0
  return ({ paused, queued, waitMs }, nowMs) => {
    const untilMs = nowMs + waitMs
    if (!paused || queued === 0 || waitMs < longPauseMs || untilMs < knownMs + longPauseMs) return null
    knownMs = untilMs
    return untilMs
  }
}

function settle(job: Job): Job {
  if (job.state === 'done') return job
  if (job.state === 'cancelled') throw new Interrupted(job)
  throw new CommandFailed(job.message ?? `${job.title}: this could not be done.`, exitCodeOfJob(job), job)
}
