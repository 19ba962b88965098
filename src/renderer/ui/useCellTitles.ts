import { type PointerEvent, useEffect, useRef } from 'react'
import type { GridCell, GridColumn } from './gridColumns.ts'
import { positionOf } from './gridPositions.ts'

/**
 * Writes the title of the cell that the pointer comes to. It is taken away with the pointer, and whenever the grid is
 * drawn anew: by then the cell may serve another row.
 */
export function useCellTitles(
  cell: (row: number, column: GridColumn) => GridCell,
  columns: readonly GridColumn[],
) {
  const titled = useRef<{ element: HTMLElement; title: string } | null>(null)
  const clearTitle = () => {
    const last = titled.current
    if (last && last.element.title === last.title) last.element.removeAttribute('title')
    titled.current = null
  }
  useEffect(clearTitle)
  const showTitle = ({ target: element }: PointerEvent) => {
    const position = element instanceof HTMLElement && element.title === '' ? positionOf(element) : null
    const column = position && columns[position.column]
    const title = column && cell(position.row, column).title
    if (!(element instanceof HTMLElement) || typeof title !== 'string') return
    element.title = title
    titled.current = { element, title }
  }
  return { tell: showTitle, forget: clearTitle }
}
