import type { GridPosition } from './gridKeys.ts'

export function rowOf(element: Element): number | null {
  const row = element.closest<HTMLElement>('[data-row]')?.dataset['row']
  return row === undefined ? null : Number(row)
}

/** The cell that an element is in; the ticks are none. */
export function positionOf(element: Element): GridPosition | null {
  const row = rowOf(element)
  const column = element.closest('[role="gridcell"]')?.getAttribute('aria-colindex')
  return row === null || !column || column === '1' ? null : { row, column: Number(column) - 2 }
}
