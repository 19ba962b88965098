import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Services } from '../../shared/contract/contract.ts'
import type { TableFormat, TableKind } from '../../shared/domain/studies/exporting.ts'
import { type Message, message, shortList } from '../../shared/words/message.ts'
import { launchWorker } from '../concurrency/launchWorker.ts'
import { createWorkerTasks } from '../concurrency/workerRpc.ts'
import { createExportWriter, type ExportWriterDeps } from './exportLog.ts'
import { type WriterMethods, writers } from './formats/writers.ts'
import type { WriteTable } from './tables/table.ts'
import { dictionaryOf, type OpenTable, type TableOf, withColumns } from './tables/tables.ts'

/** Pages are short-lived: with more memory the thread only collects garbage later. */
const maxYoungGenerationSizeMb = 16

/** Writes a file on a thread of its own, for slow formats. `workerFile`: the entry `exportWorker`. */
export function writerInWorker(workerFile: URL | string, format: TableFormat): WriteTable {
  const worker = createWorkerTasks<WriterMethods>({
    launch: () => launchWorker(workerFile, { maxYoungGenerationSizeMb }),
  })
  return ({ pages, name, columns, provenance }) =>
    worker.stream('write', [{ format, name, columns, provenance }, pages])
}

/** Writes tables to files, completely or not at all. */
export function createExports(
  deps: ExportWriterDeps & {
    tableOf: TableOf
    /** The entry `exportWorker`; if left out, everything is written on this thread. */
    workerFile?: URL | string
  },
): Services['exports'] {
  const { tableOf, notes, workerFile } = deps
  const start = createExportWriter(deps)
  return {
    async describe({ table }) {
      const { name, columns, rows, synthetic, close } = await tableOf(table)
      await close()
      return { name, columns, rows, synthetic }
    },
    write: async (request) =>
      start(request, titles[request.settings.table.kind], async (save, progress, signal) => {
        const { settings } = request
        const found = await abortable(tableOf(settings.table), signal)
        try {
          const all = withColumns(found, settings)
          const table = settings.dictionary ? dictionaryOf(all) : all
          progress.total(table.rows)
          const counted = countRows(table, signal, (rows) => progress.advance({ done: rows }))
          const spreadsheet = spreadsheetFormats.includes(settings.format)
            ? detectChangedTexts(counted.table)
            : null
          const write = writerOf(settings.format, workerFile)
          const unnoted = await save(write(spreadsheet?.table ?? counted.table), counted.rows)
          return unnoted ?? spreadsheet?.warning()
        } finally {
          await found.close()
        }
      }),
    list: notes.list,
  }
}

const spreadsheetFormats: readonly TableFormat[] = ['csv-excel', 'csv-excel-semicolon']

/** Texts that a spreadsheet changes: leading or trailing zeros, exponents, fractions, days, and too many digits. */
const changedText =
  /^(?:0\d+|\d+(?:[.,]\d+)?e[+-]?\d+|\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{1,4})?|\d+[.,]\d*0|\d{16,}|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*[ -]?\d{1,4})$/i
const isoDay = /^\d{4}-\d\d-\d\d$/
const maxNamed = 5

/** Passes the table through and records the columns whose texts a spreadsheet would read as numbers or days. */
function detectChangedTexts(table: OpenTable) {
  const changed = new Map<number, string>()
  async function* pages() {
    for await (const page of table.pages) {
      for (const row of page)
        for (const [index, cell] of row.entries())
          if (typeof cell === 'string' && !changed.has(index) && changedText.test(cell) && !isoDay.test(cell))
            changed.set(index, cell)
      yield page
    }
  }
  const warning = (): Message | undefined => {
    const found = [...changed].toSorted(([one], [other]) => one - other)
    if (found.length === 0) return undefined
    const names = found.map(([index, cell]) => `“${table.columns[index]?.name}” (${cell})`)
    return message('export.spreadsheetOpensFileReads', { names: shortList(names, maxNamed) })
  }
  return { table: { ...table, pages: pages() }, warning }
}

/** Formats that would block the app for too long. */
const slowFormats: readonly TableFormat[] = ['xlsx', 'parquet']

const writerOf = (format: TableFormat, workerFile: URL | string | undefined): WriteTable =>
  workerFile !== undefined && slowFormats.includes(format)
    ? writerInWorker(workerFile, format)
    : writers[format]

const titles: Record<TableKind, Message> = {
  resultsLong: message('export.exportResults'),
  resultsWide: message('export.exportResults'),
  samples: message('export.exportSamples'),
  clock: message('clock.exportAges'),
  drugs: message('export.exportDrugs'),
  compare: message('export.exportComparison'),
  model: message('export.exportModel'),
  match: message('export.exportMatchingDrugs'),
  screening: message('export.exportScreenings'),
  history: message('export.exportImports'),
  answers: message('export.exportAnswers'),
}

/** Rejects with the signal's reason when it is aborted. A table that arrives later is closed. */
async function abortable(work: Promise<OpenTable>, signal: AbortSignal): Promise<OpenTable> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  void work.then(
    (table) => (signal.aborted ? table.close() : undefined),
    () => undefined,
  )
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Passes the table through and counts its rows; other work runs after each page. */
function countRows(table: OpenTable, signal: AbortSignal, advance: (rows: number) => void) {
  let rows = 0
  async function* pages() {
    for await (const page of table.pages) {
      signal.throwIfAborted()
      yield page
      rows += page.length
      advance(page.length)
      await yieldToEventLoop()
    }
  }
  return { table: { ...table, pages: pages() }, rows: () => rows }
}
