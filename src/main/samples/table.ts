import type { ReadAs, ReadOptions, RowKind } from '../../shared/domain/importing.ts'
import { openCsv, readCsv } from './csv/csvTable.ts'
import { createRowClassifier } from './rowClassifier.ts'
import type { OpenTable, TableReading } from './tableRow.ts'
import { detectFormat } from './xlsx/detectFormat.ts'

/** What reads workbooks is not small, and most tables are none. */
const loadWorkbookReader = () => import('./xlsx/xlsxTable.ts')

/**
 * Opens a file, finds out what the options leave open, and reads its records. Throws `file` for what is no table and
 * `rejected` for options that do not fit.
 */
export async function openTable(path: string, options: ReadOptions): Promise<OpenTable> {
  const opened = await open(path, options)
  return options.missingWords === false
    ? { ...opened, readAs: { ...opened.readAs, missingWords: false } }
    : opened
}

async function open(path: string, options: ReadOptions): Promise<OpenTable> {
  if (detectFormat(path) !== 'xlsx') return await openCsv(path, options)
  const { openXlsx } = await loadWorkbookReader()
  return await openXlsx(path, options)
}

/**
 * The records of a file below its header, in pieces, read as told and never otherwise. Records without any text are
 * passed over, and those that `readAs` says are no samples. Throws `file` for what cannot be a table, and, where `sha256` is given and the file no longer has it,
 * because it was changed since.
 */
export async function* readTable(
  path: string,
  readAs: ReadAs,
  sha256: string | null,
): AsyncGenerator<TableReading> {
  const readings =
    readAs.format === 'xlsx'
      ? (await loadWorkbookReader()).readXlsx(path, readAs, sha256)
      : readCsv(path, readAs, sha256)
  const { endLine, passOver } = readAs
  if (endLine === undefined && passOver === undefined) yield* readings
  else yield* filterReadings(readings, endLine ?? Number.POSITIVE_INFINITY, passOver ?? [])
}

async function* filterReadings(
  readings: AsyncIterable<TableReading>,
  endLine: number,
  passOver: readonly RowKind[],
): AsyncGenerator<TableReading> {
  let classify: ReturnType<typeof createRowClassifier> | null = null
  for await (const { header, rows } of readings) {
    if (header) classify ??= createRowClassifier(header.cells, passOver)
    yield { header, rows: rows.filter(({ row, cells }) => row <= endLine && classify?.(cells) === null) }
  }
}
