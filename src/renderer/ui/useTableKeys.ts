import { type KeyboardEvent, useState } from 'react'
import type { GridPosition } from './gridKeys.ts'
import { handleHeadKey } from './headKeys.ts'
import type { HeadColumn } from './useArrangedColumns.ts'

type Options = {
  id: string
  scroller: { readonly current: HTMLDivElement | null }
  columns: readonly HeadColumn[]
  rowCount: number
  scrollTo(row: number): void
  open(row: number): void
  /** Keys that mean nothing here; `row`: −1 where there is none. */
  others(event: KeyboardEvent, row: number): void
}

const pageRows = 20

/** The keys of a table of rows: among its rows as a whole, and from column to column in its header, which is row −1. */
export function useTableKeys({ id, scroller, columns, rowCount, scrollTo, open, others }: Options) {
  const [active, setActive] = useState<GridPosition | null>(null)
  const [resized, setResized] = useState<string | null>(null)
  const inHead = active?.row === -1
  const goTo = (next: GridPosition) => {
    setActive(next)
    if (next.row >= 0) scrollTo(next.row)
    else
      scroller.current
        ?.querySelector(`#${CSS.escape(`${id}-head-${next.column}`)}`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const handleHead = (event: KeyboardEvent, column: number): boolean => {
    const action = handleHeadKey(event, columns, column)
    if (action?.resized) setResized(action.resized)
    if (action?.moved) setActive({ row: -1, column: column + action.moved })
    return action !== null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return
    if (inHead && handleHead(event, active.column)) return event.preventDefault()
    const row = active?.row ?? -1
    if (event.key === 'Enter' && row >= 0) return open(row)
    const next = nextPosition(event.key, active, { rows: rowCount, columns: columns.length })
    if (next === null) return others(event, row)
    event.preventDefault()
    goTo(next)
  }
  return { active, setActive, resized, press: onKeyDown }
}

/** The row or header that a key leads to, or null where the key means nothing here. */
function nextPosition(
  key: string,
  active: GridPosition | null,
  size: { rows: number; columns: number },
): GridPosition | null {
  const { row, column } = active ?? { row: -1, column: 0 }
  const across: Record<string, number> = {
    ArrowRight: column + 1,
    ArrowLeft: column - 1,
    Home: 0,
    End: size.columns - 1,
  }
  const to = across[key]
  if (active?.row === -1 && to !== undefined)
    return { row: -1, column: Math.max(0, Math.min(size.columns - 1, to)) }
  const down: Record<string, number> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + pageRows,
    PageUp: Math.max(0, row - pageRows),
    Home: 0,
    End: size.rows - 1,
  }
  const next = down[key]
  return next === undefined ? null : { row: Math.max(-1, Math.min(size.rows - 1, next)), column }
}
