/** Entry of the thread that works on the results of many samples; see results/cohort/cohort.ts. */
import { parentPort } from 'node:worker_threads'
import { openForReading } from '../adapters/sqlite/openDatabase.ts'
import { serveWorker } from '../concurrency/workerRpc.ts'
import { type CohortTask, createCohortThread } from '../results/cohort/cohortWorker.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { AnswersSchema } from '../store/resultTables.ts'

serveWorker<CohortTask>(parentPort, (task) => {
  const worker = createCohortThread(() => ({
    journal: openForReading<JournalSchema>(task.journal),
    answers: openForReading<AnswersSchema>(task.answers),
  }))
  return { target: () => worker }
})
