import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import {
  type AnySettings,
  exportSettingsSchema,
  type TableFormat,
} from '../../shared/domain/studies/exporting.ts'
import type { Cell } from '../../shared/tables/column.ts'
import { joinMessages, toEnglish } from '../../shared/words/message.ts'
import { addCohort } from '../results/cohort/testing/addCohort.ts'
import { openStores } from '../store/testing/openStores.ts'
import { processFile } from '../testing/processes/processFile.ts'
import { createExportNotes, createExportPresets } from './exportLog.ts'
import { writers } from './formats/writers.ts'
import { createExports, writerInWorker } from './tableExports.ts'
import type { Table } from './tables/table.ts'
import { exportsOf } from './testing/exportsOf.ts'

let stores: Awaited<ReturnType<typeof openStores>>
beforeEach(async () => {
  stores = await openStores()
})
afterEach(() => stores.close())

const settingsOf = (kind: 'samples' | 'resultsLong', format = 'csv') =>
  exportSettingsSchema.parse({ table: { kind }, format })
const notes = { add: async () => undefined, list: async () => [] }
/** Settings that fill `length` characters of the journal. */
const longSettings = (length: number) => {
  const table = { kind: 'samples', of: { sampleIds: ['S'.repeat(300), 'x'.repeat(299)] } }
  return JSON.stringify({ ...settingsOf('samples'), table }).padEnd(length)
}
const openPresets = () => createExportPresets({ journal: stores.journal, ...exportsOf(stores) })
const formatOf = (settings: AnySettings) => ('format' in settings ? settings.format : null)
const scores = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`P${n}`, n]))
const addSamples = (count: number) =>
  addCohort(
    stores,
    Array.from({ length: count }, (_, n) => ({ sampleId: `S${n}`, fields: { age: n }, scores })),
  )

