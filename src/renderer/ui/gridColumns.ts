export type GridColumn = {
  id: string
  /** Pixels. */
  width: number
  label: string
  /** What the column shows and where it is from. */
  title: string
  numeric?: boolean
  /** Stays at the left while the others scroll. */
  pinned?: boolean
  sorted?: 'asc' | 'desc' | false
  /** Where several columns sort: which of them this is, from 1. */
  sortPlace?: number
  /** `further`: beside those that sort already. */
  onSort?: (further: boolean) => void
  /** Takes pixels; null: as wide as at first. */
  onResize?: (width: number | null) => void
  /** Enter and a click on its cells open the row. */
  opens?: boolean
}

const narrowestPx = 48
const widestPx = 800

/** The width that a column can have, nearest to what was wanted. */
export const toWidth = (wanted: number): number =>
  Math.round(Math.max(narrowestPx, Math.min(widestPx, wanted)))

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
    const place = { column, index, left }
    left += column.width
    return place
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
