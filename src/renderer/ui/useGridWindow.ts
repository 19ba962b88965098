import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useMemo } from 'react'
import { type GridColumn, placeColumns } from './gridColumns.ts'
import type { GridPosition } from './gridKeys.ts'
import { useRemeasure, useRowHeight } from './rowHeight.ts'

const headHeight = 32
const slotChunkSize = 32
/** Rows and columns are drawn in a task of their own, not within that in which the browser scrolls and paints. */
const virtualizerOptions = { useFlushSync: false } as const

/** Which rows and columns of a grid are in sight, where they stand, and how others come there. */
export function useGridWindow(
  scroller: RefObject<HTMLDivElement | null>,
  columns: readonly GridColumn[],
  rowCount: number,
) {
  const placed = useMemo(() => placeColumns(columns), [columns])
  const rowHeight = useRowHeight()
  const initialRect = { width: 1200, height: 800 }
  const rowVirtualizer = useVirtualizer({
    ...virtualizerOptions,
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    initialRect,
  })
  useRemeasure(rowVirtualizer, rowHeight)
  const columnVirtualizer = useVirtualizer({
    ...virtualizerOptions,
    horizontal: true,
    count: placed.free.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => placed.free[index]?.width ?? 0,
    getItemKey: (index) => placed.free[index]?.id ?? index,
    overscan: 2,
    paddingStart: placed.pinnedWidth,
    scrollPaddingStart: placed.pinnedWidth,
    initialRect,
  })
  const toTop = useCallback(() => rowVirtualizer.scrollToOffset(0), [rowVirtualizer])
  const visibleColumns = columnVirtualizer.getVirtualItems()
  const from = visibleColumns[0]?.index ?? 0
  const to = (visibleColumns.at(-1)?.index ?? -1) + 1
  const shown = useMemo(() => placed.show(from, to), [placed, from, to])
  const items = rowVirtualizer.getVirtualItems()
  // A row that leaves at one end serves the one that comes at the other.
  const slots = Math.ceil((items.length + 1) / slotChunkSize) * slotChunkSize
  return {
    placed,
    shown,
    rows: items.map(({ index, start }) => ({ row: index, top: start - headHeight, slot: index % slots })),
    width: columnVirtualizer.getTotalSize(),
    height: rowVirtualizer.getTotalSize(),
    isDrawn: ({ row, column }: GridPosition): boolean =>
      shown.some(({ index }) => index === column) && (row < 0 || items.some(({ index }) => index === row)),
    toTop,
    /** Come from beside them to the pinned columns, the others begin with their first again. */
    reveal: ({ row, column }: GridPosition, before: GridPosition | null) => {
      const { length } = placed.pinned
      if (row >= 0) rowVirtualizer.scrollToIndex(row)
      if (column >= length) columnVirtualizer.scrollToIndex(column - length)
      else if (before && before.column >= length) columnVirtualizer.scrollToOffset(0)
    },
  }
}
