import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { type ExportSettings, tableChoiceSchema } from '../../../shared/domain/studies/exporting.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import { createFiles } from '../../adapters/files/files.ts'
import { openSnapshotStores } from '../../compose/composeStores.ts'
import { createJobs } from '../../concurrency/jobs.ts'
import type { Database } from '../../ports.ts'
import { createSampleChooser } from '../../results/chooseSamples.ts'
import { createCohorts } from '../../results/cohort/cohort.ts'
import { createCohortWorker } from '../../results/cohort/cohortWorker.ts'
import { createHits } from '../../results/screening/hits.ts'
import { idsOfSamples } from '../../samples/register/search/sampleSearch.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { createExportLog, createExportNotes } from '../exportLog.ts'
import { createExports } from '../tableExports.ts'
import type { Sources } from '../tables/tableContents.ts'
import { createTables } from '../tables/tables.ts'

type Stores = { journal: Database<JournalSchema>; answers: Database<AnswersSchema>; folder: string }
type Choice = z.input<typeof tableChoiceSchema>

/** Creates the export service on the real files of a test, with no data except the given drugs. */
export function exportsOf(
  { journal, answers, folder }: Stores,
  more: Partial<Sources> = {},
  workerFile?: string,
) {
  const readers = { journal: journal.reader, answers: answers.reader }
  const chooseSamples = createSampleChooser({
    journal,
    findSamples: (text, filter) => idsOfSamples(journal.query, { text, filter }),
  })
  const cohorts = createCohorts({
    chooseSamples,
    worker: createCohortWorker((work) => work(readers)),
    pathwayNames: async () => [],
  })
  const random = { next: () => 0.5, id: () => randomUUID() }
  let nowMs = Date.UTC(2026, 0, 31)
  const clock = { now: () => ++nowMs, sleep: async () => {} }
  const jobs = createJobs({
    clock,
    random,
    emit: () => {},
    onUnexpectedError: (error) => {
      throw error
    },
  })
  const sources: Sources = {
    journal: journal.query,
    answers: answers.query,
    openSnapshot: () => openSnapshotStores(folder),
    chooseSamples,
    values: cohorts.values,
    compare: cohorts.compare,
    model: cohorts.model,
    clock: cohorts.clock,
    match: async () => {
      throw new Error('no drugs are cached')
    },
    pathwayGroups: async () => [],
    hitsOf: (query, taskId) => createHits({ query }, async () => []).get(taskId),
    drugs: { pages: async function* () {}, origin: () => ({ service: 'https://s.example' }) },
    units: () => ({}),
    profileName: () => 'Secret profile',
    ...more,
  }
  const tableOf = createTables({ sources, version: '1.2.3', clock })
  const files = createFiles({ random })
  const exports = createExports({
    tableOf,
    notes: createExportNotes(createExportLog(journal)),
    files,
    jobs,
    clock,
    ...(workerFile === undefined ? {} : { workerFile }),
  })
  return {
    exports,
    jobs,
    files,
    clock,
    random,
    tableOf,
    sources,
    /** Rejects with the code and the message of a failed job. */
    async write(choice: Choice, settings: Partial<Omit<ExportSettings, 'table'>> = {}) {
      const path = join(folder, 'out.file')
      const { fileId } = files.reserve(path)
      const table = tableChoiceSchema.parse(choice)
      const { jobId } = await exports.write({
        fileId,
        settings: { format: 'csv', dictionary: false, ...settings, table },
      })
      const job = await jobs.finished(jobId)
      if (job.state !== 'done')
        throw Object.assign(new Error(job.message === null ? job.state : toEnglish(job.message)), {
          code: job.failureCode ?? job.state,
        })
      const record = (await exports.list({})).find(({ exportId }) => exportId === jobId)
      if (!record) throw new Error('The export was not noted.')
      const bytes = await readFile(path)
      return { path, bytes, text: bytes.toString('utf8'), record, job }
    },
  }
}
