/** Entry of the thread that works on the results of many samples; see analyses/cohort/cohortWorkerClient.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { openForReading } from './adapters/database/openDatabase.ts'
import type { CohortTask } from './analyses/cohort/cohortWorkerClient.ts'
import { createCohortWorkerHost } from './analyses/cohort/cohortWorkerHost.ts'
import { serveWorkerCalls } from './jobs/serveWorkerCalls.ts'
import type { JournalSchema } from './store/journal.ts'
import type { AnswersSchema } from './store/resultTables.ts'

const task = workerData as CohortTask
if (parentPort)
  serveWorkerCalls(parentPort, () =>
    createCohortWorkerHost(() => ({
      journal: openForReading<JournalSchema>(task.journal),
      answers: openForReading<AnswersSchema>(task.answers),
    })),
  )
