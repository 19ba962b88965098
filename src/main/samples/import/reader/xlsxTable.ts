import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isFailure } from '../../../../shared/contract/failures.ts'
import type { ReadOptions, XlsxReadAs } from '../../../../shared/domain/samples/importing.ts'
import { isIdentifyingName, type SampleRow, trimBlankEnd } from '../detect/detectLayout.ts'
import { detectRows } from '../detect/detectRows.ts'
import { detectDecimal } from '../detect/dialect.ts'
import { findPlates, isPlateMap, ofWholeFile } from '../detect/plates.ts'
import { normalizeHeader } from '../detect/synonyms.ts'
import {
  fileChanged,
  hasText,
  type OpenTable,
  type OtherSheet,
  type TableReading,
  type TableRow,
  toHeader,
  unreadableFile,
} from '../tableRow.ts'
import {
  hiddenColumns,
  markedRows,
  readWorkbook,
  rejectLargeFile,
  rowQuestions,
  toTableRows,
  usedWidth,
  type Workbook,
} from '../xlsx/workbook.ts'

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
    notes: (found) => rowQuestions(workbook.sheet, found),
    section,
    above,
    readings: toReadings(workbook, readAs),
    otherSheets: (header) => findOtherSheets(bytes, workbook.sheets, readAs, header),
    problems: (header, columns) => hiddenColumns(workbook.sheet, header, columns),
  }
}

/** Looking into other sheets takes as long as reading them: 3 s for a workbook of this size. */
const maxInspectedBytes = 20_000_000
/** A header further down is not looked for in other sheets. */
const maxHeaderRow = 60

/** Sheets whose header has the same names, in any order, with how many rows they have below it. */
async function findOtherSheets(
  bytes: Buffer,
  sheets: Workbook['sheets'],
  readAs: XlsxReadAs,
  header: readonly string[],
): Promise<OtherSheet[]> {
  const others = sheets.filter(({ name, hidden }) => !hidden && name !== readAs.sheet)
  const named = toNameSet(header)
  if (others.length === 0 || bytes.length > maxInspectedBytes || named.size === 0) return []
  const { streamXlsxRows } = await import('hucre/xlsx')
  const found: OtherSheet[] = []
  for (const { name } of others) {
    const start: SampleRow[] = []
    let rows: number | null = null
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: name })) {
      const cells = trimBlankEnd(values.map((value) => String(value ?? '')))
      if (cells.length === 0) continue
      if (rows !== null) rows += 1
      else if (index > maxHeaderRow) break
      else if (isPlateMap(readAs)) start.push({ line: index + 1, cells })
      else if (isSameHeader(named, toNameSet(cells))) rows = 0
    }
    const plates = findPlates(start)
    if (plates) rows = plates.reduce((sum, plate) => sum + plate.rows * plate.columns, 0)
    if (rows !== null && rows > 0) found.push({ name, rows })
  }
  return found
}

/** Returns an empty set for a header with too few names to recognize. */
function toNameSet(cells: readonly string[]): Set<string> {
  const names = cells.map(normalizeHeader).filter((name) => name !== '')
  return new Set(names.length > 1 || names.some(isIdentifyingName) ? names : [])
}

/** Most names are the same, in any order, and one of those names the sample or its donor. */
function isSameHeader(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((name) => other.has(name))
  const isMost = shared.length * 3 >= Math.max(one.size, other.size) * 2
  return isMost && (shared.length === one.size ? true : shared.some(isIdentifyingName))
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
  const { settings, section, above } = detectRows(filled, options, true)
  const { allSheets } = options
  const readAs: XlsxReadAs = {
    format: 'xlsx',
    sheet: sheet.name,
    decimal,
    ...(allSheets && { allSheets }),
    ...settings,
  }
  return { readAs, section, above }
}

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
async function* toReadings({ sheet, missing }: Workbook, found: XlsxReadAs): AsyncGenerator<TableReading> {
  const readAs = ofWholeFile(found)
  const used = sheet.rows
    .slice(readAs.headerLine - 1)
    .reduce((most, values) => Math.max(most, usedWidth(values)), 0)
  let header: TableRow | null = null
  let above: string[] = []
  let rows: TableRow[] = []
  const marked = markedRows(sheet)
  const isOmitted = ({ row }: TableRow): boolean =>
    (readAs.hiddenRows === 'omit' && marked.hidden.has(row - 1)) ||
    (readAs.struckRows === 'omit' && marked.struck.has(row - 1))
  for (const row of toTableRows(sheet, readAs.decimal, missing)) {
    if (row.row < readAs.headerLine) above = row.cells
    if (row.row < readAs.headerLine || !(hasText(row.cells) || row.fault)) continue
    const cells = row.cells.slice(0, used)
    if (header === null) {
      const named = toHeader(readAs, row, above)
      header = { ...named, cells: named.cells.slice(0, used) }
      if (readAs.noHeader) rows.push({ ...row, cells })
    } else if (!isOmitted(row)) rows.push({ ...row, cells })
    if (rows.length < rowsPerReading) continue
    yield { header, rows }
    rows = []
  }
  yield { header, rows }
}
