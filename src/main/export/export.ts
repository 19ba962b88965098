import type { Palettes } from '../../figures/style/colours.ts'
import type { Services } from '../../shared/contract/contract.ts'
import { lazy } from '../../shared/lazy.ts'
import type { Database, Paths, Random } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { DocumentDeps } from './documents.ts'
import { createExportLog, createExportNotes, createExportPresets } from './exportLog.ts'
import { createDrawFigures } from './figures/figures.ts'
import { createExports } from './tableExports.ts'
import { createTables } from './tables/tables.ts'

type ExportDeps = Omit<DocumentDeps, 'tableOf' | 'notes' | 'drawFigures'> & {
  journal: Database<JournalSchema>
  random: Random
  paths: Paths
  palettes(): Palettes
}

export function createExport(deps: ExportDeps): Pick<Services, 'exports' | 'exportPresets' | 'documents'> {
  const tableOf = createTables(deps)
  const notes = createExportNotes(createExportLog(deps.journal))
  // Loaded on demand, because reports, methods and capsules are a large part of the app and no start needs them.
  const documents = lazy(async () => {
    const { createDocuments } = await import('./documents.ts')
    const drawFigures = createDrawFigures({
      workerFile: deps.paths.worker('figuresWorker'),
      palettes: deps.palettes,
    })
    return createDocuments({ ...deps, tableOf, notes, drawFigures })
  })
  return {
    exports: createExports({ ...deps, tableOf, notes, workerFile: deps.paths.worker('exportWorker') }),
    exportPresets: createExportPresets(deps),
    documents: {
      write: async (settings) => (await documents()).write(settings),
      methods: async (settings) => (await documents()).methods(settings),
    },
  }
}
