import { useCallback, useEffect, useRef, useState } from 'react'
import type { Filter } from './RuleFilter.tsx'
import { useCorrections } from './useCorrections.ts'
import { useFailing } from './useFailing.ts'
import { type Editing, useGrid } from './useGrid.ts'
import type { Checked, Loaded, Wizard } from './useWizard.ts'

/** A person writes several cells one after another; all rows are checked once they pause. */
const pauseMs = 400

/** The failing rows, their corrections and the grid over both. What was changed is checked again by itself. */
export function useCheckedRows(wizard: Wizard, loaded: Loaded, checked: Checked) {
  const { draftId, columns } = loaded.draft
  const scroller = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState<Filter>({})
  const [sight, setSight] = useState({ from: 0, to: 0 })
  const [editing, setEditing] = useState<Editing | null>(null)
  const shown = useHeld(checked, editing !== null)
  const failing = useFailing({ draftId, ...filter }, shown, sight)
  const corrections = useCorrections(draftId, failing.edits)
  const grid = useGrid({
    columns,
    rows: failing.total ?? 0,
    rowAt: failing.rowAt,
    corrections,
    editing,
    setEditing,
    focus: () => scroller.current?.focus({ preventScroll: true }),
  })
  useRecheck(wizard, editing !== null || corrections.pending)
  const show = useCallback((from: number, to: number) => setSight({ from, to }), [])
  const choose = (next: Filter) => {
    setFilter(next)
    grid.toStart()
    if (scroller.current) scroller.current.scrollTop = 0
  }
  return { scroller, filter, choose, show, failing, corrections, grid }
}

export type Rows = ReturnType<typeof useCheckedRows>

/** The newest value, or the one of before for as long as it is held: rows do not move below a cell that is being written. */
function useHeld<T>(value: T, isHeld: boolean): T {
  const [kept, setKept] = useState(value)
  if (!isHeld && kept !== value) setKept(value)
  return kept
}

function useRecheck({ fresh, edits, inspect }: Wizard, isBusy: boolean): void {
  const { run, reset, pending, failure } = inspect
  // Another correction may be what a check that failed was waiting for.
  useEffect(() => reset(), [edits, reset])
  const wanted = !fresh && !isBusy && !pending && failure === null
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => void run(), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, edits, run])
}
