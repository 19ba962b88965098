import { basename } from 'node:path'
import { type Failure, fileFailure, rejected } from '../../../../shared/contract/failures.ts'
import type {
  Problem,
  ReadAs,
  ReadingNote,
  ReadOptions,
  SheetChoice,
} from '../../../../shared/domain/samples/importing.ts'
import { columnLetters } from '../../../../shared/format/numbers.ts'
import { message } from '../../../../shared/words/message.ts'
import { ageUnitMessages, statedAgeUnit } from '../cells/ageUnits.ts'
import { latestDayAt } from '../cells/dates.ts'
import { isKnownName, isUsualName } from '../detect/detectLayout.ts'
import { type AgeUnit, classifyAgeHeader, unitOfHeader } from '../detect/headerWords.ts'
import { headerProblem, nameColumns } from '../detect/nameColumns.ts'
import { createPlateReader, isPlateMap } from '../detect/plates.ts'
import { createRowClassifier, createRowFilter, hasUnits } from '../detect/rowClassifier.ts'
import { createRowGroups } from '../detect/rowGroups.ts'
import { innerName } from '../detect/synonyms.ts'
import { createCorrections, createReplace, isTooLong } from '../draft/corrections.ts'
import { toRowPlan } from '../mapping/columnMapping.ts'
import {
  type DraftFacts,
  type DraftTask,
  previewRows,
  type ReaderChunk,
  type RecordSelection,
  type RowsTask,
  type ScanResult,
  type ScanTask,
} from '../readerMessages.ts'
import {
  formatCount,
  hasText,
  type OtherSheet,
  readingNote,
  shorten,
  structureProblem,
  type TableReading,
  type TableRow,
} from '../tableRow.ts'
import { type CheckedRow, createRowCheck } from '../validation/rowCheck.ts'
import { readCsv } from './csvTable.ts'
import { loadWorkbookReader, openTable } from './openTable.ts'
import { isRegrouped, regroup, rowsDifferRule, stackSheets } from './regroup.ts'

/** Rows a message: a message stays well under the 5 ms that a thread can spare between two frames. */
const rowsPerMessage = 500

export type ReaderMethods = ReturnType<typeof createReaderMethods>

/** The methods of the reader thread. `nowMs`: Unix time. */
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
  const rows = sheetRows(path, readAs, sha256)
  if (readAs.format === 'csv' || !readAs.moreSheets) {
    yield* isRegrouped(readAs) ? regroup(rows, readAs) : rows
    return
  }
  const sheets = [readAs, ...readAs.moreSheets]
  const stacked = stackSheets(
    sheets.map((one) => ({ sheet: one.sheet, readings: sheetRows(path, one, sha256) })),
  )
  yield* isRegrouped(readAs) ? regroup(stacked, readAs) : stacked
}

/** The rows of one sheet, or of a file of text, that are samples. */
async function* sheetRows(path: string, readAs: ReadAs, sha256: string | null): AsyncGenerator<TableReading> {
  const records =
    readAs.format === 'xlsx'
      ? (await loadWorkbookReader()).readXlsx(path, readAs, sha256)
      : readCsv(path, readAs, sha256)
  const readings = isPlateMap(readAs)
    ? createPlateReader(basename(path), readAs, readAs.plate).read(records)
    : records
  const { endLine, passOver, skipLines } = readAs
  const isFiltered = endLine !== undefined || passOver !== undefined || skipLines !== undefined
  yield* isFiltered ? filterReadings(readings, readAs) : readings
}

async function* filterReadings(
  readings: AsyncIterable<TableReading>,
  { endLine = Number.POSITIVE_INFINITY, passOver = [], skipLines = [] }: ReadAs,
): AsyncGenerator<TableReading> {
  const skipped = new Set(skipLines)
  const isRead = (row: number): boolean => row <= endLine && !skipped.has(row)
  let classify: ReturnType<typeof createRowClassifier> | null = null
  for await (const { header, rows } of readings) {
    if (header) classify ??= createRowClassifier(header.cells, passOver)
    yield { header, rows: rows.filter(({ row, cells }) => isRead(row) && classify?.(cells) === null) }
  }
}

