import { useCallbackRef } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableLayout } from '../../../shared/domain/app/appData.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall, useSetCached } from '../../client/useCall.ts'
import { type Arranging, defaultLayout, type Sort } from '../../ui/table/columns/columnLayout.ts'
import type { SearchParamsInput } from '../searchSchemas.ts'
import { useUndoOffers } from '../undo.tsx'
import { useFailureToast } from '../useFailureToast.ts'

type Options = {
  /** What rows are sorted by as they come. */
  firstSort?: Sort
  /** The address of the screen says it too, so that links, Back and saved views do. `layout`: what it says now. */
  url?: { layout: TableLayout | null | undefined; write(layout: TableLayout): void }
}

/** `isKnown`: what is saved has come; until then a table would show itself as it comes for a moment. */
export type TableArranging = Arranging & { isKnown: boolean }

/**
 * How a person arranged a table. What the address says goes before what is saved; a change is written to both, so that a
 * saved view that is only looked at changes nothing.
 */
export function useTableLayout(table: string, options: Options = {}): TableArranging {
  const undoOffers = useUndoOffers()
  const { firstSort, url } = options
  const { t } = useTranslation('state')
  const savedLayout = useCall('tables.layout', { table })
  const urlLayout = url?.layout ?? null
  const layout = useStableLayout(urlLayout ?? savedLayout.data ?? defaultLayout)
  const saveLayout = useSaveLayout(table)
  const writeUrl = useCallbackRef((next: TableLayout) => url?.write(next))
  const latest = useRef(layout)
  useEffect(() => {
    latest.current = layout
  }, [layout])
  const set = useCallback(
    (next: TableLayout) => {
      latest.current = next
      saveLayout(next)
      writeUrl(next)
    },
    [saveLayout, writeUrl],
  )
  const change = useCallback(
    (next: TableLayout) => {
      const before = latest.current
      set(next)
      if (!isLargeChange(before, next)) return
      undoOffers.create()({
        message: t(next.othersHidden ? 'layout.only' : 'layout.reset'),
        label: t('saved.undo'),
        undo: async () => set(before),
      })
    },
    [set, t, undoOffers],
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
  useFailureToast(failure)
  return useCallback(
    (layout) => {
      layoutToSave.current = layout === defaultLayout ? null : layout
      setCached('tables.layout', { table }, layoutToSave.current)
      void run()
    },
    [table, run, setCached],
  )
}

/** As long as a saved address may be; a longer one leaves the columns out of it. */
const maxUrlLength = 15_000

type LayoutParam = NonNullable<SearchParamsInput<'/study/$studyId/samples'>['layout']>

/** The layout as an address says it, without what goes without saying. */
export function toLayoutSearch({ columns, othersHidden, sort }: TableLayout): {
  layout: LayoutParam | undefined
} {
  const layout: LayoutParam = {
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
