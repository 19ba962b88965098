/** Entry of the thread that works on the results of many samples; see analyses/cohort/cohortThread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { openForReading } from './adapters/database/openDatabase.ts'
import { createCohortWorkerHost } from './analyses/cohort/cohortHost.ts'
import type { CohortTask } from './analyses/cohort/cohortThread.ts'
import { serveWorkerCalls } from './jobs/serveThread.ts'
import type { AnswersSchema } from './store/answers.ts'
import type { JournalSchema } from './store/journal.ts'

const task = workerData as CohortTask
if (parentPort)
  serveWorkerCalls(parentPort, () =>
    createCohortWorkerHost(() => ({
      journal: openForReading<JournalSchema>(task.journal),
      answers: openForReading<AnswersSchema>(task.answers),
    })),
  )
