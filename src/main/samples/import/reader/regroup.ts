import type { ReadAs } from '../../../../shared/domain/samples/importing.ts'
import { message } from '../../../../shared/words/message.ts'
import { trimBlankEnd } from '../detect/detectLayout.ts'
import { nameColumns, rowName } from '../detect/nameColumns.ts'
import { isHeadingRow } from '../detect/rowGroups.ts'
import { normalizeHeader } from '../detect/synonyms.ts'
import { error } from '../finding.ts'
import { type CellNote, hasText, shorten, type TableReading, type TableRow } from '../tableRow.ts'

const rowsPerReading = 500
/** Rows of one sample that a message names. */
const maxNamedRows = 5

/** True if `regroup` has to change the rows. */
export const isRegrouped = ({ tablesAt, fillDown = [], samplesBy, headings = 'include' }: ReadAs): boolean =>
  tablesAt !== undefined || fillDown.length > 0 || samplesBy !== undefined || headings !== 'include'

/** Stacks tables placed side by side, fills empty cells from above, and merges the rows of each sample. */
export async function* regroup(
  readings: AsyncIterable<TableReading>,
  readAs: ReadAs,
): AsyncGenerator<TableReading> {
  const found = await readWhole(readings)
  if (!found) return
  const { tablesAt, tableTitles, fillDown = [], samplesBy, headings = 'include' } = readAs
  let { header, rows } = found
  if (tablesAt) {
    const tables = tablesOf(header.cells, tablesAt)
    header = { ...header, cells: mergeNames(tables.map(({ names }) => names)) }
    const stacked = stackTables(rows, header.cells, tables)
    rows = tableTitles ? stacked.map(({ table, ...row }) => withCell(row, tableTitles[table] ?? '')) : stacked
    if (tableTitles) header = withCell(header, headingColumn(header.cells))
  }
  if (headings !== 'include') {
    const isGroup = headings === 'group'
    rows = takeHeadings(rows, header.cells.length, isGroup)
    if (isGroup) header = withCell(header, headingColumn(header.cells))
  }
  const { columns } = nameColumns(header)
  const indexesOf = (names: readonly string[]): number[] =>
    names.map((name) => (name === rowName ? 0 : columns.indexOf(name))).filter((index) => index >= 0)
  if (fillDown.length > 0) rows = fillCells(rows, indexesOf(fillDown))
  if (samplesBy) rows = mergeRows(rows, indexesOf(samplesBy))
  yield* inPieces(header, rows)
}

type WholeTable = { header: TableRow; rows: TableRow[] }

/** Returns the header of a table and all its rows; null if the header was not reached. */
async function readWhole(readings: AsyncIterable<TableReading>): Promise<WholeTable | null> {
  let header: TableRow | null = null
  const rows: TableRow[] = []
  for await (const reading of readings) {
    header ??= reading.header
    rows.push(...reading.rows)
  }
  return header && { header, rows }
}

function* inPieces(header: TableRow, rows: readonly TableRow[]): Generator<TableReading> {
  for (let at = 0; at === 0 || at < rows.length; at += rowsPerReading)
    yield { header, rows: rows.slice(at, at + rowsPerReading) }
}

type SideTable = { from: number; names: string[] }

/** The columns of each table, without the blank ones up to the next. */
function tablesOf(header: readonly string[], tablesAt: readonly number[]): SideTable[] {
  return tablesAt.map((from, index) => ({
    from,
    names: trimBlankEnd(header.slice(from, tablesAt[index + 1])),
  }))
}

const fold = (name: string): string => normalizeHeader(name) || name

/** The names of several headers, each once, as it is written first. */
function mergeNames(headers: readonly (readonly string[])[]): string[] {
  const [own = [], ...others] = headers
  const names = new Map<string, string>()
  for (const name of others.flat()) if (!names.has(fold(name))) names.set(fold(name), name)
  for (const name of own) names.delete(fold(name))
  return [...own, ...names.values()]
}

const sheetColumn = 'Sheet'

/**
 * Reads tables of several sheets one after the other, under the header of the first, with a column for the sheet. Rows of
 * the second sheet are numbered from 1001, or higher where a sheet is longer.
 */
