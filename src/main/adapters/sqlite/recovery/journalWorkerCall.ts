import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type FailureData, toFailure } from '../../../../shared/contract/failures.ts'
import { childEnvironment } from '../../../concurrency/childEnvironment.ts'
import type { JournalTask, JournalTaskResults } from './journalTasks.ts'

type WorkerMessage<K extends JournalTask['kind']> =
  | { answer: JournalTaskResults[K] }
  | { failure: FailureData }

/** Does one task in a thread of its own, which `workerFile` is the entry of. Throws `file`, and when the signal ends it. */
export async function runInJournalWorker<K extends JournalTask['kind']>(
  workerFile: string,
  task: Extract<JournalTask, { kind: K }>,
  signal?: AbortSignal,
): Promise<JournalTaskResults[K]> {
  const worker = new Worker(workerFile, { workerData: task, env: childEnvironment() })
  try {
    const [message] = (await once(worker, 'message', signal ? { signal } : {})) as [WorkerMessage<K>]
    if ('failure' in message) throw toFailure(message.failure)
    return message.answer
  } finally {
    await worker.terminate()
  }
}