/** The rows of a file with their corrections, each checked, in pieces. Throws as `readTable` does. */
export async function* checkedRows(
  task: Omit<RowsTask, 'sha256'> & { sha256: string | null },
  latestDay?: string,
): AsyncGenerator<ReaderChunk> {
  const { columns, isDecimalFound } = task
  const { decimal, missingWords = true } = task.readAs
  const settings = { ...task.transform, decimal, isDecimalFound, missingWords, latestDay }
  const check = createRowCheck({ columns, plan: toRowPlan(task), ...settings })
  const corrections = createCorrections(columns, task.changes)
  const includesRecord = createRecordFilter(task.records)
  let rows: CheckedRow[] = []
  let broken: Problem | null = null
  for await (const reading of readTable(task.path, task.readAs, task.sha256)) {
    if (reading.header) broken = headerProblem(reading.header, columns)
    for (const record of reading.rows) {
      const current = corrections.apply(record)
      // Emptied here: as good as an empty line of the file.
      if (current !== record && !hasText(current.cells)) continue
      const checked = check.check(current)
      if (includesRecord(checked)) checked.record = record
      rows.push(checked)
      if (rows.length < rowsPerMessage) continue
      yield { rows, problems: [] }
      rows = []
    }
  }
  const { problems: found, notes } = check.finish()
  const problems = broken ? [broken, ...found] : found
  if (rows.length + problems.length + notes.length > 0) yield { rows, problems, notes }
}

