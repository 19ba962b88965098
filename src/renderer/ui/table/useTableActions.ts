import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { ArrangedColumn } from './DataTableRows.tsx'
import { type GridPosition, handleHeadKey, nextPosition, rowsBetween, sortKey } from './tableKeys.ts'
import type { useTableWindow } from './useTableWindow.ts'

/** The rows that the user has ticked, by key. The label of a row names its check box. */
export type RowSelection<R> = {
  isSelected(key: string): boolean
  select(keys: ReadonlySet<string>, selected: boolean): void
  /** The action of Escape; null if there is none. */
  clear: (() => void) | null
  allLabel: string
  labelOf(row: R): string
}

export type Actions<R> = {
  rows: readonly R[]
  rowKey(row: R): string
  selection?: RowSelection<R> | null
  /** Opens a row, by Enter or a click. */
  open?(row: R): void
  /** The unit that keys move by: `cell` for tables of values, whose columns define which of their cells open a row. */
  cursor?: 'row' | 'cell'
  /** Called with the position of the cursor; in the header its row is null. */
  onActive?(position: { row: R | null; column: ArrangedColumn<R> }): void
  /** Called with keys that the table does not use. */
  onKey?(event: KeyboardEvent): void
}

type Options<R> = Actions<R> & { columns: readonly ArrangedColumn<R>[]; cursor: 'row' | 'cell' }
type TableWindow = Pick<ReturnType<typeof useTableWindow>, 'toTop' | 'revealRow' | 'revealColumn'>

/** Handles keys and pointer in a table. Returns the cursor, and the column that was last resized by keys. */
export function useTableActions<R>(
  { rows, rowKey, columns, selection, open, cursor, onActive, onKey }: Options<R>,
  { toTop, revealRow, revealColumn }: TableWindow,
  scroller: { readonly current: HTMLDivElement | null },
) {
  const [active, setActive] = useState<GridPosition | null>(null)
  const [resized, setResized] = useState<string | null>(null)
  const lastTickedKey = useRef<string | null>(null)
  const sorted = sortKey(columns)
  useEffect(() => {
    if (sorted) toTop()
  }, [sorted, toTop])
  const goTo = (position: GridPosition) => {
    const column = columns[position.column]
    setActive(position)
    if (column) onActive?.({ row: rows[position.row] ?? null, column })
  }
  const tick = (row: R, through: boolean) => {
    const [key, keys] = [rowKey(row), rows.map(rowKey)]
    const ticked = rowsBetween(keys, through ? lastTickedKey.current : key, key)
    selection?.select(new Set(ticked), !selection.isSelected(key))
    lastTickedKey.current = key
  }
  const handleHead = (event: KeyboardEvent, at: number): boolean => {
    const action = handleHeadKey(event, columns, at)
    if (action?.resized) setResized(action.resized)
    if (action?.moved) setActive({ row: -1, column: at + action.moved })
    return action !== null
  }
  const handleRow = (event: KeyboardEvent, row: R): boolean => {
    if (event.key === ' ' && selection) tick(row, event.shiftKey)
    else if (event.key === 'Enter' && open) open(row)
    else return false
    return true
  }
  const handleActive = (event: KeyboardEvent, { row: index, column }: GridPosition): boolean => {
    if (index < 0) return handleHead(event, column)
    const row = rows[index]
    return row !== undefined && handleRow(event, row)
  }
  const handleTable = (event: KeyboardEvent): boolean => {
    const next = nextPosition(event, active, { rows: rows.length, columns: columns.length }, cursor)
    if (next) {
      goTo(next)
      if (next.row >= 0) revealRow(next.row)
      if (next.row < 0 || cursor === 'cell') revealColumn(next.column, active)
    } else if (selection && event.key === 'a' && (event.ctrlKey || event.metaKey))
      selection.select(new Set(rows.map(rowKey)), true)
    else if (selection?.clear && event.key === 'Escape') selection.clear()
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return
    if ((active && handleActive(event, active)) || handleTable(event)) event.preventDefault()
    else onKey?.(event)
  }
  const pointer = usePressed((element) => {
    const row = rows[rowIndexOf(element)]
    if (row === undefined) return null
    const key = rowKey(row)
    const column = columnIndexOf(element)
    if (element.closest('[data-tick]')) return { key, column: null, opens: false }
    // A control inside a row handles its own click.
    if (element.closest('button, input, a, label')) return null
    if (cursor === 'row') return { key, column: 0, opens: true }
    return column < 0 ? null : { key, column, opens: element.closest('[data-open]') !== null }
  })
  const onClick = (event: MouseEvent) => {
    const target = pointer.clicked(event)
    const index = target ? rows.findIndex((row) => rowKey(row) === target.key) : -1
    const row = rows[index]
    if (!target || row === undefined) return
    // The table takes the focus: a focused row would be lost once it scrolls out of view.
    scroller.current?.focus({ preventScroll: true })
    if (target.column === null) return tick(row, event.shiftKey)
    goTo({ row: index, column: target.column })
    if (target.opens) open?.(row)
  }
  return { active, resized, onKeyDown, onPointerDown: pointer.press, onClick }
}

const indexIn = (element: Element, name: 'row' | 'column'): number =>
  Number(element.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] ?? -1)

export const rowIndexOf = (element: Element): number => indexIn(element, 'row')

/** Returns the index of the column that contains the element, or −1, also for check boxes. */
export const columnIndexOf = (element: Element): number => indexIn(element, 'column')

/** A pointer that moves further than this while pressed is dragging. */
const maxClickMovePx = 8

/**
 * Attributes a click to the element that was under the pointer when it was pressed, because rows may move before it is
 * released. `at` returns the item of an element, by keys that survive such a move; null if a click does nothing there.
 */
function usePressed<T>(at: (element: Element) => T | null) {
  const pressed = useRef<{ item: T; x: number; y: number } | null>(null)
  const read = (target: EventTarget): T | null => (target instanceof Element ? at(target) : null)
  return {
    press({ target, clientX: x, clientY: y }: PointerEvent): void {
      const item = read(target)
      pressed.current = item === null ? null : { item, x, y }
    },
    clicked({ target, clientX, clientY }: MouseEvent): T | null {
      const pressedAt = pressed.current
      pressed.current = null
      const isStill =
        pressedAt !== null && Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) <= maxClickMovePx
      return isStill ? pressedAt.item : read(target)
    },
  }
}
