import type { Services } from '../../shared/contract/contract.ts'
import { lazy } from '../../shared/lazy.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import type { Clock, Database, Files, Paths, PrintPdf, Random } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { DocumentDeps } from './documents.ts'
import { createExportLog, createExportNotes } from './exportLog.ts'
import { createExportPresets } from './exportPresets.ts'
import { createExports } from './tableExports.ts'
import { createTables } from './tables/tables.ts'

type ExportDeps = Omit<DocumentDeps, 'tableOf' | 'notes'> & {
  journal: Database<JournalSchema>
  files: Files
  jobs: Jobs
  clock: Clock
  random: Random
  paths: Paths
  printPdf: PrintPdf
}

export function createExport(deps: ExportDeps): Pick<Services, 'exports' | 'exportPresets' | 'documents'> {
  const tableOf = createTables(deps)
  const notes = createExportNotes(createExportLog(deps.journal))
  // Loaded on demand, because reports, methods and capsules are a large part of the app and no start needs them.
  const documents = lazy(async () =>
    (await import('./documents.ts')).createDocumentExports({ ...deps, tableOf, notes }),
  )
  return {
    exports: createExports({ ...deps, tableOf, notes, workerFile: deps.paths.worker('exportWorker') }),
    exportPresets: createExportPresets(deps),
    documents: {
      write: async (settings) => (await documents()).write(settings),
      methods: async (settings) => (await documents()).methods(settings),
    },
  }
}
