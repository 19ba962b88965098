import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { CellEdit, FailingRow, Problem } from '../../../../shared/domain/samples/importing.ts'
import { type GridPosition, nextPosition } from '../../../ui/table/tableKeys.ts'
import type { Corrections, Rows } from './useRows.ts'

/** A cell that is being written; the row is the one that stood there when it began. */
export type Editing = { row: FailingRow; column: number; text: string }

type Parts = {
  columns: readonly string[]
  shown: Rows
  corrections: Corrections
  editing: Editing | null
  setEditing(editing: Editing | null): void
  focus(): void
}

/** Where the cursor of the grid is, what is being written, and what each key does. */
export function useGrid({ columns, shown, corrections, editing, setEditing, focus }: Parts) {
  const { total: rows, rowAt } = shown
  const [requested, setRequested] = useState<RequestedCursor | null>(null)
  const cursor = placed()
  const row = rowAt(cursor.row)

  function setCursor(at: Cursor): void {
    setRequested({ ...at, line: rowAt(at.row)?.row ?? null })
  }

  /** Rows that were mended leave, and those below move up: the cursor stays at its row, or goes to the next one left. */
  function placed(): Cursor {
    if (!requested) return { row: 0, column: firstProblem(rowAt(0), 1) }
    const { line, way } = requested
    const column = way === undefined ? requested.column : firstProblem(rowAt(requested.row), way)
    let index = Math.max(0, Math.min(rows - 1, requested.row))
    if (line === null) return { row: index, column }
    while (index > 0 && (rowAt(index - 1)?.row ?? 0) >= line) index -= 1
    while (index < rows - 1 && (rowAt(index)?.row ?? line) < line) index += 1
    return { row: index, column }
  }

  function firstProblem(meant: FailingRow | null, way: 1 | -1): number {
    return (meant && problemColumns(meant, columns).at(way === 1 ? 0 : -1)) ?? 0
  }

  function begin(at: Cursor, text?: string): void {
    const meant = rowAt(at.row)
    if (!meant) return
    setCursor(at)
    const column = columns[at.column] ?? ''
    setEditing({
      row: meant,
      column: at.column,
      text: text ?? corrections.typedAt(meant.row, column) ?? meant.cells[at.column] ?? '',
    })
  }

  /**
   * All cells of a record that was broken are given at once, as they are shown; else the one that was written. Cells
   * beyond the columns are lost with the record as it is shown: that is taken only when it is asked for.
   */
  function toEdits(meant: FailingRow, written: CellEdit | null): CellEdit[] {
    const loses = written !== null && beyondColumns(meant, columns).length > 0
    if (loses || !isBroken(meant, columns)) return written ? [written] : []
    return columns.map((column, index) =>
      written?.column === column
        ? written
        : {
            row: meant.row,
            column,
            value: corrections.typedAt(meant.row, column) ?? meant.cells[index] ?? '',
          },
    )
  }

  function write(meant: FailingRow, columnIndex: number, value: string): void {
    const column = columns[columnIndex] ?? ''
    const before = corrections.typedAt(meant.row, column) ?? meant.cells[columnIndex] ?? ''
    if (value !== before) corrections.edit(toEdits(meant, { row: meant.row, column, value }))
  }

  /** Ends the writing, with the text kept or not, and moves on by so many rows and columns. */
  function end(text: string | null, step: { rows: number; columns: number }): void {
    if (!editing) return
    if (text !== null) write(editing.row, editing.column, text)
    setEditing(null)
    setCursor({
      row: Math.max(0, Math.min(rows - 1, cursor.row + step.rows)),
      column: Math.max(0, Math.min(columns.length - 1, cursor.column + step.columns)),
    })
    focus()
  }

  /** The next cell with a problem, in this row or those below (or above), near or far. */
  function toProblem(way: 1 | -1): void {
    for (let index = cursor.row; index >= 0 && index < rows; index += way) {
      const there = rowAt(index)
      if (!there) {
        const place = shown.problemBeyond(index - way, way)
        if (place !== null) setRequested({ row: place, column: 0, line: null, way })
        return
      }
      const marked = problemColumns(there, columns)
      const candidates = way === 1 ? marked : marked.toReversed()
      const column = candidates.find((one) => index !== cursor.row || (one - cursor.column) * way > 0)
      if (column !== undefined) return setCursor({ row: index, column })
      if (there.problems.length > 0 && marked.length === 0 && index !== cursor.row)
        return setCursor({ row: index, column: cursor.column })
    }
  }

  function keyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return
    const next = nextPosition(event, cursor, { rows, columns: columns.length }, 'cell')
    const shortcut = event.ctrlKey || event.metaKey || event.altKey
    if (next) setCursor({ ...next, row: Math.max(0, next.row) })
    else if (event.key === 'F8') toProblem(event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' || event.key === 'F2') begin(cursor)
    else if (event.key === 'Delete' && row) write(row, cursor.column, '')
    else if (event.key.length === 1 && event.key !== ' ' && !shortcut) begin(cursor, event.key)
    else return
    event.preventDefault()
  }

  /** The cell that was clicked; a control inside a cell keeps its click to itself. */
  function cellOf({ target }: MouseEvent): Cursor | null {
    if (!(target instanceof Element) || target.closest('input, select, button')) return null
    const cell = target.closest<HTMLElement>('[data-column]')
    const line = target.closest<HTMLElement>('[data-index]')
    return cell && line
      ? { row: Number(line.dataset['index']), column: Number(cell.dataset['column']) }
      : null
  }

  return {
    cursor,
    row,
    editing,
    end,
    keyDown,
    click: (event: MouseEvent) => {
      const cell = cellOf(event)
      if (cell) setCursor(cell)
    },
    doubleClick: (event: MouseEvent) => {
      const cell = cellOf(event)
      if (cell) begin(cell)
    },
    moveTo: setCursor,
    /** Back to the first problem, where other rows are shown. */
    toStart: () => setRequested(null),
    toProblem,
    /** Takes a broken record as its cells are shown. */
    accept: (meant: FailingRow) => corrections.edit(toEdits(meant, null)),
  }
}

