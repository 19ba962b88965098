/** Entry of the worker thread that copies and reads through a journal; see composeJournal.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { isFailure } from '../../shared/contract/failures.ts'
import { type JournalTask, runJournalTask } from '../adapters/sqlite/recovery/journalTasks.ts'
import { toFailure } from '../adapters/sqlite/sqliteFailure.ts'

const task = workerData as JournalTask
try {
  parentPort?.postMessage({ answer: await runJournalTask(task) })
} catch (error) {
  const failure = toFailure(error, task.file)
  if (!isFailure(failure)) throw failure
  parentPort?.postMessage({ failure: failure.toData() })
}
