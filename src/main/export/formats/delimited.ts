import { csvLine } from '../../../shared/format/csvLine.ts'
import {
  assertDistinct,
  type Cell,
  type Table,
  toNumberOfSameLetters,
  type WriteTable,
} from '../tables/table.ts'

/** About so many characters are written at once, whatever the size of the pages. */
const charactersAWrite = 64 * 1024

type Form = { delimiter: string; mark?: string; decimal?: '.' | ',' }

/** RFC 4180: a line end after each record. A lone empty cell is quoted, since a blank line is no record. */
function toLine(cells: readonly Cell[], { delimiter, decimal = '.' }: Form): string {
  const shown = cells.some(hasMinus) ? cells.map((cell) => toShown(cell, decimal)) : cells
  const line = csvLine(shown, delimiter, '""', decimal)
  return line === '' ? '""\r\n' : `${line}\r\n`
}

const hasMinus = (cell: Cell): boolean => typeof cell === 'string' && cell.startsWith('-')

/** A spreadsheet takes -2 for a number and not for the start of a formula: it needs no apostrophe. A text stays to the letter. */
const toShown = (cell: Cell, decimal: '.' | ','): Cell =>
  typeof cell === 'string' && (decimal === '.' || !cell.includes('.')) ? toNumberOfSameLetters(cell) : cell

async function* linesOf({ columns, pages }: Table, form: Form): AsyncGenerator<string> {
  assertDistinct(columns)
  const names = columns.map(({ name }) => name)
  let text = (form.mark ?? '') + toLine(names, form)
  for await (const page of pages)
    for (const row of page) {
      text += toLine(row, form)
      if (text.length < charactersAWrite) continue
      yield text
      text = ''
    }
  if (text !== '') yield text
}

/** Without the mark at its beginning Excel would not read the letters outside A–Z as UTF-8. */
const byteOrderMark = '\uFEFF'

/**
 * A header line and a line a row; missing values are empty, empty texts are `""`. Texts that a spreadsheet would run
 * get an apostrophe (csvLine.ts). The format has no room for types, units and provenance.
 */
export const writeCsv: WriteTable = (table) => linesOf(table, { delimiter: ',' })
export const writeCsvForExcel: WriteTable = (table) => linesOf(table, { delimiter: ',', mark: byteOrderMark })
/** For computers whose decimal sign is a comma, where a spreadsheet takes a semicolon for what is between cells. */
export const writeCsvForExcelSemicolon: WriteTable = (table) =>
  linesOf(table, { delimiter: ';', mark: byteOrderMark, decimal: ',' })
/** As CSV, with tabs: a text with a tab, a quote or a line end is quoted. */
export const writeTsv: WriteTable = (table) => linesOf(table, { delimiter: '\t' })
