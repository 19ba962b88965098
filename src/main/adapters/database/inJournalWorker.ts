import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type FailureData, toFailure } from '../../../shared/contract/failures.ts'
import { ownEnvironment } from '../../ownEnvironment.ts'
import type { JournalAnswers, JournalTask } from './journalTasks.ts'

type Message<K extends JournalTask['kind']> = { answer: JournalAnswers[K] } | { failure: FailureData }

/** Does one task in a thread of its own, which `workerFile` is the entry of. Throws `file`, and when the signal ends it. */
export async function inJournalWorker<K extends JournalTask['kind']>(
  workerFile: string,
  task: Extract<JournalTask, { kind: K }>,
  signal?: AbortSignal,
): Promise<JournalAnswers[K]> {
  const worker = new Worker(workerFile, { workerData: task, env: ownEnvironment() })
  try {
    const [message] = (await once(worker, 'message', signal ? { signal } : {})) as [Message<K>]
    if ('failure' in message) throw toFailure(message.failure)
    return message.answer
  } finally {
    await worker.terminate()
  }
}
