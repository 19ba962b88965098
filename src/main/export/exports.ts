import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Handlers } from '../../shared/contract/contract.ts'
import { isFailure } from '../../shared/contract/failures.ts'
import type { ExportRecord, ExportSettings, TableFormat, TableKind } from '../../shared/domain/exporting.ts'
import type { JobProgress, Jobs } from '../jobs/jobs.ts'
import type { Clock, Files } from '../ports.ts'
import { dictionaryOf, withColumns } from './chosenColumns.ts'
import type { ExportLog } from './exportLog.ts'
import { writers } from './formats/writers.ts'
import type { WriteTable } from './table.ts'
import type { KnownTable, TableOf } from './tables.ts'
import { writerInWorker } from './writeInWorker.ts'

export type Exports = {
  describe: Handlers['exports.describe']
  write: Handlers['exports.write']
  list: Handlers['exports.list']
}

/**
 * Writes what is known as files: read page by page, written whole or not at all. The record of an export has the id of
 * its job.
 */
export function createExports(options: {
  tableOf: TableOf
  log: ExportLog
  files: Pick<Files, 'path' | 'write'>
  jobs: Jobs
  clock: Clock
  /** The entry exportWorker; left out: everything is made on this thread. */
  workerFile?: URL | string
}): Exports {
  const { tableOf, log, files, jobs, clock, workerFile } = options
  /** Exports that could not be noted in the journal. */
  const unnoted: ExportRecord[] = []

  const write = async (
    fileId: string,
    settings: ExportSettings,
    progress: JobProgress,
    signal: AbortSignal,
  ) => {
    const all = withColumns(await unlessStopped(tableOf(settings.table), signal), settings)
    const table = settings.dictionary ? dictionaryOf(all) : all
    progress.total(table.rows)
    const counted = countRows(table, signal, (rows) => progress.advance({ done: rows }))
    const hashed = hash(writerOf(settings.format, workerFile)(counted.table))
    const { name: fileName, sizeBytes } = await files.write(fileId, hashed.chunks, signal)
    const at = new Date(clock.now()).toISOString()
    return { at, fileName, settings, rows: counted.rows(), sizeBytes, sha256: hashed.sha256() }
  }

  /** The file is there, whatever becomes of the note. */
  const note = async (record: ExportRecord): Promise<string | undefined> => {
    try {
      await log.add(record)
      return undefined
    } catch (error) {
      if (!isFailure(error)) throw error
      unnoted.unshift(record)
      return `The file is written. It could not be noted among the exports: ${error.message}`
    }
  }

  return {
    async describe({ table }) {
      const { name, columns, rows, synthetic } = await tableOf(table)
      return { name, columns, rows, synthetic }
    },
    async write({ fileId, settings }) {
      // A file that is not known is told at once.
      files.path(fileId)
      const spec = { kind: 'export' as const, title: titles[settings.table.kind], total: null }
      const jobId = jobs.start(spec, async (progress, signal) =>
        note({ exportId: jobId, ...(await write(fileId, settings, progress, signal)) }),
      )
      return { jobId }
    },
    list: async () => [...unnoted, ...(await log.list())],
  }
}

/** Those that take longer at a time than a window can wait. */
const slowFormats: readonly TableFormat[] = ['xlsx', 'parquet']

const writerOf = (format: TableFormat, workerFile: URL | string | undefined): WriteTable =>
  workerFile !== undefined && slowFormats.includes(format)
    ? writerInWorker(workerFile, format)
    : writers[format]

const titles: Record<TableKind, string> = {
  resultsLong: 'Export of results',
  resultsWide: 'Export of results',
  samples: 'Export of samples',
  drugs: 'Export of drugs',
  compare: 'Export of a comparison',
  screening: 'Export of screenings',
  history: 'Export of imports',
  answers: 'Export of answers',
}

/** Rejects with the reason of the signal as soon as it is stopped; what goes on meanwhile comes to nothing. */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The same table; whatever else waits has its turn after each page. */
function countRows(table: KnownTable, signal: AbortSignal, advance: (rows: number) => void) {
  let rows = 0
  async function* pages() {
    for await (const page of table.pages) {
      signal.throwIfAborted()
      yield page
      rows += page.length
      advance(page.length)
      await turn()
    }
  }
  return { table: { ...table, pages: pages() }, rows: () => rows }
}

/** The same chunks; `sha256` is that of all that have gone through. */
function hash(source: AsyncIterable<string | Uint8Array>) {
  const sum = createHash('sha256')
  async function* chunks() {
    for await (const chunk of source) {
      sum.update(chunk)
      yield chunk
    }
  }
  return { chunks: chunks(), sha256: () => sum.digest('hex') }
}
