import type { Handlers } from '../../shared/contract/contract.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import type { Database } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'

/**
 * Fetches the results of batches whose import asked for it: when a batch has been sent, and at a start for those whose
 * run had ended before. Results that are stored are not fetched again, and a run that did not get all of them is
 * repeated at the next start.
 */
export function createAnalyzeWhenReady(deps: {
  journal: Database<JournalSchema>
  jobs: Pick<Jobs, 'finished'>
  run: Handlers['analyses.run']
}) {
  const { journal, jobs, run } = deps
  const { query } = journal

  const waiting = () => query.selectFrom('study_batches').where('analyze', '=', 'whenReady')

  const analyze = async (batchId: string): Promise<void> => {
    const of = { filter: { batchId } }
    const { jobId } = await run({ of, pathways: [], clock: true, again: false })
    const { state, failed } = await jobs.finished(jobId)
    if (state !== 'done' || failed > 0) return
    await query
      .updateTable('study_batches')
      .set({ analyze: 'done' })
      .where('batch_id', '=', batchId)
      .execute()
  }

  return {
    /** All that could be sent of the batch was. */
    async batchSent(batchId: string): Promise<void> {
      const found = await waiting().select('batch_id').where('batch_id', '=', batchId).executeTakeFirst()
      if (found) await analyze(batchId)
    },
    /** What an earlier run of the app left. */
    async resume(): Promise<void> {
      const left = await waiting()
        .innerJoin('batches', 'batches.batch_id', 'study_batches.batch_id')
        .where('batches.state', '=', 'done')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('samples').select('sample_id').whereRef('samples.batch_id', '=', 'batches.batch_id'),
          ),
        )
        .select('batches.batch_id')
        .distinct()
        .execute()
      for (const { batch_id } of left) await analyze(batch_id)
    },
  }
}