export async function* stackSheets(
  tables: readonly { sheet: string; readings: AsyncIterable<TableReading> }[],
): AsyncGenerator<TableReading> {
  const sheets: (WholeTable & { sheet: string })[] = []
  for (const { sheet, readings } of tables) {
    const table = await readWhole(readings)
    if (table) sheets.push({ sheet, ...table })
  }
  const [first] = sheets
  if (!first) return
  const own = first.header.cells
  const columns = mergeNames(sheets.map((one) => one.header.cells))
  const header = { ...first.header, cells: [...columns, sheetColumn] }
  const stride = rowStride(Math.max(1, ...sheets.flatMap(({ rows }) => rows.at(-1)?.row ?? 1)))
  for (const [index, { sheet, header: found, rows }] of sheets.entries()) {
    const places = columns.map((name, at) =>
      index === 0 ? (at < own.length ? at : -1) : found.cells.findIndex((one) => fold(one) === fold(name)),
    )
    const toPlace = (cell: number): number => Math.max(0, places.indexOf(cell))
    const stacked = rows.map((row) => ({
      ...row,
      row: row.row + index * stride,
      cells: isWhole(row, found) ? [...places.map((place) => row.cells[place] ?? ''), sheet] : row.cells,
      fault: row.fault && { ...row.fault, cell: toPlace(row.fault.cell) },
      notes: row.notes?.map((note) => ({ ...note, cell: toPlace(note.cell) })) ?? null,
    }))
    yield* inPieces(header, stacked)
  }
}

/** True if a row has as many cells as the header. Other rows stay unchanged and are reported. */
const isWhole = (row: TableRow, header: TableRow): boolean => row.cells.length === header.cells.length

/**
 * Rows of the second table are numbered from 1001 in a file of fewer than 1000 lines, and from 10001 in a longer one.
 */
const rowStride = (lastLine: number): number => Math.max(1000, 10 ** String(lastLine).length)

type StackedRow = TableRow & { table: number }

function stackTables(
  rows: readonly TableRow[],
  columns: readonly string[],
  tables: readonly SideTable[],
): StackedRow[] {
  const stride = rowStride(rows.at(-1)?.row ?? 1)
  return tables.flatMap(({ from, names }, index) => {
    const places = columns.map((name, at) => {
      const place = index === 0 ? at : names.findIndex((one) => fold(one) === fold(name))
      return place < 0 || place >= names.length ? -1 : from + place
    })
    const toPlace = (cell: number): number => places.indexOf(cell)
    return rows.flatMap((row) => {
      const { fault } = row
      const cells = places.map((place) => row.cells[place] ?? '')
      const notes = row.notes?.filter(({ cell }) => toPlace(cell) >= 0) ?? []
      if (!hasText(cells)) return []
      return {
        row: row.row + index * stride,
        cells,
        fault: fault && { ...fault, cell: Math.max(0, toPlace(fault.cell)) },
        notes: notes.length > 0 ? notes.map((note) => ({ ...note, cell: toPlace(note.cell) })) : null,
        table: index,
      }
    })
  })
}

const withCell = (row: TableRow, cell: string): TableRow => ({ ...row, cells: [...row.cells, cell] })

/** Names the column that holds the title of a table or the heading above each row. */
const headingColumn = (header: readonly string[]): string =>
  header.some((name) => normalizeHeader(name) === 'group') ? 'Heading' : 'Group'

/** Takes rows that are headings out, and, `isGroup`, gives each row below the text of its heading. */
function takeHeadings(rows: readonly TableRow[], width: number, isGroup: boolean): TableRow[] {
  let heading = ''
  return rows.flatMap((row) => {
    if (width > 2 && isHeadingRow(row.cells)) {
      heading = row.cells.find((cell) => cell.trim() !== '')?.trim() ?? ''
      return []
    }
    return [isGroup ? withCell(row, heading) : row]
  })
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
  const groups = new Map<string, [TableRow, ...TableRow[]]>()
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

function mergeGroup(group: [TableRow, ...TableRow[]]): TableRow {
  const [first] = group
  if (group.length === 1) return first
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
  const text = message('files.rowsSampleDifferentValues', { list, values: shorten(values.join(', ')) })
  return { cell, ...error(rowsDifferRule, text) }
}
