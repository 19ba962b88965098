import { type Message, message } from '../words/message.ts'
import type { Job } from './state.ts'

/** Shorter jobs get no notice: the user who started one probably saw it end. */
const notifyAfterMs = 10_000

/** The notice of an ended job for a user who is looking elsewhere: the job and its outcome. */
export type Notice = { title: Message; body: Message }

/** Returns the progress of all running jobs together, 0 to 1. Null if the total of one is unknown or nothing runs. */
export function overallProgress(running: readonly Job[]): number | null {
  let finished = 0
  let all = 0
  for (const { done, failed, total } of running) {
    if (total === null) return null
    finished += Math.min(done + failed, total)
    all += total
  }
  return all === 0 ? null : finished / all
}

/** Returns the notice of an ended job, or null if it was short or the user canceled it. */
export function toNotice(job: Job): Notice | null {
  if (job.endedAt === null || (job.state !== 'done' && job.state !== 'failed')) return null
  if (Date.parse(job.endedAt) - Date.parse(job.startedAt) <= notifyAfterMs) return null
  return { title: job.title, body: job.message ?? counts(job) }
}

const counts = ({ done, failed }: Job): Message =>
  failed > 0 ? message('shared.doneFailed', { done, failed }) : message('shared.done', { done })
