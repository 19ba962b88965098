import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isFailure } from '../../../../shared/contract/failures.ts'
import type { ReadOptions, XlsxReadAs } from '../../../../shared/domain/samples/importing.ts'
import { detectLayout, firstDataLine, sectionAbove, trimBlankEnd } from '../detect/detectLayout.ts'
import { detectDecimal } from '../detect/dialect.ts'
import {
  fileChanged,
  hasText,
  type OpenTable,
  type TableReading,
  type TableRow,
  toHeader,
  unreadableFile,
} from '../reader/tableRow.ts'
import { hiddenProblems, readWorkbook, rejectLargeFile, toTableRows, type Workbook } from './workbook.ts'

const maxSampledRows = 200
const rowsPerReading = 500

/** A workbook is read whole, so that its hash is of the very bytes that its rows come from. Throws `file`. */
function readBytes(path: string): { bytes: Buffer; sha256: string } {
  try {
    rejectLargeFile(path, statSync(path).size)
    const bytes = readFileSync(path)
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    if (isFailure(error)) throw error
    throw unreadableFile(path, error)
  }
}

export async function openXlsx(path: string, options: ReadOptions): Promise<OpenTable> {
  const { bytes, sha256 } = readBytes(path)
  const workbook = await readWorkbook(path, bytes, options.sheet)
  const { readAs, section, above } = resolveReadAs(workbook, options)
  return {
    sizeBytes: bytes.length,
    sha256,
    readAs,
    sheets: workbook.sheets,
    notes: () => [],
    section,
    above,
    readings: toReadings(workbook, readAs),
    problems: (header, columns) => hiddenProblems(workbook.sheet, header, columns),
  }
}

function resolveReadAs(
  { sheet, missing }: Workbook,
  options: ReadOptions,
): { readAs: XlsxReadAs } & Pick<OpenTable, 'section' | 'above'> {
  const texts = sheet.rows
    .slice(0, maxSampledRows)
    .map((row) => row.map((value) => (typeof value === 'string' ? value : '')))
  const decimal = options.decimal ?? detectDecimal(texts)
  const rows = [...toTableRows({ ...sheet, rows: sheet.rows.slice(0, maxSampledRows) }, decimal, missing)]
  const filled = rows
    .filter(({ cells }) => hasText(cells))
    .map(({ row, cells }) => ({ line: row, cells: trimBlankEnd(cells) }))
  const layout = detectLayout(filled, { endsOpen: true, headerLine: options.headerLine })
  const headerLine =
    options.headerLine ?? (options.noHeader ? firstDataLine(filled) : layout?.headerLine) ?? 1
  const readAs: XlsxReadAs = {
    format: 'xlsx',
    sheet: sheet.name,
    decimal,
    headerLine,
    ...(options.noHeader ? { noHeader: true } : {}),
    ...(options.endLine === undefined ? {} : { endLine: options.endLine }),
    ...(layout?.rowNames && layout.headerLine === headerLine && !options.noHeader ? { rowNames: true } : {}),
  }
  const above = filled.filter(({ line }) => line < headerLine)
  return { readAs, section: sectionAbove(filled, headerLine), above }
}

/** See `readTable`. */
export async function* readXlsx(
  path: string,
  readAs: XlsxReadAs,
  sha256: string | null,
): AsyncGenerator<TableReading> {
  const { bytes, sha256: currentSha256 } = readBytes(path)
  if (sha256 !== null && sha256 !== currentSha256) throw fileChanged(path)
  yield* toReadings(await readWorkbook(path, bytes, readAs.sheet), readAs)
}

/** Columns at the end without a name and without a value are no columns, only cells that were once formatted. */
async function* toReadings({ sheet, missing }: Workbook, readAs: XlsxReadAs): AsyncGenerator<TableReading> {
  const used = sheet.rows
    .slice(readAs.headerLine - 1)
    .reduce((most, values) => Math.max(most, usedWidth(values)), 0)
  let header: TableRow | null = null
  let rows: TableRow[] = []
  for (const row of toTableRows(sheet, readAs.decimal, missing)) {
    if (row.row < readAs.headerLine || !(hasText(row.cells) || row.fault)) continue
    const cells = row.cells.slice(0, used)
    if (header === null) {
      const named = toHeader(readAs, row)
      header = { ...named, cells: named.cells.slice(0, used) }
      if (readAs.noHeader) rows.push({ ...row, cells })
    } else rows.push({ ...row, cells })
    if (rows.length < rowsPerReading) continue
    yield { header, rows }
    rows = []
  }
  yield { header, rows }
}

const usedWidth = (values: readonly unknown[]): number =>
  values.findLastIndex((value) => value !== null && value !== '') + 1
