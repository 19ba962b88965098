import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Services } from '../../shared/contract/contract.ts'
import type { StudySettings } from '../../shared/domain/studies/documents.ts'
import { type Message, message } from '../../shared/words/message.ts'
import type { FileChunks, PrintPdf } from '../ports.ts'
import { createWriteCapsule } from './capsule/writeCapsule.ts'
import {
  createCollectStudy,
  type DrawFigures,
  type StudySources,
  watchStudy,
} from './documents/collectStudy.ts'
import { createExportWriter, type ExportWriterDeps } from './exportLog.ts'
import { writeMethods } from './methods/methods.ts'
import { createMakeReport } from './report/makeReport.ts'
import type { Sources } from './tables/tableContents.ts'
import type { TableOf } from './tables/tables.ts'

/** Reading and writing, and drawing in between for a report. */
const steps: Record<StudySettings['document'], number> = { report: 3, capsule: 2 }

export type DocumentDeps = ExportWriterDeps & {
  version: string
  printPdf: PrintPdf
  drawFigures: DrawFigures
  sources: Sources & Omit<StudySources, keyof Sources | 'tableOf'>
  tableOf: TableOf
}

/** Writes reports and capsules, completely or not at all. The record of an export has the id of its job. */
export function createDocuments(deps: DocumentDeps): Services['documents'] {
  const { version, clock, printPdf, drawFigures, sources, tableOf } = deps
  const collect = createCollectStudy({ sources: { ...sources, tableOf }, version, clock })
  const makeReport = createMakeReport(drawFigures)
  const writeCapsule = createWriteCapsule({ sources, tableOf, makeReport, writeMethods })

  const start = createExportWriter(deps)
  return {
    write: async (request) =>
      start(request, titles[request.settings.document], async (save, progress, signal) => {
        const { settings } = request
        progress.total(steps[settings.document])
        const unchanged = await watchStudy(sources)
        const collected = await collect(settings.study, signal)
        const { sampleIds } = collected
        progress.advance({ done: 1 })
        await yieldToEventLoop()
        let chunks: FileChunks
        if (settings.document === 'capsule') {
          const written = writeCapsule(collected, settings.language, signal)
          chunks = endingWith(written, () => unchanged(sampleIds))
        } else {
          const { html } = await makeReport(collected, settings.language, signal)
          await unchanged(sampleIds)
          progress.advance({ done: 1 })
          signal.throwIfAborted()
          chunks = [settings.format === 'pdf' ? await printPdf(html, { signal }) : html]
        }
        const note = await save(chunks, () => sampleIds.length)
        progress.advance({ done: 1 })
        return note
      }),
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