function createRecordFilter(records: RecordSelection): (checked: CheckedRow) => boolean {
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

/**
 * Reads a whole file. Returns its format, its columns, its first rows, the broken rows and the rows that are not samples.
 * `isPart`: one of several sheets that are read together.
 */
export async function readDraft(
  path: string,
  options: ReadOptions,
  shownRows = previewRows,
  isPart = false,
): Promise<DraftFacts> {
  const maxRows = Math.max(previewRows, shownRows)
  const table = await openTable(path, options)
  const { sizeBytes, sha256, sheets } = table
  let foundHeader: TableRow | null = null
  let rowFilter: ReturnType<typeof createRowFilter> | null = null
  let groups: ReturnType<typeof createRowGroups> | null = null
  let first = createFirstRows(maxRows)
  const ageUnit = createAgeUnitStatement()
  let isBelowHeader = false
  for (const { line, cells } of table.above) ageUnit.observe(line, cells)
  for await (const { header, rows } of table.readings) {
    if (header && !foundHeader) {
      foundHeader = header
      groups = createRowGroups(header.cells.length)
      rowFilter = createRowFilter({
        header: header.cells,
        readAs: table.readAs,
        options,
        tableSection: table.section,
      })
    }
    for (const row of rows) {
      if (!isBelowHeader) ageUnit.observeUnits(foundHeader?.cells ?? [], row)
      isBelowHeader = true
      ageUnit.observe(row.row, row.cells)
      for (const sample of rowFilter?.take(row) ?? []) {
        first.add(sample, foundHeader?.cells ?? [])
        groups?.add(sample)
      }
    }
  }
  if (!foundHeader || !rowFilter || !groups) throw emptyFile(path, table.readAs, sheets)
  const { notes, ...filtered } = rowFilter.end()
  let readAs = filtered.readAs
  const rereadSamples = async (compared: 'first' | 'all' = 'first'): Promise<void> => {
    first = createFirstRows(maxRows)
    groups = null
    for await (const { header, rows } of readTable(path, readAs, sha256)) {
      foundHeader = header ?? foundHeader
      groups ??= createRowGroups(foundHeader?.cells.length ?? 0, compared)
      for (const row of rows) {
        first.add(row, foundHeader?.cells ?? [])
        groups.add(row)
      }
    }
  }
  const nameFound = (header: TableRow) =>
    nameColumns(header, first.preview.slice(0, previewRows), {
      isShort: 'rowNames' in readAs,
      isNumbered: 'noHeader' in readAs,
      rowCount: first.rowCount(),
    })
  const siblings = isPart ? [] : ((await table.otherSheets?.(foundHeader.cells)) ?? [])
  const more: DraftFacts[] = []
  if (readAs.format === 'xlsx' && readAs.allSheets)
    for (const { name: sheet } of siblings) {
      // The rows of one sample are merged after all sheets are read.
      const { samplesBy: _by, allSheets: _all, ...ofSheet } = options
      more.push(await readDraft(path, { ...ofSheet, sheet }, previewRows, true))
    }
  const moreSheets = more.flatMap(({ readAs: one }) => (one.format === 'xlsx' ? [one] : []))
  if (readAs.format === 'xlsx' && moreSheets.length > 0) readAs = { ...readAs, moreSheets }
  if (isRegrouped(readAs) || moreSheets.length > 0) await rereadSamples()
  let found = groups.find(nameFound(foundHeader).columns, readAs)
  if (groups.isFull() && (found.samplesBy || found.notes.length > 0)) {
    await rereadSamples('all')
    found = groups.find(nameFound(foundHeader).columns, readAs)
  }
  if (found.samplesBy) {
    readAs = { ...readAs, samplesBy: found.samplesBy }
    await rereadSamples()
  }
  const named = nameFound(foundHeader)
  const { columns } = named
  const problems: Problem[] = [
    ...table.problems(foundHeader, columns),
    ...named.problems,
    ...first.broken.flatMap((row) => structureProblem(row, columns) ?? []),
  ]
  return {
    sizeBytes,
    sha256,
    readAs,
    sheets,
    columns,
    preview: first.preview.slice(0, shownRows).map(({ row, cells }) => ({ row, cells })),
    rowCount: first.rowCount(),
    varyingColumns: first.varying(columns),
    problems: problems.slice(0, maxProblems),
    notes: [
      ...otherSheetNotes(readAs, siblings, options),
      ...table.notes(readAs),
      ...sideBySideNotes(readAs),
      ...(options.headerLine === undefined ? transposedNotes(foundHeader, first.preview) : []),
      ...named.notes,
      ...found.notes,
      ...notes,
      ...ageUnit.notes(),
      ...more.flatMap((one) => one.notes.filter(({ rule }) => !fileRules.has(rule))),
    ],
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
    /** Reads the unit below the header of the ages where the first row has units and no name of a sample. */
    observeUnits(header: readonly string[], { row, cells }: TableRow): void {
      const index = header.findIndex((name) => classifyAgeHeader(innerName(name)) === 'sample')
      const text = cells[index]?.trim() ?? ''
      const unit = hasUnits(header, cells) ? unitOfHeader(text) : null
      if (unit !== null) units.set(unit, { row, text })
    },
    found(): { statedAgeUnit?: AgeUnit } {
      const [unit, ...others] = units.keys()
      return unit === undefined || others.length > 0 ? {} : { statedAgeUnit: unit }
    },
    notes(): ReadingNote[] {
      return [...units].map(([unit, { row, text }]) =>
        readingNote(
          'age-unit-stated',
          message('check.rowSaysAgesWithout', { row, text: shorten(text), unit: ageUnitMessages[unit] }),
          { rows: [row] },
        ),
      )
    },
  }
}

/** Notes that are made again of all sheets together. */
const fileRules = new Set(
  'repeated-samples merged-rows blank-below heading-rows plate-map row-names'.split(' '),
)

function otherSheetNotes(readAs: ReadAs, others: readonly OtherSheet[], options: ReadOptions): ReadingNote[] {
  if (readAs.format !== 'xlsx' || others.length === 0) return []
  const list = others.map(({ name, rows }) => `“${name}” (${formatCount(rows)})`).join(', ')
  const count = others.length
  if (readAs.allSheets) {
    const all = message('files.sheetsSameHeaderRead', { list })
    return [readingNote('other-sheets', all, { count })]
  }
  const only = [readAs.sheet, ...others.map(({ name }) => name)].slice(0, 10)
  const choices = [
    { label: message('files.readAll'), options: { allSheets: true as const } },
    ...only.map((sheet) => ({ label: message('files.readOnly', { sheet }), options: { sheet } })),
  ]
  const text = message('files.sheetReadOtherSheets', { sheet: readAs.sheet, list })
  const question = options.sheet === undefined ? ({ severity: 'warning', choices } as const) : {}
  return [readingNote('other-sheets', text, { count, ...question })]
}

/** A sheet of more fields than these is not turned. */
const maxFieldRows = 60

/** Asks about a table whose first column has the names of fields, as if each column was a sample. */
function transposedNotes({ row, cells }: TableRow, rows: readonly TableRow[]): ReadingNote[] {
  const fields = rows.filter((one) => isUsualName(one.cells[0] ?? ''))
  const isTurned = fields.length > 1 && fields.length * 2 >= rows.length && rows.length <= maxFieldRows
  if (!isTurned || cells.slice(1).some(isKnownName)) return []
  const names = fields.slice(0, 3).map((one) => `“${one.cells[0]?.trim() ?? ''}”`)
  const text = message('files.firstColumnNamesFields', { names: names.join(', ') })
  const choices = [{ label: message('files.readEachRowSample'), options: { headerLine: row } }]
  return [
    readingNote('transposed', text, { rows: fields.map((one) => one.row), severity: 'warning', choices }),
  ]
}

function sideBySideNotes({ tablesAt }: ReadAs): ReadingNote[] {
  if (!tablesAt) return []
  const letters = tablesAt.map(columnLetters).join(', ')
  const text = message('files.tablesSameHeaderStand', { count: tablesAt.length, letters })
  return [readingNote('side-by-side', text, { count: tablesAt.length })]
}

/** Collects the first rows of a table, its broken rows, and the columns that disagree in most merged rows. */
function createFirstRows(maxRows: number) {
  const preview: TableRow[] = []
  const broken: TableRow[] = []
  const differing = new Map<number, number>()
  let [rowCount, merged] = [0, 0]
  return {
    preview,
    broken,
    rowCount: () => rowCount,
    add(row: TableRow, header: readonly string[]): void {
      rowCount += 1
      if (preview.length < maxRows) preview.push(row)
      if (broken.length < maxProblems && structureProblem(row, header)) broken.push(row)
      const notes = row.notes?.filter(({ rule }) => rule === rowsDifferRule) ?? []
      if (notes.length > 0) merged += 1
      for (const { cell } of notes) differing.set(cell, (differing.get(cell) ?? 0) + 1)
    },
    varying: (columns: readonly string[]) =>
      columns.filter((_, index) => (differing.get(index) ?? 0) * 2 > merged),
  }
}

function emptyFile(path: string, { headerLine, ...readAs }: ReadAs, sheets: readonly SheetChoice[]): Failure {
  const name = basename(path)
  const headerPosition =
    readAs.format === 'xlsx'
      ? message('samples.rowSheet', { headerLine, sheet: readAs.sheet })
      : message('samples.line', { headerLine })
  const others = sheets.filter(
    (sheet) => !sheet.hidden && sheet.name !== ('sheet' in readAs ? readAs.sheet : ''),
  )
  if (others.length > 0) {
    const list = others.map((sheet) => `“${sheet.name}”`).join(', ')
    const text = message('files.nothingBelowChooseAnother', { name, headerPosition, list })
    return rejected(text, [{ field: 'sheet', message: message('files.isEmpty') }])
  }
  return fileFailure(
    headerLine > 1
      ? message('samples.nothingBelowChooseAnother', { name, headerPosition })
      : message('samples.emptyChooseAnotherFile', { name }),
    name,
  )
}

/** Reads a file up to the last requested record, or to the end for a replacement. */
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
