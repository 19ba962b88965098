import type { Services } from '../../shared/contract/contract.ts'
import { lazy } from '../../shared/lazy.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import type { Clock, Database, Files, Paths, PrintPdf, Random } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import { createExportLog, createExportNotes } from './exportLog.ts'
import { createExportPresets } from './exportPresets.ts'
import type { StudyDeps } from './study/studies.ts'
import { createExports } from './tableExports.ts'
import { createTables } from './tables/tables.ts'

type ExportDeps = Omit<StudyDeps, 'tableOf' | 'notes'> & {
  journal: Database<JournalSchema>
  files: Files
  jobs: Jobs
  clock: Clock
  random: Random
  paths: Paths
  printPdf: PrintPdf
}

/** Tables, reports and capsules that leave the app. */
export function createExport(deps: ExportDeps): Pick<Services, 'exports' | 'exportPresets' | 'studies'> {
  const tableOf = createTables(deps)
  const notes = createExportNotes(createExportLog(deps.journal))
  // Reports, methods and capsules are a good part of the app, and no start needs them.
  const studies = lazy(async () =>
    (await import('./study/studies.ts')).createStudyExports({ ...deps, tableOf, notes }),
  )
  return {
    exports: createExports({ ...deps, tableOf, notes, workerFile: deps.paths.worker('exportWorker') }),
    exportPresets: createExportPresets(deps),
    studies: {
      write: async (settings) => (await studies()).write(settings),
      methods: async (settings) => (await studies()).methods(settings),
    },
  }
}
