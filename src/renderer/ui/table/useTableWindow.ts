import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useMemo } from 'react'
import { useRemeasure, useRowHeight } from '../appearance.ts'
import type { HeadColumn } from './columns/columnTable.ts'
import type { GridPosition } from './tableKeys.ts'

/** `index`: the position among all columns. `left`: the distance from the table's edge in pixels. */
export type PlacedColumn<C> = { column: C; index: number; ariaIndex: number; left: number }

const tickWidth = 36
const usualHeadHeight = 32
const slotChunkSize = 32
/** Up to this number, all columns are rendered. */
const fewColumns = 24
/** Rows and columns render in their own task, not in the one in which the browser scrolls and paints. */
const virtualizerOptions = { useFlushSync: false, initialRect: { width: 1200, height: 800 } } as const

type Options<C> = {
  scroller: RefObject<HTMLDivElement | null>
  /** Pinned columns first. */
  columns: readonly C[]
  rowCount: number
  hasTicks: boolean
  /** Pixels. */
  headHeight?: number
}

/** Returns the visible rows and columns of a table with their positions, and functions to scroll to others. */
export function useTableWindow<C extends HeadColumn>({
  scroller,
  columns,
  rowCount,
  hasTicks,
  headHeight = usualHeadHeight,
}: Options<C>) {
  const { placed, pinnedCount, pinnedWidth } = useMemo(
    () => placeColumns(columns, hasTicks),
    [columns, hasTicks],
  )
  const rowHeight = useRowHeight()
  const rows = useVirtualizer({
    ...virtualizerOptions,
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  useRemeasure(rows, rowHeight)
  const freeColumns = useVirtualizer({
    ...virtualizerOptions,
    horizontal: true,
    count: placed.length - pinnedCount,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => columns[pinnedCount + index]?.width ?? 0,
    getItemKey: (index) => columns[pinnedCount + index]?.id ?? index,
    overscan: placed.length > fewColumns ? 2 : fewColumns,
    paddingStart: pinnedWidth,
    scrollPaddingStart: pinnedWidth,
  })
  // Skips the call at the top, because it would force a layout.
  const toTop = useCallback(() => {
    if (rows.scrollOffset) rows.scrollToOffset(0)
  }, [rows])
  const revealRow = useCallback((row: number) => rows.scrollToIndex(row), [rows])
  /** Scrolls to a column. When the cursor enters the pinned columns, the others scroll back to the start. */
  const revealColumn = useCallback(
    (column: number, before: GridPosition | null) => {
      if (column >= pinnedCount) freeColumns.scrollToIndex(column - pinnedCount)
      else if (before && before.column >= pinnedCount) freeColumns.scrollToOffset(0)
    },
    [pinnedCount, freeColumns],
  )
  const visible = freeColumns.getVirtualItems()
  const from = pinnedCount + (visible[0]?.index ?? 0)
  const to = pinnedCount + (visible.at(-1)?.index ?? -1) + 1
  const shown = useMemo(
    () => [...placed.slice(0, pinnedCount), ...placed.slice(from, to)],
    [placed, pinnedCount, from, to],
  )
  const items = rows.getVirtualItems()
  // A row that leaves at one end reuses its node for the one that enters at the other.
  const slots = Math.ceil((items.length + 1) / slotChunkSize) * slotChunkSize
  return {
    placed,
    shown,
    items: items.map(({ index, start }) => ({ index, top: start - headHeight, slot: index % slots })),
    width: freeColumns.getTotalSize(),
    height: rows.getTotalSize(),
    isDrawn: ({ row, column }: GridPosition, cursor: 'row' | 'cell'): boolean =>
      (row < 0 || items.some(({ index }) => index === row)) &&
      ((cursor === 'row' && row >= 0) || shown.some(({ index }) => index === column)),
    toTop,
    revealRow,
    revealColumn,
  }
}

/** Returns the position of each column, after the check boxes. */
export function placeColumns<C extends HeadColumn>(columns: readonly C[], hasTicks: boolean) {
  let left = hasTicks ? tickWidth : 0
  const placed = columns.map((column, index): PlacedColumn<C> => {
    const one = { column, index, ariaIndex: index + (hasTicks ? 2 : 1), left }
    left += column.width
    return one
  })
  const firstFree = placed.find(({ column }) => !column.pinned)
  return { placed, pinnedCount: firstFree?.index ?? placed.length, pinnedWidth: firstFree?.left ?? left }
}
