import type { KeyboardEvent } from 'react'
import { toWidth } from './columnWidth.ts'
import type { HeadColumn } from './useArrangedColumns.ts'

const widthStepPx = 16

/** What a key did in the header: nothing, or something with the column, whose place changed by `moved`. */
type Pressed = { moved: -1 | 0 | 1; resized: string | null } | null

/** Enter sorts, with Shift further; Shift with an arrow changes the width, Control and Shift with one the place. */
export function pressHead(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  columns: readonly HeadColumn[],
  index: number,
): Pressed {
  const column = columns[index]
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (!column) return null
  if (key === 'Enter') {
    column.onSort?.(shiftKey)
    return { moved: 0, resized: null }
  }
  if (!shiftKey || by === 0) return null
  if (ctrlKey || metaKey) {
    const beside = columns[index + by]
    const moves = beside !== undefined && beside.role !== 'mark' && beside.pinned === column.pinned
    if (moves) column.onStep?.(by)
    return { moved: moves && column.onStep ? by : 0, resized: null }
  }
  if (!column.onResize) return null
  column.onResize(toWidth(column.width + by * widthStepPx))
  return { moved: 0, resized: column.id }
}

/** Changes whenever the rows are sorted otherwise. */
export const sortKey = (columns: readonly HeadColumn[]): string =>
  columns
    .flatMap(({ id, sorted, sortPlace = 1 }) => (sorted ? [`${sortPlace} ${id} ${sorted}`] : []))
    .join(', ')
