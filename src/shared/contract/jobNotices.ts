import { type Message, message } from '../messages/message.ts'
import type { Job } from './state.ts'

/** What ended sooner than this was seen by whoever began it. */
const notifyAfterMs = 10_000

/** What is reported of ended work to a person who looks elsewhere: which it was, and what came of it. */
export type Notice = { title: Message; body: Message }

/** How far all of the running work together is, 0 to 1; null where that of one is not known, or nothing runs. */
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

/** The notice of work that has ended; null where it was short, or a person ended it. */
export function toNotice(job: Job): Notice | null {
  if (job.endedAt === null || (job.state !== 'done' && job.state !== 'failed')) return null
  if (Date.parse(job.endedAt) - Date.parse(job.startedAt) <= notifyAfterMs) return null
  return { title: job.title, body: job.message ?? counts(job) }
}

const counts = ({ done, failed }: Job): Message =>
  failed > 0 ? message`${done} done, ${failed} failed.` : message`${done} done.`
