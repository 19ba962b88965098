import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useRemeasure, useRowHeight } from '../appearance.ts'
import { type GridColumn, placeColumns } from './gridColumns.ts'
import { type GridPosition, handleHeadKey, nextPosition, rowsBetween, sortKey } from './gridKeys.ts'
import { usePressed } from './usePressed.ts'

type GridActionOptions = {
  rowKeys: readonly string[]
  selectedKeys: ReadonlySet<string>
  setSelected(keys: readonly string[], selected: boolean): void
  open(row: number): void
  onActive?(position: { row: number; column: GridColumn }): void
}

/** What keys and pointer do in a grid, the cell that they are at, and the column whose width they changed last. */
export function useGridActions(
  { rowKeys, selectedKeys, setSelected, open, onActive }: GridActionOptions,
  { placed, reveal, toTop }: ReturnType<typeof useGridWindow>,
  scroller: { readonly current: HTMLDivElement | null },
) {
  const [active, setActive] = useState<GridPosition | null>(null)
  const [resized, setResized] = useState<string | null>(null)
  const lastSelectedKey = useRef<string | null>(null)
  const size = { rows: rowKeys.length, columns: placed.all.length }
  const goTo = (position: GridPosition) => {
    const at = placed.all[position.column]
    setActive(position)
    if (at) onActive?.({ row: position.row, column: at })
  }
  const sorted = sortKey(placed.all)
  useEffect(() => {
    if (sorted) toTop()
  }, [sorted, toTop])
  const toggle = (row: number, through: boolean) => {
    const key = rowKeys[row]
    if (key === undefined) return
    setSelected(rowsBetween(rowKeys, through ? lastSelectedKey.current : key, key), !selectedKeys.has(key))
    lastSelectedKey.current = key
  }
  const handleHead = (event: KeyboardEvent, at: number): boolean => {
    const action = handleHeadKey(event, placed.all, at)
    if (action?.resized) setResized(action.resized)
    if (action?.moved) setActive({ row: -1, column: at + action.moved })
    return action !== null
  }
  const handleRow = (event: KeyboardEvent, row: number): boolean => {
    if (event.key === ' ') toggle(row, event.shiftKey)
    else if (event.key === 'Enter') open(row)
    else return false
    return true
  }
  const handleGrid = (event: KeyboardEvent): boolean => {
    const next = nextPosition(event, active, size)
    if (next) {
      goTo(next)
      reveal(next, active)
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) setSelected(rowKeys, true)
    else if (event.key === 'Escape' && selectedKeys.size > 0) setSelected([...selectedKeys], false)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return
    const isDone =
      active && (active.row < 0 ? handleHead(event, active.column) : handleRow(event, active.row))
    if (isDone || handleGrid(event)) event.preventDefault()
  }
  const pointer = usePressed((element) => {
    const key = rowKeys[rowOf(element) ?? -1]
    if (key === undefined) return null
    if (element.closest('[data-mark]')) return { key, column: null, opens: false }
    const position = positionOf(element)
    return position && { key, column: position.column, opens: element.closest('[data-open]') !== null }
  })
  const click = (event: MouseEvent) => {
    const target = pointer.clicked(event)
    const row = target ? rowKeys.indexOf(target.key) : -1
    if (!target || row < 0) return
    if (target.column === null) return toggle(row, event.shiftKey)
    goTo({ row, column: target.column })
    if (target.opens) open(row)
  }
  return { active, resized, press: onKeyDown, pressed: pointer.press, click }
}

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

function rowOf(element: Element): number | null {
  const row = element.closest<HTMLElement>('[data-row]')?.dataset['row']
  return row === undefined ? null : Number(row)
}

/** The cell that an element is in; the ticks are none. */
export function positionOf(element: Element): GridPosition | null {
  const row = rowOf(element)
  const column = element.closest('[role="gridcell"]')?.getAttribute('aria-colindex')
  return row === null || !column || column === '1' ? null : { row, column: Number(column) - 2 }
}
