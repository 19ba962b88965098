import { createWriteCapsule } from '../export/capsule/writeCapsule.ts'
import type { ExportNotes } from '../export/exportLog.ts'
import { createDrawFigures } from '../export/figures/figures.ts'
import { writeMethods } from '../export/methods/methods.ts'
import { createMakeReport } from '../export/report/makeReport.ts'
import { createCollectStudy, type StudySources, watchStudy } from '../export/study/collect.ts'
import { createStudies } from '../export/study/studies.ts'
import type { Sources } from '../export/tables/contents.ts'
import type { TableOf } from '../export/tables/tables.ts'
import type { Shared } from './composeClient.ts'

type StudyDeps = Shared & {
  sources: Sources & Omit<StudySources, keyof Sources | 'tableOf'>
  tableOf: TableOf
  notes: ExportNotes
}

/** Reports, capsules and methods of one profile. */
export function composeStudies({ sources, tableOf, notes, ...shared }: StudyDeps) {
  const { version, clock, files, jobs, printPdf, paths, palettes } = shared
  const drawFigures = createDrawFigures({ workerFile: paths.worker('figuresWorker'), palettes })
  const makeReport = createMakeReport({ drawFigures, writeMethods })
  return createStudies({
    collect: createCollectStudy({ sources: { ...sources, tableOf }, version, clock }),
    watch: () => watchStudy(sources),
    makeReport,
    writeMethods,
    writeCapsule: createWriteCapsule({ sources, tableOf, makeReport, writeMethods }),
    printPdf,
    notes,
    files,
    jobs,
    clock,
  })
}