describe('an export', () => {
  test('counts its rows while it runs, and is recorded with its length and SHA-256, newest first', async () => {
    await addSamples(30)
    const { write, exports } = exportsOf(stores)
    const { job, record, bytes } = await write({ kind: 'resultsLong' })
    expect(job).toMatchObject({ kind: 'export', done: 3000, total: 3000, failed: 0 })
    expect(record).toMatchObject({
      exportId: job.jobId,
      fileName: 'out.file',
      settings: { table: { kind: 'resultsLong' }, format: 'csv' },
      rows: 3000,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    await write({ kind: 'samples' }, { format: 'json' })
    const listed = await exports.list({})
    expect(listed.map(({ settings }) => formatOf(settings))).toEqual(['json', 'csv'])
    expect(JSON.stringify(listed)).not.toContain(stores.folder)
  })

  test('is listed with as many earlier exports as fit in one response', async () => {
    const { write, exports } = exportsOf(stores)
    for (let count = 0; count < 3; count++) await write({ kind: 'samples' })
    expect(await exports.list({})).toHaveLength(3)
    const settings = longSettings(1_500_000)
    await stores.journal.query.updateTable('export_log').set({ settings }).execute()
    expect(await exports.list({})).toHaveLength(1)
  })

  test('for Excel lists the columns whose texts Excel would change, and no other format does', async () => {
    const { tableOf, files, jobs, clock } = exportsOf(stores)
    const column = (name: string) => ({ name, type: 'text', unit: null, about: joinMessages([]) }) as const
    const columns = ['id', 'day', 'dose', 'note'].map(column)
    async function* pages() {
      yield [
        ['S1', '2026-04-03', '10', '-'],
        ['00123', '2026-04-04', '1/2', '1.10'],
        ['1E5', '2026-04-05', '3', 'x'],
      ]
    }
    const tableWith = async (choice: Parameters<typeof tableOf>[0]) => ({
      ...(await tableOf(choice)),
      columns,
      pages: pages(),
    })
    const exports = createExports({ tableOf: tableWith, files, jobs, clock, notes })
    const messageOf = async (format: string) => {
      const { fileId } = files.reserve(join(stores.folder, 'out.csv'))
      const { jobId } = await exports.write({ fileId, settings: settingsOf('samples', format) })
      return (await jobs.finished(jobId)).message
    }
    expect(toEnglish((await messageOf('csv-excel'))!)).toContain('“id” (00123), “dose” (1/2), “note” (1.10)')
    expect(toEnglish((await messageOf('csv-excel-semicolon'))!)).toContain('“id” (00123)')
    expect(await messageOf('csv')).toBeNull()
  })

  test('stops soon when it is cancelled, keeps the old file and is not recorded', async () => {
    await addSamples(400)
    const { exports, jobs, files } = exportsOf(stores)
    const path = join(stores.folder, 'old.csv')
    for (const format of ['csv', 'xlsx', 'parquet', 'json']) {
      await writeFile(path, 'old')
      const { fileId } = files.reserve(path)
      const { jobId } = await exports.write({ fileId, settings: settingsOf('resultsLong', format) })
      while (jobs.list().find((job) => job.jobId === jobId)?.done === 0) await yieldToEventLoop()
      const startedMs = performance.now()
      jobs.cancel(jobId)
      expect(await jobs.finished(jobId)).toMatchObject({ state: 'cancelled' })
      expect(performance.now() - startedMs).toBeLessThan(5000)
      expect(await readFile(path, 'utf8')).toBe('old')
    }
    expect((await readdir(stores.folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await exports.list({})).toEqual([])
  })

  test('lets other work run after each page, even if nothing is written for it', async () => {
    const { tableOf, files, jobs, clock } = exportsOf(stores)
    let turns = 0
    let runs = true
    const seen: number[] = []
    async function* pages() {
      for (let page = 0; page < 20; page++) {
        seen.push(turns)
        yield []
      }
    }
    const tableWith = async (choice: Parameters<typeof tableOf>[0]) => ({
      ...(await tableOf(choice)),
      pages: pages(),
    })
    const exports = createExports({ tableOf: tableWith, files, jobs, clock, notes })
    const counting = (async () => {
      for (; runs; turns++) await yieldToEventLoop()
    })()
    const { fileId } = files.reserve(join(stores.folder, 'empty.csv'))
    const { jobId } = await exports.write({ fileId, settings: settingsOf('samples') })
    await jobs.finished(jobId)
    runs = false
    await counting
    expect(seen).toHaveLength(20)
    expect(new Set(seen).size).toBe(20)
  })

  test('rejects an unknown column by name, and an unknown file immediately', async () => {
    const { write, exports } = exportsOf(stores)
    const wrong = write({ kind: 'samples' }, { columns: ['sample_id', 'wrong'] })
    const message = expect.stringContaining('“wrong”') as string
    await expect(wrong).rejects.toMatchObject({ code: 'rejected', message })
    const unknown = exports.write({ fileId: 'none', settings: settingsOf('samples') })
    await expect(unknown).rejects.toMatchObject({ code: 'notFound' })
    expect(await exports.list({})).toEqual([])
  })

  test('is written and listed even if the journal is full, with a notice', async () => {
    const { tableOf, files, jobs, clock } = exportsOf(stores)
    const full = new Failure('file', joinMessages([`The disk is full.`]), { name: 'journal.db' })
    const log = { add: () => Promise.reject(full), list: async () => [] }
    const exports = createExports({ tableOf, files, jobs, clock, notes: createExportNotes(log) })
    const path = join(stores.folder, 'there.csv')
    const { fileId } = files.reserve(path)
    const { jobId } = await exports.write({ fileId, settings: settingsOf('samples') })
    const message = expect.stringContaining('The disk is full.') as string
    expect(await jobs.finished(jobId)).toMatchObject({ state: 'done', message })
    expect(await exports.list({})).toMatchObject([{ exportId: jobId, fileName: 'there.csv' }])
    expect(await readFile(path, 'utf8')).toContain('sample_id')
  })
})

describe('presets', () => {
  test('are stored by name; saving replaces an equal name, and removing twice is harmless', async () => {
    const presets = openPresets()
    const first = await presets.save({ name: 'b', settings: settingsOf('samples') })
    await presets.save({ name: 'A', settings: settingsOf('resultsLong', 'parquet') })
    const again = await presets.save({ name: 'b', settings: settingsOf('samples', 'xlsx') })
    expect(again).toMatchObject({ presetId: first.presetId, settings: { format: 'xlsx' } })
    expect((await presets.list({})).map(({ name, settings }) => [name, formatOf(settings)])).toEqual([
      ['A', 'parquet'],
      ['b', 'xlsx'],
    ])
    for (let times = 0; times < 2; times++) await presets.remove({ presetId: first.presetId })
    expect((await presets.list({})).map(({ name }) => name)).toEqual(['A'])
  })

  test('are listed with as many others as fit in one response, newest first', async () => {
    const presets = openPresets()
    const { query } = stores.journal
    for (const name of ['c', 'b', 'a']) await presets.save({ name, settings: settingsOf('samples') })
    const names = async () => (await presets.list({})).map(({ name }) => name)
    expect(await names()).toEqual(['a', 'b', 'c'])
    await query
      .updateTable('export_recipes')
      .set({ settings: longSettings(900_000) })
      .execute()
    expect(await names()).toEqual(['a', 'b'])
    const numbers = JSON.stringify(Array.from({ length: 600 }, (_, n) => n))
    await sql`INSERT INTO export_recipes (recipe_id, name, settings, saved_at) SELECT 'id' || value, 'name' || value, ${'{}'}, '2020-01-01'
      FROM json_each(${numbers})`.execute(query)
    const settings = JSON.stringify(settingsOf('samples'))
    await query.updateTable('export_recipes').set({ settings }).execute()
    expect(await names()).toHaveLength(500)
  })

  test('are listed without those of a newer version, like the export log', async () => {
    const { write, exports } = exportsOf(stores)
    const presets = openPresets()
    await presets.save({ name: 'mine', settings: settingsOf('samples') })
    await write({ kind: 'samples' })
    const { query } = stores.journal
    const newer = '{"table":{"kind":"capsule"},"format":"zip"}'
    await query
      .insertInto('export_recipes')
      .values({ recipe_id: 'n', name: 'newer', settings: newer, saved_at: '' })
      .execute()
    await query.updateTable('export_log').set({ settings: newer }).execute()
    expect((await presets.list({})).map(({ name }) => name)).toEqual(['mine'])
    expect(await exports.list({})).toEqual([])
  })
})

const workerFile = processFile('exportWorker')

/** Returns a table of texts and numbers. `onPage` is called for each requested page, and at the end. */
function tableOf(
  pages: number,
  onPage: (what: number | 'closed') => void = () => {},
  last: Cell = 0.5,
): Table {
  async function* made(): AsyncGenerator<Cell[][]> {
    try {
      for (let page = 0; page < pages; page++) {
        onPage(page)
        yield Array.from({ length: 1000 }, (_, row) => [`text ${page} ${row}`, row === 999 ? last : row / 7])
      }
    } finally {
      onPage('closed')
    }
  }
  const column = { unit: null, about: joinMessages([`About it.`]) }
  return {
    name: 'table',
    columns: [
      { name: 'text', type: 'text', ...column },
      { name: 'number', type: 'number', ...column },
    ],
    pages: made(),
    provenance: [{ name: 'application', value: 'Pathclock' }],
  }
}

describe('a table that is written on a thread', () => {
  test.each<TableFormat>(['xlsx', 'parquet', 'csv'])(
    'has the same bytes as one written here: %s',
    async (format) => {
      const there = await buffer(writerInWorker(workerFile, format)(tableOf(30)))
      const here = await buffer(writers[format](tableOf(30)))
      expect(there.equals(here)).toBe(true)
    },
  )

  test('is closed without requesting further pages when its consumer stops', async () => {
    const events: (number | 'closed')[] = []
    for await (const chunk of writerInWorker(workerFile, 'csv')(tableOf(1000, (what) => events.push(what))))
      if (chunk.length > 0) break
    expect(events.at(-1)).toBe('closed')
    expect(events.length).toBeLessThan(20)
  })

  test('reports what the format cannot hold, and errors of the table itself', async () => {
    const long = buffer(writerInWorker(workerFile, 'xlsx')(tableOf(1, undefined, 'x'.repeat(40_000))))
    await expect(long).rejects.toMatchObject({ code: 'rejected', message: expect.stringContaining('32,767') })
    const infinite = buffer(
      writerInWorker(workerFile, 'csv')(tableOf(1, undefined, Number.POSITIVE_INFINITY)),
    )
    await expect(infinite).rejects.toThrow(RangeError)
    async function* broken(): AsyncGenerator<Cell[][]> {
      yield [['a', 1]]
      throw new Error('The disk is gone.')
    }
    const failing = buffer(writerInWorker(workerFile, 'parquet')({ ...tableOf(0), pages: broken() }))
    await expect(failing).rejects.toThrow('The disk is gone.')
  })
})
