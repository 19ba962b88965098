import { basename } from 'node:path'
import { Failure } from '../../../../shared/contract/failures.ts'
import type {
  Problem,
  ReadAs,
  ReadingNote,
  ReadOptions,
  RowKind,
} from '../../../../shared/domain/samples/importing.ts'
import { message } from '../../../../shared/messages/message.ts'
import { readCsv } from '../csv/csvTable.ts'
import type { AgeUnit } from '../detect/headerWords.ts'
import { headerProblem, nameColumns } from '../detect/nameColumns.ts'
import { createRowClassifier, createRowFilter } from '../detect/rowClassifier.ts'
import { createCorrections, createReplace, isTooLong } from '../draft/corrections.ts'
import { toRowPlan } from '../mapping/columnMapping.ts'
import { ageUnitMessages, statedAgeUnit } from '../validation/cells/ageUnits.ts'
import { latestDayAt } from '../validation/cells/dates.ts'
import { createRowCheck } from '../validation/rowCheck.ts'
import { loadWorkbookReader, openTable } from './openTable.ts'
import {
  type DraftFacts,
  type DraftTask,
  previewRows,
  type ReaderChunk,
  type ReaderRow,
  type RecordSelection,
  type RowsTask,
  type ScanResult,
  type ScanTask,
} from './readerMessages.ts'
import { hasText, shorten, structureProblem, type TableReading, type TableRow } from './tableRow.ts'

/** Rows a message: a message stays well under the 5 ms that a thread can spare between two frames. */
const rowsPerMessage = 500

export type ReaderMethods = ReturnType<typeof createReaderMethods>

/** What the thread that reads files serves. `nowMs`: since 1970. */
export const createReaderMethods = (nowMs: () => number) => ({
  draft: (task: DraftTask) => readDraft(task.path, task.options, task.shownRows),
  rows: (task: RowsTask) => checkedRows(task, latestDayAt(nowMs())),
  scan: scanRecords,
})

/**
 * The records of a file below its header, in pieces, read as set and never otherwise. Records without any text are
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

/** The rows of a file with their corrections, each checked, in pieces. Throws as `readTable` does. */
export async function* checkedRows(
  task: Omit<RowsTask, 'sha256'> & { sha256: string | null },
  latestDay?: string,
): AsyncGenerator<ReaderChunk> {
  const { columns, transform } = task
  const plan = toRowPlan(task)
  const check = createRowCheck({
    columns,
    plan,
    decimal: task.readAs.decimal,
    isDecimalFound: task.isDecimalFound ?? false,
    dayFormat: transform.dayFormat,
    ageUnit: transform.ageUnit,
    isAgeUnitAssumed: transform.ageUnitAssumed ?? false,
    values: transform.values ?? {},
    missingWords: task.readAs.missingWords !== false,
    keepsUnreadAges: transform.unreadAges === 'note',
    ...(latestDay === undefined ? {} : { latestDay }),
  })
  const corrections = createCorrections(columns, task.changes)
  const includesRecord = createRecordFilter(task.records)
  let rows: ReaderRow[] = []
  let broken: Problem | null = null
  for await (const reading of readTable(task.path, task.readAs, task.sha256)) {
    if (reading.header) broken = headerProblem(reading.header, columns)
    for (const record of reading.rows) {
      const current = corrections.apply(record)
      // Emptied here: as good as an empty line of the file.
      if (current !== record && !hasText(current.cells)) continue
      const checked = check.check(current)
      const { row, status, fields, notes, problems } = checked
      rows.push({ row, status, fields, notes, problems, record: includesRecord(checked) ? record : null })
      if (rows.length < rowsPerMessage) continue
      yield { rows, problems: [] }
      rows = []
    }
  }
  const { problems: found, notes } = check.finish()
  const problems = broken ? [broken, ...found] : found
  if (rows.length + problems.length + notes.length > 0) yield { rows, problems, notes }
}

function createRecordFilter(records: RecordSelection): (checked: Omit<ReaderRow, 'record'>) => boolean {
  if (records === 'none') return () => false
  if (records.of === 'invalid') {
    const lines = new Set(records.lines)
    return ({ row, status }) => status === 'invalid' || lines.has(row)
  }
  let remaining = records.max
  return ({ problems }) => problems.length > 0 && remaining-- > 0
}

/** Enough to see what is wrong; the check counts them all. */
const maxProblems = 1000

