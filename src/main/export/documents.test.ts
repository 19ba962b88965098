import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import { joinMessages, message, toEnglish } from '../../shared/words/message.ts'
import { annotationRow } from '../store/testing/rows.ts'
import { openDocuments } from './documents/testing/openDocuments.ts'
import { createExportPresets } from './exportLog.ts'

let opened: Awaited<ReturnType<typeof openDocuments>>
afterEach(() => opened.close())

const made = Array.from({ length: 4 }, (_, n) => ({ sampleId: `S${n}`, scores: { mTOR: n, PPAR: -n } }))
const report = { document: 'report', format: 'html', study: { kind: 'cohort' } } as const
const settings = { ...report, language: 'en', study: { kind: 'cohort', of: { filter: {} } } } as const

describe('exporting a study', () => {
  test('reports its steps, and is recorded with its number of samples and its SHA-256', async () => {
    opened = await openDocuments({ made })
    const { job, bytes } = await opened.write(report)
    expect(job).toMatchObject({ kind: 'export', title: 'Report', state: 'done', done: 3, total: 3 })
    expect(await opened.notes.list()).toMatchObject([
      {
        exportId: job.jobId,
        fileName: 'study.html',
        rows: 4,
        settings: { ...report, language: 'en' },
        sizeBytes: bytes?.length,
        sha256: createHash('sha256').update(bytes!).digest('hex'),
      },
    ])
  })

  test('prints the same page if PDF is requested', async () => {
    const printed: string[] = []
    opened = await openDocuments({
      made,
      printPdf: async (html) => {
        printed.push(html)
        return new TextEncoder().encode('%PDF-1.7')
      },
    })
    const { bytes } = await opened.write({ ...report, format: 'pdf', language: 'zh-CN' }, 'study.pdf')
    expect(bytes?.toString()).toBe('%PDF-1.7')
    expect(printed).toEqual([expect.stringContaining('<html lang="zh-CN">')])
  })

  test('keeps the old file if nothing can print, and explains the next step', async () => {
    const none = new Failure('notFound', joinMessages([`No browser was found. Write HTML instead.`]), {
      what: message('shared.browser'),
    })
    opened = await openDocuments({ made, printPdf: () => Promise.reject(none) })
    await writeFile(join(opened.folder, 'study.pdf'), 'old')
    const { job, bytes } = await opened.write({ ...report, format: 'pdf' }, 'study.pdf')
    expect(job).toMatchObject({ state: 'failed', message: 'No browser was found. Write HTML instead.' })
    expect(bytes?.toString()).toBe('old')
    expect(await opened.notes.list()).toEqual([])
  })

  test.each([
    ['S2', 'failed'],
    ['of no study', 'done'],
  ])('is not written if an annotation of a sample changes while it is drawn: %s', async (sampleId, state) => {
    opened = await openDocuments({
      made,
      drawFigures: async (figures) => {
        const row = annotationRow(sampleId, { group_name: 'later', changed_at: '2026-12-01T00:00:00.000Z' })
        await opened.journal.query.insertInto('annotations').values(row).execute()
        return figures.map(() => '<svg xmlns="http://www.w3.org/2000/svg"></svg>')
      },
    })
    const of = { sampleIds: ['S1', 'S2'] }
    const { job } = await opened.write({ ...report, study: { kind: 'cohort', of } })
    expect(job.state).toBe(state)
  })

  test('leaves no file if it is cancelled while drawing', async () => {
    const drawing = Promise.withResolvers<void>()
    opened = await openDocuments({
      made,
      drawFigures: (_figures, _language, signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
          drawing.resolve()
        }),
    })
    const path = join(opened.folder, 'study.html')
    const { fileId } = opened.files.reserve(path)
    const { jobId } = await opened.documents.write({ fileId, settings })
    await drawing.promise
    opened.jobs.cancel(jobId)
    expect(await opened.jobs.finished(jobId)).toMatchObject({ state: 'cancelled' })
    expect(await readdir(opened.folder)).not.toContain('study.html')
    expect(await opened.notes.list()).toEqual([])
  })

  test('rejects an unknown file immediately, and an impossible comparison in the job', async () => {
    opened = await openDocuments({ made })
    const unknown = opened.documents.write({ fileId: 'none', settings })
    await expect(unknown).rejects.toMatchObject({ code: 'notFound' })
    const comparison = { groups: { by: 'tissue', values: ['liver', 'blood'] } }
    const { job, bytes } = await opened.write({ ...report, study: { kind: 'cohort', comparison } })
    expect(job).toMatchObject({ state: 'failed', failureCode: 'rejected' })
    expect(toEnglish(job.message!)).toContain('“tissue”')
    expect(bytes).toBeNull()
  })

  test('returns the methods text alone', async () => {
    opened = await openDocuments({ made })
    const methods = await opened.documents.methods({ study: settings.study, language: 'en' })
    expect(methods.text).toContain('4 samples')
    expect(methods.python).toContain('import')
  })
})

test('a preset can contain a study export', async () => {
  opened = await openDocuments({ made })
  const random = { next: () => 0.5, id: () => 'one' }
  const clock = { now: () => 0, sleep: async () => {} }
  const presets = createExportPresets({ journal: opened.journal, clock, random })
  const settings = { document: 'capsule', language: 'en', study: { kind: 'sample', sampleId: 'S0' } } as const
  await presets.save({ name: 'Mine', settings })
  expect(await presets.list({})).toMatchObject([{ name: 'Mine', settings }])
})
