import type { Handlers } from '../../shared/contract/contract.ts'
import { isFailure } from '../../shared/contract/failures.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import type { Database } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'

/**
 * Fetches the results of batches whose import asked for it: when a batch has been sent, and at a start for those whose
 * run had ended before. Results that are stored are not fetched again, and a run that did not get all of them is
 * repeated at the next start. Nobody waits for it, so a run that cannot begin is a notice; nothing is thrown.
 */
export function createAnalyzeWhenReady(deps: {
  journal: Database<JournalSchema>
  jobs: Pick<Jobs, 'finished' | 'closing'>
  run: Handlers['analyses.run']
  notice(text: Message): void
}) {
  const { journal, jobs, run } = deps
  const { query } = journal

  const waiting = () =>
    query
      .selectFrom('study_batches')
      .innerJoin('batches', 'batches.batch_id', 'study_batches.batch_id')
      .where('analyze', '=', 'whenReady')
      .select(['batches.batch_id as batchId', 'batches.file_name as fileName'])
      .distinct()

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
  /** One after the other; what keeps one of them from being analyzed keeps back no other. */
  const analyzeAll = async (batches: typeof waiting): Promise<void> => {
    const closing = jobs.closing()
    const report = (error: unknown, toText: (reason: Message) => Message): void => {
      if (!closing.aborted) deps.notice(toText(reasonOf(error)))
    }
    try {
      for (const { batchId, fileName } of await batches().execute()) {
        if (closing.aborted) return
        await analyze(batchId).catch((error: unknown) =>
          report(
            error,
            (reason) =>
              message`The analysis of the samples from “${fileName}” could not start: ${reason} Open their study, and choose Analyze.`,
          ),
        )
      }
    } catch (error) {
      report(error, (reason) => message`Samples that wait for their analysis could not be found: ${reason}`)
    }
  }

  return {
    /** All that could be sent of the batch was. */
    batchSent: (batchId: string): Promise<void> =>
      analyzeAll(() => waiting().where('batches.batch_id', '=', batchId)),
    /** What an earlier run of the app left. */
    resume: (): Promise<void> =>
      analyzeAll(() =>
        waiting()
          .where('batches.state', '=', 'done')
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('samples').select('sample_id').whereRef('samples.batch_id', '=', 'batches.batch_id'),
            ),
          ),
      ),
  }
}

const reasonOf = (error: unknown): Message =>
  isFailure(error) ? error.userMessage : message`Something went wrong in Pathclock.`
