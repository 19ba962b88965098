import type { ReadAs } from '../../../../shared/domain/samples/importing.ts'
import { message } from '../../../../shared/messages/message.ts'
import { nameColumns, rowName } from '../detect/nameColumns.ts'
import { normalizeHeader } from '../detect/synonyms.ts'
import { type CellNote, hasText, shorten, type TableReading, type TableRow } from './tableRow.ts'

const rowsPerReading = 500
/** Rows of one sample that a message names. */
const maxNamedRows = 5

/** Whether rows of a sheet make other rows of samples: see `regroup` and `stackSheets`. */
export const isRegrouped = ({ tablesAt, fillDown = [], samplesBy }: ReadAs): boolean =>
  tablesAt !== undefined || fillDown.length > 0 || samplesBy !== undefined

/**
 * Makes samples of rows that are already known to be samples: puts tables that stand side by side one below the other,
 * fills empty cells with the value above, and merges the rows of each sample.
 */
export async function* regroup(
  readings: AsyncIterable<TableReading>,
  readAs: ReadAs,
): AsyncGenerator<TableReading> {
  let found: TableRow | null = null
  const all: TableRow[] = []
  for await (const { header, rows } of readings) {
    found ??= header
    all.push(...rows)
  }
  if (!found) return
  const { tablesAt, fillDown = [], samplesBy } = readAs
  const header = tablesAt ? cutCells(found, 0, segmentWidth(found.cells, tablesAt)) : found
  const { columns } = nameColumns(header)
  const indexesOf = (names: readonly string[]): number[] =>
    names.map((name) => (name === rowName ? 0 : columns.indexOf(name))).filter((index) => index >= 0)
  let rows = tablesAt ? stackTables(all, header.cells.length, tablesAt) : all
  if (fillDown.length > 0) rows = fillCells(rows, indexesOf(fillDown))
  if (samplesBy) rows = mergeRows(rows, indexesOf(samplesBy))
  for (let at = 0; at === 0 || at < rows.length; at += rowsPerReading)
    yield { header, rows: rows.slice(at, at + rowsPerReading) }
}

/** The columns of one table, without the blank ones up to the next. */
export function segmentWidth(
  header: readonly string[],
  [first = 0, second = header.length]: readonly number[],
): number {
  return header.slice(first, second).findLastIndex((name) => name.trim() !== '') + 1
}

/** What a column is called that has the sheet of each row. */
const sheetColumn = 'Sheet'

/**
 * Reads tables of several sheets one after the other, under the header of the first, with a column for the sheet. Rows of
 * the second sheet are numbered from 1001, or higher where a sheet is longer.
 */
export async function* stackSheets(
  tables: readonly { sheet: string; readings: AsyncIterable<TableReading> }[],
): AsyncGenerator<TableReading> {
  const sheets: { sheet: string; header: TableRow; rows: TableRow[] }[] = []
  for (const { sheet, readings } of tables) {
    let header: TableRow | null = null
    const rows: TableRow[] = []
    for await (const reading of readings) {
      header ??= reading.header
      rows.push(...reading.rows)
    }
    if (header) sheets.push({ sheet, header, rows })
  }
  const [first] = sheets
  if (!first) return
  const header = { ...first.header, cells: [...first.header.cells, sheetColumn] }
  const stride = rowStride(Math.max(1, ...sheets.flatMap(({ rows }) => rows.at(-1)?.row ?? 1)))
  const fold = (name: string): string => normalizeHeader(name)
  for (const [index, { sheet, header: own, rows }] of sheets.entries()) {
    const places = first.header.cells.map((name) => own.cells.findIndex((one) => fold(one) === fold(name)))
    const stacked = rows.map((row) => ({
      ...row,
      row: row.row + index * stride,
      cells: [...(index === 0 ? row.cells : places.map((place) => row.cells[place] ?? '')), sheet],
      fault: row.fault && { ...row.fault, cell: Math.max(0, places.indexOf(row.fault.cell)) },
      notes: row.notes?.map((note) => ({ ...note, cell: places.indexOf(note.cell) })) ?? null,
    }))
    for (let at = 0; at < stacked.length; at += rowsPerReading)
      yield { header, rows: stacked.slice(at, at + rowsPerReading) }
  }
}

