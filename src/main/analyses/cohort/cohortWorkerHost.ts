import type { WorkerHost } from '../../jobs/serveWorkerCalls.ts'
import type { Database } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { createCohortWorker } from './cohortWorker.ts'

/** Both files, opened for reading alone. Throws `file`. */
export type OpenFiles = () => { journal: Database<JournalSchema>; answers: Database<AnswersSchema> }

/**
 * The desk as a thread serves it. The files are open during a call only, so that whoever restores or mends one of them
 * finds nobody in the way, and the next call reads what is there then.
 */
export function createCohortWorkerHost(open: OpenFiles): WorkerHost {
  const worker = createCohortWorker(async (work) => {
    const { journal, answers } = open()
    try {
      return await work({ journal: journal.reader, answers: answers.reader })
    } finally {
      await Promise.all([journal.close(), answers.close()])
    }
  })
  return {
    async call(_service, method, args) {
      const work: unknown = Reflect.get(worker, method)
      if (typeof work !== 'function') throw new Error(`There is no ${method} here.`)
      return Reflect.apply(work, undefined, args)
    },
    findDamage: async () => null,
    close: async () => {},
  }
}