export type Grid = ReturnType<typeof useGrid>

/** A cell of the grid: the place of its row among those that are shown, and of its column in the file. */
type Cursor = GridPosition
/**
 * Where the cursor was put, with the line that its row had in the file; null: the row had not come yet. `way`: it goes to
 * the first problem of the row in that way.
 */
type RequestedCursor = Cursor & { line: number | null; way?: 1 | -1 }

/** Places of columns that a row's problems name, from left to right, each once. */
const problemColumns = ({ problems }: FailingRow, columns: readonly string[]): number[] =>
  [...new Set(problems.map(({ column }) => (column === null ? -1 : columns.indexOf(column))))]
    .filter((index) => index >= 0)
    .sort((a, b) => a - b)

const ranks = { error: 0, warning: 1, note: 2 }

/** What a row's problems say of one cell, the gravest first. */
export const problemsAt = ({ problems }: FailingRow, column: string | null): Problem[] =>
  problems
    .filter((problem) => problem.column === column)
    .sort((a, b) => ranks[a.severity] - ranks[b.severity])

/**
 * Whether nobody can tell the cells of a record apart, or some are missing. Such a record is taken once all of its
 * cells are given in one correction.
 */
export const isBroken = ({ cells, problems }: FailingRow, columns: readonly string[]): boolean =>
  cells.length !== columns.length || problems.some(({ rule }) => structureRules.has(rule))

/** What stands in a record beyond its last column, and so in none that is shown. */
export const beyondColumns = ({ cells }: FailingRow, columns: readonly string[]): string[] =>
  cells.slice(columns.length).filter((cell) => cell.trim() !== '')

const structureRules: ReadonlySet<string> = new Set([
  'open-quote',
  'after-open-quote',
  'text-after-quote',
  'bare-quote',
  'cell-too-long',
  'missing-text',
  'ragged-row',
  'marked-row',
])
