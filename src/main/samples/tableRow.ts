import { basename } from 'node:path'
import { Failure } from '../../shared/contract/failures.ts'
import type { Problem, ReadAs, ReadingNote, SheetChoice } from '../../shared/domain/importing.ts'
import type { Fault } from './csv/quotedRecord.ts'

/** What the reader has to say about one cell; `cell`: its place in the record, from 0. */
export type CellNote = Pick<Problem, 'rule' | 'message' | 'severity'> & { cell: number }

/** One record below the header. `row`: the physical line where it starts, or the row of the sheet, from 1. */
export type TableRow = {
  row: number
  cells: string[]
  fault: Fault | null
  notes: readonly CellNote[] | null
}

/** What the reader hands on at a time; `header` is null as long as it was not reached. */
export type TableReading = { header: TableRow | null; rows: TableRow[] }

/** A file opened for the first time: what it is read as, and its rows. */
export type OpenTable = {
  sizeBytes: number
  sha256: string
  readAs: ReadAs
  /** None in a CSV file. */
  sheets: SheetChoice[]
  /** What was found out of how the cells are written, once all rows were read. */
  notes: () => ReadingNote[]
  /** The section of the file that the header stands in. */
  section: string | null
  readings: AsyncIterable<TableReading>
  /** What is to be said of the file as a whole, once its header is known. */
  problems: (header: TableRow, columns: readonly string[]) => Problem[]
}

/** Where the header has a cell less than the rows, the first column is without a name. */
export function toHeader({ rowNames }: ReadAs, header: TableRow): TableRow {
  const { cells, fault } = header
  if (!rowNames) return header
  return { ...header, cells: ['', ...cells], fault: fault && { ...fault, cell: fault.cell + 1 } }
}

export const hasText = (cells: readonly string[]): boolean => cells.some(isFilled)

/** The code of the first character tells most cells at no cost. */
const isFilled = (cell: string): boolean => {
  const code = cell.charCodeAt(0)
  return (code > 32 && code < 127) || cell.trim() !== ''
}

export function fileChanged(path: string): Failure {
  const name = basename(path)
  const message = `“${name}” was changed since it was read, so what you saw is not what would be sent. Choose it again.`
  return new Failure('file', message, { name })
}
