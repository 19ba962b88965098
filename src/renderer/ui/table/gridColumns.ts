import type { HeadColumn } from './columns/columnTable.ts'

export type GridColumn = HeadColumn & {
  /** What the column shows and where it is from. */
  title: string
  /** Enter and a click on its cells open the row. */
  opens?: boolean
}

/** `missing`: hatched, with the reason as its title. */
export type GridCell = { text: string; title?: string; missing?: boolean }

/** `index`: among all columns as they stand, pinned ones first; `left`: pixels from the grid's edge. */
export type PlacedColumn = { column: GridColumn; index: number; left: number }

/** The ticks stand before everything. */
const markWidth = 36

/** Where each column stands: pinned ones first, in their order, then the others. */
export function placeColumns(columns: readonly GridColumn[]) {
  const pinned = columns.filter((column) => column.pinned)
  const free = columns.filter((column) => !column.pinned)
  const all = [...pinned, ...free]
  let left = markWidth
  const placed = all.map((column, index): PlacedColumn => {
    const placedColumn = { column, index, left }
    left += column.width
    return placedColumn
  })
  const pinnedWidth = placed[pinned.length]?.left ?? left
  return {
    all,
    pinned,
    free,
    pinnedWidth,
    /** The pinned ones, and of the others those from one place to before another. */
    show: (from: number, to: number): PlacedColumn[] => [
      ...placed.slice(0, pinned.length),
      ...placed.slice(pinned.length + from, pinned.length + to),
    ],
  }
}