function cutCells(row: TableRow, from: number, width: number): TableRow {
  const { cells, fault, notes } = row
  const own = notes?.filter(({ cell }) => cell >= from && cell < from + width) ?? []
  return {
    ...row,
    cells: Array.from({ length: width }, (_, index) => cells[from + index] ?? ''),
    fault: fault && { ...fault, cell: Math.min(width - 1, Math.max(0, fault.cell - from)) },
    notes: own.length > 0 ? own.map((note) => ({ ...note, cell: note.cell - from })) : null,
  }
}

/** Rows of the second table are numbered from 1001 in a file of less than 1000 lines, and from 10001 in a longer one. */
const rowStride = (lastLine: number): number => Math.max(1000, 10 ** String(lastLine).length)

function stackTables(rows: readonly TableRow[], width: number, tablesAt: readonly number[]): TableRow[] {
  const stride = rowStride(rows.at(-1)?.row ?? 1)
  return tablesAt.flatMap((from, index) =>
    rows.flatMap((row) => {
      const part = cutCells(row, from, width)
      return hasText(part.cells) ? [{ ...part, row: row.row + index * stride }] : []
    }),
  )
}

function fillCells(rows: readonly TableRow[], indexes: readonly number[]): TableRow[] {
  const above = new Map<number, string>()
  return rows.map((row) => {
    let { cells } = row
    for (const index of indexes) {
      const cell = cells[index]
      if (cell === undefined) continue
      const value = above.get(index)
      if (cell.trim() !== '') above.set(index, cell)
      else if (value !== undefined) cells = cells.with(index, value)
    }
    return cells === row.cells ? row : { ...row, cells }
  })
}

/** Reads rows that agree in these columns as one. Broken rows, and rows without a name, remain as they are. */
function mergeRows(rows: readonly TableRow[], indexes: readonly number[]): TableRow[] {
  const groups = new Map<string, TableRow[]>()
  const width = rows[0]?.cells.length ?? 0
  for (const row of rows) {
    const names = indexes.map((index) => (row.cells[index] ?? '').trim())
    const isWhole = row.fault === null && row.cells.length === width && !names.includes('')
    const key = isWhole ? JSON.stringify(names) : `row ${row.row}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()].map(mergeGroup)
}

function mergeGroup(group: TableRow[]): TableRow {
  const [first] = group
  if (!first || group.length === 1) return first ?? (group[0] as TableRow)
  const notes: CellNote[] = group.flatMap((row) => row.notes ?? [])
  const cells = first.cells.map((_, index) => {
    const texts = new Map(
      group.flatMap((row) => {
        const cell = row.cells[index] ?? ''
        return cell.trim() === '' ? [] : [[cell.trim(), cell] as const]
      }),
    )
    if (texts.size > 1) notes.push(rowsDiffer(index, group, [...texts.keys()]))
    return texts.size > 1 ? [...texts.keys()].join('; ') : ([...texts.values()][0] ?? '')
  })
  return { ...first, cells, notes: notes.length > 0 ? notes : null }
}

/** The rule of a cell whose rows disagree: an error for a field, and nothing for a column that stays here. */
export const rowsDifferRule = 'rows-differ'

function rowsDiffer(cell: number, group: readonly TableRow[], values: readonly string[]): CellNote {
  const lines = group.slice(0, maxNamedRows).map(({ row }) => row)
  const list = `${lines.join(', ')}${group.length > maxNamedRows ? ', …' : ''}`
  const text = message`The rows of this sample (${list}) have different values here: ${shorten(values.join(', '))}. Correct them, or do not send this column.`
  return { cell, rule: rowsDifferRule, message: text, severity: 'error' }
}
