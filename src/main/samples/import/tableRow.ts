import { basename } from 'node:path'
import { type Failure, fileFailure } from '../../../shared/contract/failures.ts'
import { fileReason } from '../../../shared/domain/app/fileErrors.ts'
import type { Problem, ReadAs, ReadingNote, SheetChoice } from '../../../shared/domain/samples/importing.ts'
import { lazy } from '../../../shared/lazy.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { error, type Finding } from './finding.ts'

/** A note of the reader on one cell; `cell`: its index in the record, from 0. */
export type CellNote = Finding & { cell: number }

/** A fault that makes a record unreliable. `line`: physical line of the cause; `cell`: its place in the record, from 0. */
export type Fault = { rule: keyof typeof faultMessages; line: number; cell: number }

/** One record below the header. `row`: the physical line where it starts, or the row of the sheet, from 1. */
export type TableRow = {
  row: number
  cells: string[]
  fault: Fault | null
  notes: readonly CellNote[] | null
}

/** One piece of the reader's output; `header` is null until the header was reached. */
export type TableReading = { header: TableRow | null; rows: TableRow[] }

/** A file opened for the first time: its detected settings and its rows. */
export type OpenTable = {
  sizeBytes: number
  sha256: string
  readAs: ReadAs
  /** Empty for a CSV file. */
  sheets: SheetChoice[]
  /** Notes on the whole file, for when all rows were read. `readAs`: the final reading. */
  notes: (readAs: ReadAs) => ReadingNote[]
  /** The section of the file that contains the header. */
  section: string | null
  /** The rows above the header, which may be comments. */
  above: readonly { line: number; cells: readonly string[] }[]
  readings: AsyncIterable<TableReading>
  /** Visible sheets of the workbook with the same header, or with plates like those of the one that is read. */
  otherSheets?: (header: readonly string[]) => Promise<OtherSheet[]>
  /** Returns the problems of the file as a whole, once its header is known. */
  problems: (header: TableRow, columns: readonly string[]) => Problem[]
}

/** The names of a header of two rows: those of the lower one, or of the upper one where it has none. */
export const withNamesAbove = (cells: readonly string[], above: readonly string[]): string[] =>
  Array.from({ length: Math.max(cells.length, above.length) }, (_, at) =>
    cells[at]?.trim() ? (cells[at] ?? '') : (above[at] ?? ''),
  )

export type OtherSheet = { name: string; rows: number }

/**
 * Returns the header with the names of the columns. If it has one cell less than the rows, the first column has no name.
 * If the file has no header, `first` is a sample and the columns are numbered. `above` is the row above the header, with the
 * names that the second row of a two-row header lacks.
 */
export function toHeader(
  { rowNames, noHeader, namesAbove }: ReadAs,
  first: TableRow,
  above: readonly string[] = [],
): TableRow {
  const { cells, fault } = first
  if (noHeader)
    return { row: first.row, cells: cells.map((_cell, at) => columnName(at)), fault: null, notes: null }
  if (namesAbove) return { ...first, cells: withNamesAbove(cells, above) }
  if (!rowNames) return first
  return { ...first, cells: ['', ...cells], fault: fault && { ...fault, cell: fault.cell + 1 } }
}

/** Returns the name for a column without one; `index` from 0. */
export const columnName = (index: number): string => `Column ${index + 1}`

export const hasText = (cells: readonly string[]): boolean => cells.some(isFilled)

/** The code of the first character settles most cells cheaply. */
const isFilled = (cell: string): boolean => {
  const code = cell.charCodeAt(0)
  return (code > 32 && code < 127) || cell.trim() !== ''
}

export function fileChanged(path: string): Failure {
  const name = basename(path)
  return fileFailure(message('samples.changedAfterPathclockRead', { name }), name)
}

const maxListedRows = 20

/** The number of rows or cells that a note is about, and the first of them. */
export type Tally = { count: number; rows: number[] }
export const emptyTally = (): Tally => ({ count: 0, rows: [] })
export function addRow(tally: Tally, row: number): void {
  tally.count += 1
  if (tally.rows.length < maxListedRows) tally.rows.push(row)
}

