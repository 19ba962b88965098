import type { KeyboardEvent } from 'react'
import { clampColumnWidth } from './columns/columnLayout.ts'
import type { HeadColumn } from './columns/columnTable.ts'

/** A cell of a grid; row −1 is the header. */
export type GridPosition = { row: number; column: number }

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean }

const pageRows = 20

/**
 * Returns the position after a key press, null if the key does nothing here; the first press enters the table. With a
 * row cursor, keys move sideways only in the header.
 */
export function nextPosition(
  { key, ctrlKey, metaKey }: KeyPress,
  active: GridPosition | null,
  size: { rows: number; columns: number },
  cursor: 'row' | 'cell',
): GridPosition | null {
  const { row, column } = active ?? { row: -1, column: 0 }
  const isWhole = cursor === 'row' && active?.row !== -1
  if (isWhole && (key === 'ArrowRight' || key === 'ArrowLeft')) return null
  const far = ctrlKey || metaKey
  const toEdge = far || isWhole
  const moves: Record<string, GridPosition> = {
    ArrowDown: { row: far ? size.rows - 1 : row + 1, column },
    ArrowUp: { row: far ? 0 : row - 1, column },
    ArrowRight: { row, column: far ? size.columns - 1 : column + 1 },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    PageDown: { row: row + pageRows, column },
    PageUp: { row: row < 0 ? row : Math.max(0, row - pageRows), column },
    Home: { row: toEdge ? 0 : row, column: isWhole ? column : 0 },
    End: { row: toEdge ? size.rows - 1 : row, column: isWhole ? column : size.columns - 1 },
  }
  const next = moves[key]
  if (!next) return null
  return {
    row: Math.max(-1, Math.min(size.rows - 1, next.row)),
    column: Math.max(0, Math.min(size.columns - 1, next.column)),
  }
}

/**
 * Returns the rows from one to the other, inclusive, in either direction; only the second if the first is not shown.
 */
export function rowsBetween(keys: readonly string[], from: string | null, to: string): readonly string[] {
  const end = keys.indexOf(to)
  const start = from === null ? -1 : keys.indexOf(from)
  return start < 0 ? [to] : keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}

const widthStepPx = 16

/** The effect of a key in the header: the column moved by `moved` places or was resized. Null if it did nothing. */
type HeadAction = { moved: -1 | 0 | 1; resized: string | null } | null

/**
 * Handles a key in the header: Enter sorts, Shift+Enter adds to the sort, Shift+arrow changes the width and
 * Ctrl+Shift+arrow moves the column.
 */
export function handleHeadKey(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  columns: readonly HeadColumn[],
  index: number,
): HeadAction {
  const column = columns[index]
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (!column) return null
  if (key === 'Enter') {
    column.onSort?.(shiftKey)
    return { moved: 0, resized: null }
  }
  if (!shiftKey || by === 0) return null
  if (ctrlKey || metaKey) {
    const neighbor = columns[index + by]
    const canMove = neighbor !== undefined && neighbor.pinned === column.pinned
    if (canMove) column.onStep?.(by)
    return { moved: canMove && column.onStep ? by : 0, resized: null }
  }
  if (!column.onResize) return null
  column.onResize(clampColumnWidth(column.width + by * widthStepPx))
  return { moved: 0, resized: column.id }
}

/** Returns a key that changes with the sort order. */
export const sortKey = (columns: readonly HeadColumn[]): string =>
  columns
    .flatMap(({ id, sorted, sortPosition = 1 }) => (sorted ? [`${sortPosition} ${id} ${sorted}`] : []))
    .join(', ')
