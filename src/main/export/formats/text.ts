import { csvRecord, utf8Mark } from '../../../shared/format/csvLine.ts'
import {
  assertDistinct,
  assertFinite,
  type Cell,
  type Table,
  toDictionary,
  toNumberOfSameLetters,
  type WriteTable,
} from '../tables/table.ts'

/** About so many characters are written at once, whatever the size of the pages. */
const charactersAWrite = 64 * 1024

type Form = { delimiter: string; mark?: string; decimal?: '.' | ',' }

function toLine(cells: readonly Cell[], { delimiter, decimal = '.' }: Form): string {
  const shown = cells.some(hasMinus) ? cells.map((cell) => toShown(cell, decimal)) : cells
  return csvRecord(shown, delimiter, '""', decimal)
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

/**
 * A header line and a line a row; missing values are empty, empty texts are `""`. Texts that a spreadsheet would run
 * get an apostrophe (csvLine.ts). The format has no room for types, units and provenance.
 */
export const writeCsv: WriteTable = (table) => linesOf(table, { delimiter: ',' })
export const writeCsvForExcel: WriteTable = (table) => linesOf(table, { delimiter: ',', mark: utf8Mark })
/** For computers whose decimal sign is a comma, where a spreadsheet takes a semicolon for what is between cells. */
export const writeCsvForExcelSemicolon: WriteTable = (table) =>
  linesOf(table, { delimiter: ';', mark: utf8Mark, decimal: ',' })
/** As CSV, with tabs: a text with a tab, a quote or a line end is quoted. */
export const writeTsv: WriteTable = (table) => linesOf(table, { delimiter: '\t' })

type ToText = (row: readonly Cell[]) => string

/** Rows as objects. */
function rowWriter({ columns }: Table): ToText {
  assertDistinct(columns)
  const names = columns.map(({ name }) => name)
  const record: Record<string, Cell> = Object.fromEntries(names.map((name) => [name, null]))
  // An object puts names that are whole numbers first.
  const isInOrder = Object.keys(record).every((name, index) => name === names[index])
  return isInOrder ? (row) => recordJson(record, names, row) : (row) => cellsJson(names, row)
}

/** One record is filled again for each row: the engine writes objects of one shape at twice the speed. */
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
  let text = ''
  let before = ''
  for await (const page of table.pages)
    for (const row of page) {
      text += before + toObject(row)
      before = separator
      if (text.length < charactersAWrite) continue
      yield text
      text = ''
    }
  if (before !== '') yield `${text}\n`
}

/** An object a line, all columns in each; missing values are null. It has no room for units and provenance. */
export const writeJsonLines: WriteTable = (table) => objectsOf(table, '\n')

/** `{"schema":{name, columns, provenance},"rows":[…]}`, a row a line; missing values are null. */
export const writeJson: WriteTable = async function* (table) {
  const { name, columns, provenance } = table
  yield `{"schema":${JSON.stringify({ name, columns: toDictionary(columns), provenance })},"rows":[\n`
  yield* objectsOf(table, ',\n')
  yield ']}\n'
}
