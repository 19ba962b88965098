import type { Handlers } from '../../shared/contract/contract.ts'
import type { JobProgress, Jobs } from '../jobs/jobs.ts'
import type { Database } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { Polling, PollOutcome, Watch } from './polling.ts'
import { openSamples, requireRegistered } from './registerRows.ts'

type RefreshJob = { jobId: string; sampleIds: Set<string>; progress?: JobProgress; watch?: Watch }

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
    const spec = { kind: 'refresh' as const, title: 'Refresh samples', total: sampleIds.length }
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

function summary({ final, failed, open, unknownWords }: PollOutcome): string {
  if (final + failed + open === 0) return 'Every sample has ended already; there was nothing to ask.'
  const parts = [
    `${final} ended`,
    ...(failed > 0
      ? [`${failed} could not be asked for: the service does not know them or cannot be read`]
      : []),
    ...(open > 0 && unknownWords.length === 0
      ? [`${open} had not ended after two hours; refresh them again later`]
      : []),
    ...(unknownWords.length > 0
      ? [`${open} wait, since it is not known what their state means: “${unknownWords.join('”, “')}”`]
      : []),
  ]
  return `${parts.join(', ')}.`
}
