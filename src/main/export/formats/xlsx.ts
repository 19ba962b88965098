import type { ColumnType, TableColumn } from '../../../shared/domain/exporting.ts'
import type { Cell, Table, WriteTable } from '../table.ts'
import { type ZipFile, zipFiles } from '../zip.ts'
import { assertDistinct, cannotHold } from './columns.ts'
import { sheetPath, workbookParts } from './xlsx/parts.ts'
import { maxCharacters } from './xlsx/rowXml.ts'
import { type Sheet, sheetXml } from './xlsx/sheet.ts'

const maxColumns = 16_384

const textColumn = (name: string): TableColumn => ({ name, type: 'text', unit: null, about: '' })

const cellsOfType: Record<ColumnType, string> = {
  text: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'TRUE or FALSE',
  time: 'text, ISO 8601 in UTC',
  mixed: 'number or text, as it came',
}

const dictionarySheet = ({ columns }: Table): Sheet => ({
  columns: ['column', 'type', 'cells', 'unit', 'about'].map(textColumn),
  pages: [columns.map(({ name, type, unit, about }) => [name, type, cellsOfType[type], unit, about])],
})

/** A value that is too long for a cell goes on in the rows below it. */
function toRows(name: string, value: string): Cell[][] {
  const pieces = Array.from({ length: Math.max(1, Math.ceil(value.length / maxCharacters)) }, (_, index) =>
    value.slice(index * maxCharacters, (index + 1) * maxCharacters),
  )
  return pieces.map((piece, index) => [index === 0 ? name : `${name} (${index + 1})`, piece])
}

const provenanceSheet = ({ name, provenance }: Table): Sheet => ({
  columns: ['name', 'value'].map(textColumn),
  pages: [[{ name: 'table', value: name }, ...provenance].flatMap((one) => toRows(one.name, one.value))],
})

/**
 * A workbook of three sheets: the table, its data dictionary, its provenance. Numbers and booleans are typed, texts are
 * text cells and never formulas, times are texts as they came; missing values have no cell.
 * Nothing is cut off: throws `rejected` for a table with more rows, columns or characters than Excel holds. It does not
 * go on in a second sheet, since a program that reads the first would take a part for the whole.
 */
export const writeXlsx: WriteTable = async function* (table) {
  assertDistinct(table.columns)
  if (table.columns.length > maxColumns)
    throw cannotHold(`The table has ${table.columns.length} columns; a sheet of Excel holds 16,384.`, {
      field: 'format',
      instead: 'Export it as CSV or Parquet, or leave columns out.',
    })
  const sheets = { Table: table, Columns: dictionarySheet(table), Provenance: provenanceSheet(table) }
  const files: ZipFile[] = [
    ...workbookParts(Object.keys(sheets)).map(({ path, text }) => ({ path, chunks: [text] })),
    ...Object.values(sheets).map((sheet, index) => ({ path: sheetPath(index), chunks: sheetXml(sheet) })),
  ]
  yield* zipFiles(files, tooLong)
}

const tooLong = () =>
  cannotHold('The table is too long for a workbook of Excel: it would have more than 4 GB.', {
    field: 'format',
    instead: 'Export it as CSV or Parquet, or with fewer columns.',
  })
