import { useMemo } from 'react'
import type { TableLayout } from '../../../../shared/domain/app/appData.ts'
import {
  type ArrangeableColumn,
  arrangeColumns,
  nextSort,
  type Sort,
  sortOf,
  withPosition,
  withSort,
  withStep,
  withWidth,
} from './columnLayout.ts'

/** How a table is arranged, and the way to change it. `firstSort`: what it is sorted by as it comes. */
export type Arranging = { layout: TableLayout; change(layout: TableLayout): void; firstSort?: Sort }

/** What the header of a column shows and does. */
export type HeadColumn = ArrangeableColumn & {
  sorted?: 'asc' | 'desc' | false
  /** Where several columns sort: which of them this is, from 1. */
  sortPosition?: number
  /** `additional`: beside those that sort already. */
  onSort?: (additional: boolean) => void
  /** Takes pixels; null: as wide as it comes. */
  onResize?: (width: number | null) => void
  onStep?: (by: -1 | 1) => void
  /** Another column, by its id, is let go here. */
  onDropped?: (id: string) => void
}

/** The columns as they are arranged, each with what its header can do. */
export function useArrangedColumns<C extends ArrangeableColumn>(
  columns: readonly C[],
  { layout, change, firstSort }: Arranging,
): (C & HeadColumn)[] {
  return useMemo(() => {
    const sort = sortOf(columns, layout, firstSort)
    return arrangeColumns(columns, layout).map((column) => {
      if (column.role === 'mark') return column
      const { id, sorts } = column
      const at = sort.findIndex((one) => one.column === id)
      return {
        ...column,
        sorted: sort[at]?.order ?? false,
        ...(at >= 0 && sort.length > 1 ? { sortPosition: at + 1 } : {}),
        ...(sorts && {
          onSort: (additional: boolean) => {
            // What a table is sorted by as it comes is no wish of a person, to which another is added.
            const before = additional ? sortOf(columns, layout) : sort
            const next = nextSort(before, column, additional)
            change(additional ? withSort(columns, layout, next) : { ...layout, sort: next })
          },
        }),
        onResize: (width: number | null) => change(withWidth(columns, layout, id, width)),
        onStep: (by: -1 | 1) => change(withStep(columns, layout, id, by)),
        onDropped: (dropped: string) => change(withPosition(columns, layout, dropped, id)),
      }
    })
  }, [columns, layout, change, firstSort])
}
