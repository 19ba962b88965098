import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { createFigureWords, drawSpec } from '../../../../figures/drawSpec.ts'
import { createPlainBoard } from '../../../../figures/vector/plainBoard.ts'
import { studyChoiceSchema, studySettingsSchema } from '../../../../shared/domain/studies/documents.ts'
import type { PrintPdf } from '../../../ports.ts'
import { createHistory, sampleResult } from '../../../results/sampleResults.ts'
import { createDocuments } from '../../documents.ts'
import { createExportLog, createExportNotes } from '../../exportLog.ts'
import { createMakeReport } from '../../report/makeReport.ts'
import { type GivenSamples, openExports } from '../../testing/openExports.ts'
import { createCollectStudy, type DrawFigures } from '../collectStudy.ts'

type Given = GivenSamples & { drawFigures?: DrawFigures; printPdf?: PrintPdf }

/** A fast replacement for drawing, for tests without figures. */
const drawNothing: DrawFigures = async (figures) =>
  figures.map(() => '<svg xmlns="http://www.w3.org/2000/svg"></svg>')

/** Draws like the figures thread, but on this thread. */
export const drawHere: DrawFigures = async (figures, language) => {
  const [words, board] = [createFigureWords(language), createPlainBoard()]
  return figures.map((spec) => drawSpec(spec, words, board))
}

/** Opens exports of documents on real stores, in a folder of the test. */
export async function openDocuments({
  drawFigures = drawNothing,
  printPdf = async () => new Uint8Array(),
  ...given
}: Given) {
  const opened = await openExports(given)
  const { sources, cohorts, journal, answers, folder, close, clock, files, jobs, tableOf } = opened
  const more = {
    sample: ({ sampleId }: { sampleId: string }) => sampleResult({ journal, answers }, sampleId),
    history: createHistory({ answers }).history,
  }
  const version = '1.2.3'
  const notes = createExportNotes(createExportLog(journal))
  const all = { ...sources, ...more }
  const documents = createDocuments({
    sources: all,
    tableOf,
    version,
    drawFigures,
    printPdf,
    notes,
    files,
    jobs,
    clock,
  })
  const collect = createCollectStudy({ sources: all, version, clock })
  const makeReport = createMakeReport(drawFigures)
  return {
    close,
    folder,
    cohorts,
    journal,
    answers,
    documents,
    jobs,
    files,
    notes,
    collect: (input: z.input<typeof studyChoiceSchema>) =>
      collect(studyChoiceSchema.parse(input), new AbortController().signal),
    makeReport,
    /** Returns the job as it ended, and the content of the file; null if there is none. */
    async write(settings: z.input<typeof studySettingsSchema>, name = 'study.html') {
      const path = join(folder, name)
      const { fileId } = files.reserve(path)
      const { jobId } = await documents.write({ fileId, settings: studySettingsSchema.parse(settings) })
      const job = await jobs.finished(jobId)
      return { job, bytes: await readFile(path).catch(() => null) }
    },
  }
}
