import { useCallbackRef } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableLayout } from '../../../shared/domain/app/appData.ts'
import { call, useAction, useCall, useSetCached } from '../../client/call.ts'
import { type Arranging, defaultLayout, type Sort } from '../../ui/table/columns/columnLayout.ts'
import type { SearchParamsInput } from '../searchSchemas.ts'
import { useUndoOffers } from '../undo.tsx'
import { useFailureToast } from '../useFailureToast.ts'

type Options = {
  firstSort?: Sort
  /** Stores the layout in the address too, for links, Back and saved views. `layout`: the one in the address now. */
  url?: { layout: TableLayout | null | undefined; write(layout: TableLayout): void }
}

/** `isKnown`: the saved layout has loaded; before that the table would briefly show its default. */
export type TableArranging = Arranging & { isKnown: boolean }

/**
 * Returns the user's layout of a table. The one in the address takes precedence over the saved one. A change is written
 * to both, so that viewing a saved view changes nothing.
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

/** Returns the previous layout while the next one is equal, so that nothing renders again. */
function useStableLayout(next: TableLayout): TableLayout {
  const [last, setLast] = useState({ next, same: next })
  if (last.next === next) return last.same
  const same = JSON.stringify(last.same) === JSON.stringify(next) ? last.same : next
  setLast({ next, same })
  return same
}

/** True if the change discards much manual work. */
const isLargeChange = (before: TableLayout, next: TableLayout): boolean =>
  (next === defaultLayout && before !== defaultLayout) || (next.othersHidden && !before.othersHidden)

/** Saves the latest layout in the background, so that the table does not wait for the disk. */
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

/** The maximum length of the layout in an address; a longer one leaves the columns out. */
const maxUrlLength = 15_000

type LayoutParam = NonNullable<SearchParamsInput<'/study/$studyId/samples'>['layout']>

/** Converts a layout for an address, without default values. */
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
