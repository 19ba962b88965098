import { notifications } from '@mantine/notifications'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { createElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TableLayout, tableLayoutSchema } from '../../shared/domain/living.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { useCall, useKeep } from '../client/useCall.ts'
import { asItComes, type Sort } from '../ui/columnLayout.ts'
import { Said } from '../ui/Said.tsx'
import type { Arranging } from '../ui/useArrangedColumns.ts'
import { createUndoOffer } from './undo.tsx'

type Search = Record<string, unknown>

type Options = {
  /** What rows are sorted by as they come. */
  firstSort?: Sort
  /** The address of the screen says it too, so that links, Back and saved views do. */
  inAddress?: boolean
  /** What an address says in words of an earlier release, and under which names; these are written no more. */
  earlier?: { names: readonly string[]; read(search: Search): TableLayout | null }
}

/** `isKnown`: what is kept has come; until then a table would show itself as it comes for a moment. */
export type TableArranging = Arranging & { isKnown: boolean }

/**
 * How a person arranged a table. What the address says goes before what is kept; a change is written to both, so that a
 * saved view that is only looked at changes nothing.
 */
export function useTableLayout(table: string, options: Options = {}): TableArranging {
  const { firstSort, inAddress = false, earlier } = options
  const { t } = useTranslation('state')
  const search: Search = useSearch({ strict: false })
  const kept = useCall('tables.layout', { table })
  const said = useMemo(
    () => (inAddress ? (parseLayout(search) ?? earlier?.read(search) ?? null) : null),
    [inAddress, search, earlier],
  )
  const layout = useSame(said ?? kept.data ?? asItComes)
  const keep = useKeptLayout(table)
  const write = useWriteLayout(earlier?.names)
  const latest = useRef(layout)
  useEffect(() => {
    latest.current = layout
  }, [layout])
  const set = useCallback(
    (next: TableLayout) => {
      latest.current = next
      keep(next)
      if (inAddress) write(next)
    },
    [keep, write, inAddress],
  )
  const change = useCallback(
    (next: TableLayout) => {
      const before = latest.current
      set(next)
      if (!isSweeping(before, next)) return
      createUndoOffer()({
        said: t(next.othersHidden ? 'layout.only' : 'layout.reset'),
        label: t('saved.undo'),
        undo: async () => set(before),
      })
    },
    [set, t],
  )
  const isKnown = said !== null || kept.data !== undefined || kept.failure !== null
  return useMemo(
    () => ({ layout, change, isKnown, ...(firstSort && { firstSort }) }),
    [layout, change, isKnown, firstSort],
  )
}

/** The layout from before as long as the next one says the same, so that nothing is drawn anew for it. */
function useSame(next: TableLayout): TableLayout {
  const [kept, setKept] = useState({ next, same: next })
  if (kept.next === next) return kept.same
  const same = JSON.stringify(kept.same) === JSON.stringify(next) ? kept.same : next
  setKept({ next, same })
  return same
}

/** Much that a person did by hand is gone at once. */
const isSweeping = (before: TableLayout, next: TableLayout): boolean =>
  (next === asItComes && before !== asItComes) || (next.othersHidden && !before.othersHidden)

/** Keeps the last of what is wanted; what is shown does not wait for the disk. */
function useKeptLayout(table: string): (layout: TableLayout) => void {
  const put = useKeep()
  const wanted = useRef<TableLayout | null>(null)
  const { run, failure } = useAction(async () => {
    for (let next = wanted.current; ; next = wanted.current) {
      await call('tables.arrange', { table, layout: next })
      if (next === wanted.current) return
    }
  })
  useEffect(() => {
    if (failure) notifications.show({ color: 'red', message: createElement(Said, { text: failure.message }) })
  }, [failure])
  return useCallback(
    (layout) => {
      wanted.current = layout === asItComes ? null : layout
      put('tables.layout', { table }, wanted.current)
      void run()
    },
    [table, run, put],
  )
}

function useWriteLayout(earlier: readonly string[] = none): (layout: TableLayout) => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(
    (layout) => {
      // Undone from another screen: the address in front is that of another table.
      if (!isShown.current) return
      const gone = Object.fromEntries(earlier.map((name) => [name, undefined]))
      const written = (before: Search) => ({ ...before, ...gone, ...toLayoutSearch(layout) })
      void navigate({ to: history.location.pathname, search: written as never, replace: true })
    },
    [navigate, history, earlier],
  )
}

const none: readonly string[] = []
/** As long as a saved address may be; a longer one leaves the columns out of it. */
const mostInAddress = 15_000

/** The layout that an address says; null where it says none that can be read. */
const parseLayout = ({ layout }: Search): TableLayout | null =>
  tableLayoutSchema.safeParse(layout).data ?? null

/** The layout as an address says it, without what goes without saying. */
export function toLayoutSearch({ columns, othersHidden, sort }: TableLayout): { layout: object | undefined } {
  const layout = {
    ...(columns.length > 0 && {
      columns: columns.map(({ hidden, pinned, ...rest }) => ({
        ...rest,
        ...(hidden && { hidden }),
        ...(pinned && { pinned }),
      })),
    }),
    ...(othersHidden && { othersHidden }),
    ...(sort.length > 0 && { sort }),
  }
  return { layout: JSON.stringify(layout).length > mostInAddress ? undefined : layout }
}