/** Reads a file through: what it is read as, its columns, its first rows, the rows that are broken and those that are no samples. */
export async function readDraft(
  path: string,
  options: ReadOptions,
  shownRows = previewRows,
): Promise<DraftFacts> {
  const maxRows = Math.max(previewRows, shownRows)
  const table = await openTable(path, options)
  const preview: TableRow[] = []
  const broken: TableRow[] = []
  let foundHeader: TableRow | null = null
  let rowFilter: ReturnType<typeof createRowFilter> | null = null
  let rowCount = 0
  const ageUnit = createAgeUnitStatement()
  for (const { line, cells } of table.above) ageUnit.observe(line, cells)
  for await (const { header, rows } of table.readings) {
    if (header && !foundHeader) {
      foundHeader = header
      rowFilter = createRowFilter({
        header: header.cells,
        readAs: table.readAs,
        options,
        tableSection: table.section,
      })
    }
    for (const row of rows) {
      ageUnit.observe(row.row, row.cells)
      for (const sample of rowFilter?.take(row) ?? []) {
        rowCount += 1
        if (preview.length < maxRows) preview.push(sample)
        if (broken.length < maxProblems && structureProblem(sample, foundHeader?.cells ?? []))
          broken.push(sample)
      }
    }
  }
  const { sizeBytes, sha256, sheets } = table
  if (!foundHeader || !rowFilter) throw emptyFile(path, table.readAs)
  const { readAs, notes } = rowFilter.end()
  const named = nameColumns(foundHeader, preview.slice(0, previewRows), {
    isShort: 'rowNames' in readAs,
    isNumbered: 'noHeader' in readAs,
    rowCount,
  })
  const { columns } = named
  const problems: Problem[] = [
    ...table.problems(foundHeader, columns),
    ...named.problems,
    ...broken.flatMap((row) => structureProblem(row, columns) ?? []),
  ]
  return {
    sizeBytes,
    sha256,
    readAs,
    sheets,
    columns,
    preview: preview.slice(0, shownRows).map(({ row, cells }) => ({ row, cells })),
    rowCount,
    problems: problems.slice(0, maxProblems),
    notes: [...table.notes(), ...named.notes, ...notes, ...ageUnit.notes()],
    ...ageUnit.found(),
  }
}

/** Looks in rows of one text, such as comments and notes, for the unit of the ages: “# age is in days”. */
function createAgeUnitStatement() {
  const units = new Map<AgeUnit, { row: number; text: string }>()
  return {
    observe(row: number, cells: readonly string[]): void {
      const [first = '', ...others] = cells
      // Most rows of samples have a second cell.
      if ((others[0] ?? '') !== '' || others.some((cell) => cell.trim() !== '')) return
      const unit = statedAgeUnit(first)
      if (unit !== null && !units.has(unit)) units.set(unit, { row, text: first.trim() })
    },
    found(): { statedAgeUnit?: AgeUnit } {
      const [unit, ...others] = units.keys()
      return unit === undefined || others.length > 0 ? {} : { statedAgeUnit: unit }
    },
    notes(): ReadingNote[] {
      return [...units].map(([unit, { row, text }]) => ({
        rule: 'age-unit-stated',
        column: null,
        count: 1,
        rows: [row],
        message: message`Row ${row} says “${shorten(text)}”. Ages without a unit are read in ${ageUnitMessages[unit]} unless their header names another.`,
        severity: 'note',
        undo: null,
      }))
    },
  }
}

function emptyFile(path: string, { headerLine, ...readAs }: ReadAs): Failure {
  const name = basename(path)
  const headerPosition =
    readAs.format === 'xlsx'
      ? message`row ${headerLine} of the sheet “${readAs.sheet}”`
      : message`line ${headerLine}`
  const text =
    headerLine > 1
      ? message`“${name}” has nothing on ${headerPosition} or below. Choose another header line.`
      : message`“${name}” is empty. Choose another file.`
  return new Failure('file', text, { name })
}

/**
 * Reads a file for some of its records, as far as the last of them, and through for the cells that a replacement would
 * change.
 */
async function scanRecords(task: ScanTask): Promise<ScanResult> {
  const { columns, replacement } = task
  const lines = new Set(task.lines)
  const corrections = createCorrections(columns, task.changes)
  const index = replacement ? columns.indexOf(replacement.column) : -1
  const replace = replacement && index >= 0 ? createReplace(replacement) : null
  const result: ScanResult = { records: [], cells: 0, tooLong: null }
  for await (const { rows } of readTable(task.path, task.readAs, task.sha256)) {
    if (!replace && result.records.length === lines.size) break
    for (const record of rows) {
      if (lines.has(record.row)) result.records.push(record)
      if (!replace) continue
      const current = corrections.apply(record)
      const before = current.cells[index] ?? ''
      const after = replace(before)
      if (after === before || structureProblem(current, columns)) continue
      result.cells += 1
      if (isTooLong(after)) result.tooLong ??= record.row
    }
  }
  return result
}
