import { launchWorker } from '../../../concurrency/launchWorker.ts'
import { createWorkerTasks } from '../../../concurrency/workerRpc.ts'
import type { JournalTask, JournalTaskResults, journalMethods } from './journalTasks.ts'

/** Does one task in a thread of its own, which `workerFile` is the entry of. Throws `file`, and when the signal ends it. */
export async function runInJournalWorker<K extends JournalTask['kind']>(
  workerFile: string,
  task: Extract<JournalTask, { kind: K }>,
  signal?: AbortSignal,
): Promise<JournalTaskResults[K]> {
  const worker = createWorkerTasks<typeof journalMethods>({ launch: () => launchWorker(workerFile) })
  // The task's kind decides which result it is.
  return (await worker.call('run', [task], { signal })) as JournalTaskResults[K]
}
