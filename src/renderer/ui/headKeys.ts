import type { KeyboardEvent } from 'react'
import { clampColumnWidth } from './columnWidth.ts'
import type { HeadColumn } from './useArrangedColumns.ts'

const widthStepPx = 16

/** What a key did in the header: nothing, or something with the column, whose place changed by `moved`. */
type HeadAction = { moved: -1 | 0 | 1; resized: string | null } | null

/** Enter sorts, with Shift further; Shift with an arrow changes the width, Control and Shift with one the place. */
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
    const canMove = neighbor !== undefined && neighbor.role !== 'mark' && neighbor.pinned === column.pinned
    if (canMove) column.onStep?.(by)
    return { moved: canMove && column.onStep ? by : 0, resized: null }
  }
  if (!column.onResize) return null
  column.onResize(clampColumnWidth(column.width + by * widthStepPx))
  return { moved: 0, resized: column.id }
}

/** Changes whenever the rows are sorted otherwise. */
export const sortKey = (columns: readonly HeadColumn[]): string =>
  columns
    .flatMap(({ id, sorted, sortPosition = 1 }) => (sorted ? [`${sortPosition} ${id} ${sorted}`] : []))
    .join(', ')
