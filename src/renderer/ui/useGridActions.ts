import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { GridColumn } from './gridColumns.ts'
import { type GridPlace, nextPlace, rowsBetween } from './gridKeys.ts'
import { placeOf, rowOf } from './gridPlaces.ts'
import { pressHead, sortKey } from './headKeys.ts'
import type { useGridWindow } from './useGridWindow.ts'
import { usePressed } from './usePressed.ts'

type Acted = {
  rowKeys: readonly string[]
  marked: ReadonlySet<string>
  mark(keys: readonly string[], marked: boolean): void
  open(row: number): void
  onActive?(place: { row: number; column: GridColumn }): void
}

/** What keys and pointer do in a grid, the cell that they are at, and the column whose width they changed last. */
export function useGridActions(
  { rowKeys, marked, mark, open, onActive }: Acted,
  { placed, reveal, toTop }: ReturnType<typeof useGridWindow>,
  scroller: { readonly current: HTMLDivElement | null },
) {
  const [active, setActive] = useState<GridPlace | null>(null)
  const [resized, setResized] = useState<string | null>(null)
  const lastMarked = useRef<string | null>(null)
  const size = { rows: rowKeys.length, columns: placed.all.length }
  const goTo = (place: GridPlace) => {
    const at = placed.all[place.column]
    setActive(place)
    if (at) onActive?.({ row: place.row, column: at })
  }
  const sorted = sortKey(placed.all)
  useEffect(() => {
    if (sorted) toTop()
  }, [sorted, toTop])
  const toggle = (row: number, through: boolean) => {
    const key = rowKeys[row]
    if (key === undefined) return
    mark(rowsBetween(rowKeys, through ? lastMarked.current : key, key), !marked.has(key))
    lastMarked.current = key
  }
  const pressInHead = (event: KeyboardEvent, at: number): boolean => {
    const pressed = pressHead(event, placed.all, at)
    if (pressed?.resized) setResized(pressed.resized)
    if (pressed?.moved) setActive({ row: -1, column: at + pressed.moved })
    return pressed !== null
  }
  const pressInRow = (event: KeyboardEvent, row: number): boolean => {
    if (event.key === ' ') toggle(row, event.shiftKey)
    else if (event.key === 'Enter') open(row)
    else return false
    return true
  }
  const pressAnywhere = (event: KeyboardEvent): boolean => {
    const next = nextPlace(event, active, size)
    if (next) {
      goTo(next)
      reveal(next, active)
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) mark(rowKeys, true)
    else if (event.key === 'Escape' && marked.size > 0) mark([...marked], false)
    else return false
    return true
  }
  const press = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return
    const isDone =
      active && (active.row < 0 ? pressInHead(event, active.column) : pressInRow(event, active.row))
    if (isDone || pressAnywhere(event)) event.preventDefault()
  }
  const pressed = usePressed((element) => {
    const key = rowKeys[rowOf(element) ?? -1]
    if (key === undefined) return null
    if (element.closest('[data-mark]')) return { key, column: null, opens: false }
    const place = placeOf(element)
    return place && { key, column: place.column, opens: element.closest('[data-open]') !== null }
  })
  const click = (event: MouseEvent) => {
    const what = pressed.clicked(event)
    const row = what ? rowKeys.indexOf(what.key) : -1
    if (!what || row < 0) return
    if (what.column === null) return toggle(row, event.shiftKey)
    goTo({ row, column: what.column })
    if (what.opens) open(row)
  }
  return { active, resized, press, pressed: pressed.press, click }
}