/** Creates a note of reading. By default it concerns the whole file and needs no answer. */
export const readingNote = (
  rule: string,
  text: Message,
  { rows = [], ...more }: Partial<Omit<ReadingNote, 'rule' | 'message'>> = {},
): ReadingNote => ({
  rule,
  column: null,
  count: rows.length,
  rows: rows.slice(0, maxListedRows),
  message: text,
  severity: 'note',
  undo: null,
  ...more,
})

/** Enough of a cell to find it by. */
export const shorten = (cell: string): string => (cell.length > 200 ? `${cell.slice(0, 200)}…` : cell)

/** Made when needed: it takes 5 MB. */
const numbers = lazy(() => new Intl.NumberFormat('en'))
export const formatCount = (count: number): string => numbers().format(count)

/** Returns the problem of the record itself, before any of its cells is checked. */
export function structureProblem(
  { row, cells, fault }: TableRow,
  columns: readonly string[],
): Problem | null {
  if (fault) {
    const column = fault.rule === 'after-open-quote' ? null : (columns[fault.cell] ?? null)
    const value = column === null ? null : shorten(cells[fault.cell] ?? '')
    const at = fault.rule === 'after-open-quote' ? row : fault.line
    return { row: at, column, value, ...error(fault.rule, faultMessage(fault)) }
  }
  const markIndex = indexOfMark(cells)
  if (markIndex >= 0)
    return {
      row,
      column: columns[markIndex] ?? null,
      value: shorten(cells[markIndex] ?? ''),
      ...error('marked-row', message('check.rowSavedBecauseBroken', { markIndex: markIndex + 1 })),
    }
  if (hasAllCells(cells, columns)) return null
  const text =
    cells.length < columns.length
      ? message('files.rowCellsHeaderAdd', { count: cells.length, columnsCount: columns.length })
      : message('files.rowCellsHeaderPut', { count: cells.length, columnsCount: columns.length })
  return { row, column: null, value: shorten(cells.join(' | ')), ...error('ragged-row', text) }
}

/** True if a record has a cell for each column, and nothing beyond the last one. */
export const hasAllCells = (cells: readonly string[], columns: readonly string[]): boolean =>
  cells.length === columns.length ||
  (cells.length > columns.length && cells.slice(columns.length).every((cell) => cell.trim() === ''))

type FaultLine = { line: number }
const faultMessages = {
  'open-quote': (at: FaultLine) => message('check.quoteOpensLineNot', at),
  'after-open-quote': (at: FaultLine) => message('check.rowStandsAfterQuote', at),
  'text-after-quote': () => message('check.textStandsAfterQuote'),
  'bare-quote': () => message('check.quoteStandsInsideCell'),
  'missing-text': () => message('files.textCellMissingWorkbook'),
  'cell-too-long': () => message('check.cellMore32767'),
}
export const faultMessage = ({ rule, line }: Pick<Fault, 'rule' | 'line'>): Message =>
  faultMessages[rule]({ line })

/** ASCII, so that it outlives a spreadsheet that saves the file in another encoding. */
const markPrefix = 'CORRECT THE ROW AND DELETE THIS CELL: '

/** Returns the cell that keeps a row of a saved file from being sent until the user has reviewed it. */
export const toMark = (message: string): string => markPrefix + message

const firstCode = markPrefix.charCodeAt(0)

/**
 * Returns the index of the mark, or -1. It need not be the last cell: users write beside it, and spreadsheets pad rows.
 */
export function indexOfMark(cells: readonly string[]): number {
  for (let index = cells.length - 1; index >= 0; index--) {
    const cell = cells[index] ?? ''
    // Every row of every file passes through here, and the length alone rules out nearly all cells.
    if (cell.length < markPrefix.length) continue
    if (cell.charCodeAt(0) === firstCode && cell.startsWith(markPrefix)) return index
  }
  return -1
}

/** The failure for a file that the system does not let us read. `error`: as `node:fs` throws it. */
export function unreadableFile(path: string, error: unknown): Failure<'file'> {
  const name = basename(path)
  return fileFailure(message('samples.couldNotReadChoose', { name, error: fileReason(error) }), name, error)
}
