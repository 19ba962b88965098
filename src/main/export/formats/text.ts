import { csvRecord, utf8Mark } from '../../../shared/format/csvLine.ts'
import type { Cell } from '../../../shared/tables/column.ts'
import {
  assertDistinct,
  assertFinite,
  type Table,
  toDictionary,
  toNumberOfSameLetters,
  type WriteTable,
} from '../tables/table.ts'

/** The approximate number of characters per write, regardless of the page size. */
const charactersAWrite = 64 * 1024

type Form = { delimiter: string; mark?: string; decimal?: '.' | ',' }

function toLine(cells: readonly Cell[], { delimiter, decimal = '.' }: Form): string {
  const shown = cells.some(hasMinus) ? cells.map((cell) => toShown(cell, decimal)) : cells
  return csvRecord(shown, delimiter, '""', decimal)
}

const hasMinus = (cell: Cell): boolean => typeof cell === 'string' && cell.startsWith('-')

/** Converts numeric texts: a spreadsheet reads -2 as a number, so it needs no apostrophe. */
const toShown = (cell: Cell, decimal: '.' | ','): Cell =>
  typeof cell === 'string' && (decimal === '.' || !cell.includes('.')) ? toNumberOfSameLetters(cell) : cell

/** Yields the texts of rows in pieces of similar length, regardless of the page size. `start` precedes them. */
async function* inPieces(
  pages: Table['pages'],
  toText: (row: readonly Cell[]) => string,
  start = '',
): AsyncGenerator<string> {
  let text = start
  for await (const page of pages)
    for (const row of page) {
      text += toText(row)
      if (text.length < charactersAWrite) continue
      yield text
      text = ''
    }
  if (text !== '') yield text
}

async function* linesOf({ columns, pages }: Table, form: Form): AsyncGenerator<string> {
  assertDistinct(columns)
  const names = columns.map(({ name }) => name)
  yield* inPieces(pages, (row) => toLine(row, form), (form.mark ?? '') + toLine(names, form))
}

/** Writes a header and a line per row; missing values are empty, empty texts `""`. Formulas get an apostrophe. */
export const writeCsv: WriteTable = (table) => linesOf(table, { delimiter: ',' })
export const writeCsvForExcel: WriteTable = (table) => linesOf(table, { delimiter: ',', mark: utf8Mark })
/** Writes for systems with a decimal comma, on which spreadsheets expect semicolons between cells. */
export const writeCsvForExcelSemicolon: WriteTable = (table) =>
  linesOf(table, { delimiter: ';', mark: utf8Mark, decimal: ',' })
/** Writes like CSV but with tabs. A text with a tab, a quote or a line end is quoted. */
export const writeTsv: WriteTable = (table) => linesOf(table, { delimiter: '\t' })

function rowWriter({ columns }: Table): (row: readonly Cell[]) => string {
  assertDistinct(columns)
  const names = columns.map(({ name }) => name)
  const record: Record<string, Cell> = Object.fromEntries(names.map((name) => [name, null]))
  // JavaScript objects put integer names first.
  const isInOrder = Object.keys(record).every((name, index) => name === names[index])
  return isInOrder ? (row) => recordJson(record, names, row) : (row) => cellsJson(names, row)
}

/** Reuses one record for all rows: the engine serializes objects of one shape twice as fast. */
function recordJson(record: Record<string, Cell>, names: readonly string[], row: readonly Cell[]): string {
  for (let index = 0; index < names.length; index++) {
    const cell = row[index] ?? null
    if (typeof cell === 'number') assertFinite(cell)
    record[names[index] ?? ''] = cell
  }
  return JSON.stringify(record)
}

function cellsJson(names: readonly string[], row: readonly Cell[]): string {
  const pairs = names.map((name, index) => {
    const cell = row[index] ?? null
    if (typeof cell === 'number') assertFinite(cell)
    return `${JSON.stringify(name)}:${JSON.stringify(cell)}`
  })
  return `{${pairs.join(',')}}`
}

async function* objectsOf(table: Table, separator: string): AsyncGenerator<string> {
  const toObject = rowWriter(table)
  let before = ''
  yield* inPieces(table.pages, (row) => {
    const text = before + toObject(row)
    before = separator
    return text
  })
  if (before !== '') yield '\n'
}

/** Writes one object per line with all columns; missing values are null. Units and provenance have no place. */
export const writeJsonLines: WriteTable = (table) => objectsOf(table, '\n')

/** Writes `{"schema":{name, columns, provenance},"rows":[…]}` with one row per line; missing values are null. */
export const writeJson: WriteTable = async function* (table) {
  const { name, columns, provenance } = table
  yield `{"schema":${JSON.stringify({ name, columns: toDictionary(columns), provenance })},"rows":[\n`
  yield* objectsOf(table, ',\n')
  yield ']}\n'
}
