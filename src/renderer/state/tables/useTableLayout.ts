import { notifications } from '@mantine/notifications'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { createElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TableLayout, tableLayoutSchema } from '../../../shared/domain/app/appData.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall, useSetCached } from '../../client/useCall.ts'
import { type Arranging, defaultLayout, type Sort } from '../../ui/table/columns/columnLayout.ts'
import { TranslatedMessage } from '../../ui/text/TranslatedMessage.tsx'
import { createUndoOffer } from '../undo.tsx'

type Search = Record<string, unknown>

type Options = {
  /** What rows are sorted by as they come. */
  firstSort?: Sort
  /** The address of the screen says it too, so that links, Back and saved views do. */
  inUrl?: boolean
  /** What an address says in words of an earlier release, and under which names; these are written no more. */
  legacy?: { names: readonly string[]; read(search: Search): TableLayout | null }
}

/** `isKnown`: what is kept has come; until then a table would show itself as it comes for a moment. */
export type TableArranging = Arranging & { isKnown: boolean }

/**
 * How a person arranged a table. What the address says goes before what is kept; a change is written to both, so that a
 * saved view that is only looked at changes nothing.
 */
export function useTableLayout(table: string, options: Options = {}): TableArranging {
  const { firstSort, inUrl = false, legacy } = options
  const { t } = useTranslation('state')
  const search: Search = useSearch({ strict: false })
  const savedLayout = useCall('tables.layout', { table })
  const urlLayout = useMemo(
    () => (inUrl ? (parseLayout(search) ?? legacy?.read(search) ?? null) : null),
    [inUrl, search, legacy],
  )
  const layout = useStableLayout(urlLayout ?? savedLayout.data ?? defaultLayout)
  const saveLayout = useSaveLayout(table)
  const write = useWriteUrlLayout(legacy?.names)
  const latest = useRef(layout)
  useEffect(() => {
    latest.current = layout
  }, [layout])
  const set = useCallback(
    (next: TableLayout) => {
      latest.current = next
      saveLayout(next)
      if (inUrl) write(next)
    },
    [saveLayout, write, inUrl],
  )
  const change = useCallback(
    (next: TableLayout) => {
      const before = latest.current
      set(next)
      if (!isLargeChange(before, next)) return
      createUndoOffer()({
        message: t(next.othersHidden ? 'layout.only' : 'layout.reset'),
        label: t('saved.undo'),
        undo: async () => set(before),
      })
    },
    [set, t],
  )
  const isKnown = urlLayout !== null || savedLayout.data !== undefined || savedLayout.failure !== null
  return useMemo(
    () => ({ layout, change, isKnown, ...(firstSort && { firstSort }) }),
    [layout, change, isKnown, firstSort],
  )
}

/** The layout from before as long as the next one says the same, so that nothing is drawn anew for it. */
function useStableLayout(next: TableLayout): TableLayout {
  const [last, setLast] = useState({ next, same: next })
  if (last.next === next) return last.same
  const same = JSON.stringify(last.same) === JSON.stringify(next) ? last.same : next
  setLast({ next, same })
  return same
}

/** Much that a person did by hand is gone at once. */
const isLargeChange = (before: TableLayout, next: TableLayout): boolean =>
  (next === defaultLayout && before !== defaultLayout) || (next.othersHidden && !before.othersHidden)

/** Keeps the last of what is wanted; what is shown does not wait for the disk. */
function useSaveLayout(table: string): (layout: TableLayout) => void {
  const setCached = useSetCached()
  const layoutToSave = useRef<TableLayout | null>(null)
  const { run, failure } = useAction(async () => {
    for (let next = layoutToSave.current; ; next = layoutToSave.current) {
      await call('tables.arrange', { table, layout: next })
      if (next === layoutToSave.current) return
    }
  })
  useEffect(() => {
    if (failure)
      notifications.show({
        color: 'red',
        message: createElement(TranslatedMessage, { text: failure.message }),
      })
  }, [failure])
  return useCallback(
    (layout) => {
      layoutToSave.current = layout === defaultLayout ? null : layout
      setCached('tables.layout', { table }, layoutToSave.current)
      void run()
    },
    [table, run, setCached],
  )
}

function useWriteUrlLayout(legacy: readonly string[] = none): (layout: TableLayout) => void {
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
      const removedParams = Object.fromEntries(legacy.map((name) => [name, undefined]))
      const withLayout = (before: Search) => ({ ...before, ...removedParams, ...toLayoutSearch(layout) })
      void navigate({ to: history.location.pathname, search: withLayout as never, replace: true })
    },
    [navigate, history, legacy],
  )
}

const none: readonly string[] = []
/** As long as a saved address may be; a longer one leaves the columns out of it. */
const maxUrlLength = 15_000

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
  return { layout: JSON.stringify(layout).length > maxUrlLength ? undefined : layout }
}
