import type { Sheet } from 'hucre/xlsx'
import type { Problem } from '../../../shared/domain/importing.ts'
import type { CellNote, TableRow } from '../tableRow.ts'
import { createCellText } from './cellText.ts'
import type { MissingTexts } from './sheetParts.ts'

/** More merged cells than anybody makes by hand; a sheet merged as a whole would fill the memory with notes. */
const maxMergedCells = 100_000

/** The name of a column in a spreadsheet: A … Z, AA … */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

/** What merged cells hide: all but the first of each range are empty in the file, though they do not look so. */
function mergedNotes({ merges = [], rows }: Sheet, width: number): Map<number, CellNote[]> {
  const notes = new Map<number, CellNote[]>()
  let count = 0
  for (const { startRow, startCol, endRow, endCol } of merges)
    for (let row = startRow; row <= Math.min(endRow, rows.length - 1); row++)
      for (let cell = startCol; cell <= Math.min(endCol, width - 1); cell++) {
        if (row === startRow && cell === startCol) continue
        if (++count > maxMergedCells) return notes
        const first = `${columnLetters(startCol)}${startRow + 1}`
        const message = `The cell is merged with ${first}, where the value stands; here it is read as empty. Unmerge the cells, and fill each of them.`
        const ofRow = notes.get(row) ?? []
        ofRow.push({ cell, rule: 'merged-cell', message, severity: 'warning' })
        notes.set(row, ofRow)
      }
  return notes
}

/** The rows of a sheet as text, each as wide as the widest; `row` is the number that the spreadsheet shows. */
export function* toTableRows(sheet: Sheet, decimal: ',' | '.', missing: MissingTexts): Generator<TableRow> {
  const width = sheet.rows.reduce((most, row) => Math.max(most, row.length), 0)
  const merged = mergedNotes(sheet, width)
  const toCellText = createCellText(decimal)
  for (const [index, values] of sheet.rows.entries()) {
    const cells: string[] = []
    const notes: CellNote[] = []
    for (let at = 0; at < width; at++) {
      const { text, note } = toCellText(values[at] ?? null, sheet.cells?.get(`${index},${at}`))
      cells.push(text)
      if (note) notes.push({ ...note, cell: at })
    }
    notes.push(...(merged.get(index) ?? []))
    const row = index + 1
    const cell = missing.get(row)
    const fault = cell === undefined ? null : ({ rule: 'missing-text', line: row, cell } as const)
    yield { row, cells, fault, notes: notes.length > 0 ? notes : null }
  }
}

/** The rows below the header, counted from 1, of which nothing is known: they are formulas that were never worked out. */
function findRowsWithoutResults({ rows, cells }: Sheet, headerRow: number): number[] {
  const found = new Set<number>()
  for (const [reference, { formula, value }] of cells ?? []) {
    const index = Number.parseInt(reference, 10)
    if (formula === undefined || value !== null || index < headerRow) continue
    if (!rows[index]?.some((text) => text !== null && text !== '')) found.add(index + 1)
  }
  return [...found].sort((a, b) => a - b)
}

const maxListedRows = 10

const listRows = (rows: readonly number[]): string =>
  rows.slice(0, maxListedRows).join(', ') + (rows.length > maxListedRows ? ', …' : '')

/** What is left out of a sheet, and what does not show in the spreadsheet and is read all the same. */
export function hiddenProblems(sheet: Sheet, header: TableRow, columns: readonly string[]): Problem[] {
  const toWarning = (row: number, column: string | null, rule: string, message: string): Problem => ({
    row,
    column,
    value: null,
    rule,
    message,
    severity: 'warning',
  })
  const hiddenColumns = columns.filter((_, index) => sheet.columns?.[index]?.hidden === true)
  const problems = hiddenColumns.map((column) =>
    toWarning(
      header.row,
      column,
      'hidden-column',
      `The column “${column}” is hidden in the workbook. It is read like the others.`,
    ),
  )
  const rows = [...(sheet.rowDefs ?? [])].flatMap(([index, { hidden }]) =>
    hidden === true ? [index + 1] : [],
  )
  const [lost, ...others] = findRowsWithoutResults(sheet, header.row)
  if (lost !== undefined) {
    const count = others.length + 1
    const message =
      `${count === 1 ? 'One row holds' : `${count} rows hold`} nothing but formulas whose results were never stored ` +
      `(${listRows([lost, ...others])}) and ${count === 1 ? 'is' : 'are'} left out. Open the workbook in your spreadsheet ` +
      'program, save it, and choose it again.'
    problems.push(toWarning(lost, null, 'formula-without-value', message))
  }
  const below = rows.filter((row) => row > header.row && row <= sheet.rows.length).sort((a, b) => a - b)
  const [first] = below
  if (first === undefined) return problems
  const message =
    `${below.length === 1 ? 'One row is' : `${below.length} rows are`} hidden or filtered out in the workbook ` +
    `(${listRows(below)}) and read like the others. Delete the rows that are not to be sent.`
  return [...problems, toWarning(first, null, 'hidden-rows', message)]
}
