import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { CellEdit, FailingRow, Problem } from '../../../../shared/domain/samples/importing.ts'
import { type GridPosition, nextPosition } from '../../../ui/table/tableKeys.ts'
import type { Corrections, Rows } from './useRows.ts'

/** A cell being edited, with its row at the start of editing. */
export type Editing = { row: FailingRow; column: number; text: string }

type Parts = {
  columns: readonly string[]
  shown: Rows
  corrections: Corrections
  editing: Editing | null
  setEditing(editing: Editing | null): void
  focus(): void
}

/** Manages the cursor of the grid, the cell being edited, and the keys. */
export function useGrid({ columns, shown, corrections, editing, setEditing, focus }: Parts) {
  const { total: rows, rowAt } = shown
  const [requested, setRequested] = useState<RequestedCursor | null>(null)
  const cursor = placed()
  const row = rowAt(cursor.row)
  /** Returns the text shown in a cell, including an edit that has not been checked yet. */
  const textAt = ({ row: line, cells }: FailingRow, column: number): string =>
    corrections.typedAt(line, columns[column] ?? '') ?? cells[column] ?? ''

  function setCursor(at: Cursor): void {
    setRequested({ ...at, line: rowAt(at.row)?.row ?? null })
  }

  /** Returns the cursor. If corrected rows have left the list, it follows its row or goes to the next. */
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
    setEditing({ row: meant, column: at.column, text: text ?? textAt(meant, at.column) })
  }

  /**
   * Returns the edit with all other cells of a broken record, as shown. A record with cells beyond the columns would
   * lose them, so only `accept` completes that one.
   */
  function toEdits(meant: FailingRow, written: CellEdit | null): CellEdit[] {
    const loses = written !== null && beyondColumns(meant, columns).length > 0
    if (loses || !isBroken(meant, columns)) return written ? [written] : []
    return columns.map((column, index) =>
      written?.column === column ? written : { row: meant.row, column, value: textAt(meant, index) },
    )
  }

  function write(meant: FailingRow, index: number, value: string): void {
    if (value === textAt(meant, index)) return
    corrections.edit(toEdits(meant, { row: meant.row, column: columns[index] ?? '', value }))
  }

  /** Ends editing, saves the text unless it is null, and moves the cursor by `step`. */
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

  /** Moves to the next (or previous) cell with a problem, including in rows that are not loaded. */
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

  /** Returns the clicked cell; null for a click on a control inside a cell. */
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
    /** The text of the active cell. */
    text: row ? textAt(row, cursor.column) : '',
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
    /** Returns to the first problem after the filter changes. */
    toStart: () => setRequested(null),
    toProblem,
    /** Accepts a broken record with its cells as shown. */
    accept: (meant: FailingRow) => corrections.edit(toEdits(meant, null)),
  }
}

export type Grid = ReturnType<typeof useGrid>

/** The position of a cell: the index of its row among those shown, and of its column in the file. */
type Cursor = GridPosition
/**
 * The requested cursor, with the line of its row in the file; null if the row was not loaded. If `way` is set, the
 * cursor goes to the first problem of the row in that direction.
 */
type RequestedCursor = Cursor & { line: number | null; way?: 1 | -1 }

/** Returns the indexes of the columns that have problems in a row, in order and without repeats. */
const problemColumns = ({ problems }: FailingRow, columns: readonly string[]): number[] =>
  [...new Set(problems.map(({ column }) => (column === null ? -1 : columns.indexOf(column))))]
    .filter((index) => index >= 0)
    .sort((a, b) => a - b)

const ranks = { error: 0, warning: 1, note: 2 }

/** Returns the problems of one cell, the most severe first. */
export const problemsAt = ({ problems }: FailingRow, column: string | null): Problem[] =>
  problems
    .filter((problem) => problem.column === column)
    .sort((a, b) => ranks[a.severity] - ranks[b.severity])

/**
 * Returns true if the cells of a record cannot be told apart or some are missing. Such a record is accepted only if
 * one correction gives all of its cells.
 */
export const isBroken = ({ cells, problems }: FailingRow, columns: readonly string[]): boolean =>
  cells.length !== columns.length || problems.some(({ rule }) => structureRules.has(rule))

/** Returns the non-empty cells beyond the last column, which the grid does not show. */
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
