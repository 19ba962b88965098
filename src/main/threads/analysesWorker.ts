/** Entry of the thread that works on the results of many samples; see results/cohort/cohort.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { openForReading } from '../adapters/sqlite/openDatabase.ts'
import { serveWorkerCalls } from '../concurrency/serveWorkerCalls.ts'
import type { CohortTask } from '../results/cohort/cohort.ts'
import { createCohortWorkerHost } from '../results/cohort/cohortWorker.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { AnswersSchema } from '../store/resultTables.ts'

const task = workerData as CohortTask
if (parentPort)
  serveWorkerCalls(parentPort, () =>
    createCohortWorkerHost(() => ({
      journal: openForReading<JournalSchema>(task.journal),
      answers: openForReading<AnswersSchema>(task.answers),
    })),
  )
