import { type PointerEvent, useEffect, useRef } from 'react'
import type { GridCell, GridColumn } from './gridColumns.ts'
import { placeOf } from './gridPlaces.ts'

/**
 * Writes the title of the cell that the pointer comes to. It is taken away with the pointer, and whenever the grid is
 * drawn anew: by then the cell may serve another row.
 */
export function useCellTitles(
  cell: (row: number, column: GridColumn) => GridCell,
  columns: readonly GridColumn[],
) {
  const told = useRef<{ element: HTMLElement; title: string } | null>(null)
  const forget = () => {
    const last = told.current
    if (last && last.element.title === last.title) last.element.removeAttribute('title')
    told.current = null
  }
  useEffect(forget)
  const tell = ({ target: element }: PointerEvent) => {
    const place = element instanceof HTMLElement && element.title === '' ? placeOf(element) : null
    const column = place && columns[place.column]
    const title = column && cell(place.row, column).title
    if (!(element instanceof HTMLElement) || typeof title !== 'string') return
    element.title = title
    told.current = { element, title }
  }
  return { tell, forget }
}
