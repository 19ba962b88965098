import type { Problem } from '../../../shared/domain/importing.ts'
import type { Fault } from '../csv/quotedRecord.ts'
import { indexOfMark } from '../rowMark.ts'
import type { TableRow } from '../tableRow.ts'

/** Enough of a cell to find it by. */
export const shorten = (cell: string): string => (cell.length > 200 ? `${cell.slice(0, 200)}…` : cell)

/** What is wrong with the record as such, before any of its cells is looked at. */
export function structureProblem(
  { row, cells, fault }: TableRow,
  columns: readonly string[],
): Problem | null {
  if (fault) {
    const column = fault.rule === 'after-open-quote' ? null : (columns[fault.cell] ?? null)
    const value = column === null ? null : shorten(cells[fault.cell] ?? '')
    const at = fault.rule === 'after-open-quote' ? row : fault.line
    return { row: at, column, value, rule: fault.rule, message: faultMessage(fault), severity: 'error' }
  }
  const markIndex = indexOfMark(cells)
  if (markIndex >= 0)
    return {
      row,
      column: columns[markIndex] ?? null,
      value: shorten(cells[markIndex] ?? ''),
      rule: 'marked-row',
      message: `The row was saved because it was broken. Compare it with the file that it comes from and correct it; then delete cell ${markIndex + 1} of it, which keeps it from being sent.`,
      severity: 'error',
    }
  if (cells.length === columns.length) return null
  const extra = cells.slice(columns.length)
  if (cells.length >= columns.length && extra.every((cell) => cell.trim() === '')) return null
  const message =
    `The row has ${cells.length} cells, the header ${columns.length}. ` +
    (cells.length < columns.length
      ? 'Add what is missing, also where a cell is empty.'
      : 'Put a cell that holds the delimiter in quotes.')
  return {
    row,
    column: null,
    value: shorten(cells.join(' | ')),
    rule: 'ragged-row',
    message,
    severity: 'error',
  }
}

export function faultMessage({ rule, line }: Fault): string {
  switch (rule) {
    case 'open-quote':
      return `A quote opens on line ${line} and is not closed. Close it at the end of the cell, or remove it; a quote inside a cell is written twice.`
    case 'after-open-quote':
      return `The row stands after the quote that opens on line ${line} and is not closed, so it may be part of that cell. Close that quote first.`
    case 'text-after-quote':
      return 'Text stands after the quote that closes the cell. A quote inside a quoted cell is written twice.'
    case 'bare-quote':
      return 'A quote stands inside a cell without quotes. Put the whole cell in quotes and write the inner quote twice.'
    case 'missing-text':
      return 'The text of this cell is missing from the workbook, which is damaged. Take it from where the workbook comes from, and type it anew.'
    case 'cell-too-long':
      return 'The cell has more than 32,767 characters, more than a spreadsheet can hold. Shorten it.'
  }
}
