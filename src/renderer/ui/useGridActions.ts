import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { GridColumn } from './gridColumns.ts'
import { type GridPosition, nextPosition, rowsBetween } from './gridKeys.ts'
import { positionOf, rowOf } from './gridPositions.ts'
import { handleHeadKey, sortKey } from './headKeys.ts'
import type { useGridWindow } from './useGridWindow.ts'
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
