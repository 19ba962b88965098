import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Palettes } from '../../figures/style/colours.ts'
import type { Services } from '../../shared/contract/contract.ts'
import type { StudySettings } from '../../shared/domain/studies/documents.ts'
import { type Message, message } from '../../shared/words/message.ts'
import type { JobProgress, Jobs } from '../concurrency/jobs.ts'
import type { Clock, Files, Paths, PrintPdf } from '../ports.ts'
import { createWriteCapsule, type WriteCapsule } from './capsule/writeCapsule.ts'
import {
  type CollectStudy,
  createCollectStudy,
  type MakeReport,
  type StudySources,
  type Unchanged,
  type WriteMethods,
  watchStudy,
} from './documents/collectStudy.ts'
import { type ExportNotes, hash } from './exportLog.ts'
import { createDrawFigures } from './figures/figures.ts'
import { writeMethods } from './methods/methods.ts'
import { createMakeReport } from './report/makeReport.ts'
import type { Sources } from './tables/tableContents.ts'
import type { TableOf } from './tables/tables.ts'

/** Reading and writing, and drawing in between for a report. */
const steps: Record<StudySettings['document'], number> = { report: 3, capsule: 2 }

/** Writes reports and capsules, completely or not at all. The record of an export has the id of its job. */
export function createDocuments(options: {
  collect: CollectStudy
  /** Starts to watch for changes of the data that is read. */
  watch(): Promise<Unchanged>
  makeReport: MakeReport
  writeMethods: WriteMethods
  writeCapsule: WriteCapsule
  printPdf: PrintPdf
  notes: ExportNotes
  files: Pick<Files, 'path' | 'write'>
  jobs: Jobs
  clock: Clock
}): Services['documents'] {
  const { collect, watch, makeReport, writeMethods, writeCapsule, printPdf, notes, files, jobs, clock } =
    options

  /** Returns the chunks of the file and the number of samples. */
  const make = async (settings: StudySettings, progress: JobProgress, signal: AbortSignal) => {
    progress.total(steps[settings.document])
    const unchanged = await watch()
    const collected = await collect(settings.study, signal)
    progress.advance({ done: 1 })
    await yieldToEventLoop()
    if (settings.document === 'capsule') {
      const written = writeCapsule(collected, settings.language, signal)
      const chunks = endingWith(written, () => unchanged(collected.sampleIds))
      return { chunks, samples: collected.sampleIds.length }
    }
    const { html } = await makeReport(collected, settings.language, signal)
    await unchanged(collected.sampleIds)
    progress.advance({ done: 1 })
    signal.throwIfAborted()
    const chunks = [settings.format === 'pdf' ? await printPdf(html, { signal }) : html]
    return { chunks, samples: collected.sampleIds.length }
  }

  const write = async (
    fileId: string,
    settings: StudySettings,
    progress: JobProgress,
    signal: AbortSignal,
  ) => {
    const { chunks, samples: rows } = await make(settings, progress, signal)
    const hashed = hash(chunks)
    const { name: fileName, sizeBytes } = await files.write(fileId, hashed.chunks, signal)
    progress.advance({ done: 1 })
    const at = new Date(clock.now()).toISOString()
    return { at, fileName, settings, rows, sizeBytes, sha256: hashed.sha256() }
  }

  return {
    async write({ fileId, settings }) {
      // An unknown file is reported immediately.
      files.path(fileId)
      const spec = { kind: 'export' as const, title: titles[settings.document], total: null }
      const jobId = jobs.start(spec, async (progress, signal) =>
        notes.add({ exportId: jobId, ...(await write(fileId, settings, progress, signal)) }),
      )
      return { jobId }
    },
    methods: async ({ study, language }) =>
      writeMethods(await collect(study, new AbortController().signal), language),
  }
}

const titles: Record<StudySettings['document'], Message> = {
  report: message('export.report'),
  capsule: message('export.studyCapsule'),
}

/** Passes chunks on. An error thrown by `check` keeps the file from getting its final name. */
async function* endingWith(chunks: AsyncIterable<Uint8Array>, check: () => Promise<void>) {
  yield* chunks
  await check()
}

export type DocumentDeps = {
  version: string
  clock: Clock
  files: Files
  jobs: Jobs
  printPdf: PrintPdf
  paths: Paths
  palettes(): Palettes
  sources: Sources & Omit<StudySources, keyof Sources | 'tableOf'>
  tableOf: TableOf
  notes: ExportNotes
}

/** Creates the exports of reports, capsules and methods of one profile. */
export function createDocumentExports(deps: DocumentDeps) {
  const { version, clock, files, jobs, printPdf, paths, palettes, sources, tableOf, notes } = deps
  const drawFigures = createDrawFigures({ workerFile: paths.worker('figuresWorker'), palettes })
  const makeReport = createMakeReport({ drawFigures, writeMethods })
  return createDocuments({
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
