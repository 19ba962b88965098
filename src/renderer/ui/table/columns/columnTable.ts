import {
  type Column,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  constructTable,
  functionalUpdate,
  rowSortingFeature,
  tableFeatures,
  type Updater,
} from '@tanstack/table-core'
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings'
import { useMemo } from 'react'
import {
  type ArrangeableColumn,
  type Arranging,
  type ColumnState,
  columnWidthRange,
  sortOf,
  toColumnState,
  toLayout,
  toSort,
} from './columnLayout.ts'

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
})

export type TableColumnState = Column<typeof features, Record<string, unknown>>
export type ColumnTable = ReturnType<typeof createColumnTable<ArrangeableColumn>>

/**
 * TanStack Table over the columns alone, with the layout as its state: each change of its state is a new layout. Rows stay
 * outside, since they come by page or by the ten thousand.
 */
export function createColumnTable<C extends ArrangeableColumn>(
  columns: readonly C[],
  { layout, change = () => {}, firstSort }: Partial<Arranging> & Pick<Arranging, 'layout'>,
) {
  const state = toColumnState(columns, layout, firstSort)
  const changeState =
    <K extends keyof ColumnState>(key: K) =>
    (updater: Updater<ColumnState[K]>) => {
      const next = functionalUpdate(updater, state[key])
      if (next !== state[key]) change(toLayout(columns, layout, { ...state, [key]: next }))
    }
  const table = constructTable<typeof features, Record<string, unknown>>({
    features,
    columns: columns.map((column) => ({
      id: column.id,
      size: column.width,
      ...columnWidthRange(column),
      enableHiding: column.role === undefined,
      enableMultiSort: true,
      sortDescFirst: column.sorts === 'desc',
    })),
    data: [],
    state,
    onColumnOrderChange: changeState('columnOrder'),
    onColumnPinningChange: changeState('columnPinning'),
    onColumnSizingChange: changeState('columnSizing'),
    onColumnVisibilityChange: changeState('columnVisibility'),
    onSortingChange: (updater) =>
      change({ ...layout, sort: toSort(columns, functionalUpdate(updater, state.sorting)) }),
  })
  const byId = new Map(columns.map((column) => [column.id, column]))
  /** In the order in which they stand, pinned ones first. */
  const ordered = [...table.getStartLeafColumns(), ...table.getCenterLeafColumns()].flatMap((columnState) => {
    const column = byId.get(columnState.id)
    return column ? [{ column, state: columnState }] : []
  })
  const visible = ordered.filter((one) => one.state.getIsVisible())
  return {
    table,
    columns,
    layout,
    change,
    state,
    sort: sortOf(columns, layout, firstSort),
    ordered,
    visible,
  }
}

/** Puts a column in the place of another; those between them make room. */
export function moveColumn({ table }: ColumnTable, id: string, otherId: string): void {
  table.setColumnOrder((order) => {
    const [from, to] = [order.indexOf(id), order.indexOf(otherId)]
    return from < 0 || to < 0 ? order : order.toSpliced(from, 1).toSpliced(to, 0, id)
  })
}

/** Moves a column by one place among those that are shown and, like it, pinned or not; at an end it stays. */
export function stepColumn(columnTable: ColumnTable, id: string, by: -1 | 1): void {
  const isPinned = columnTable.table.getColumn(id)?.getIsPinned()
  const neighbors = columnTable.visible.filter(({ state }) => state.getIsPinned() === isPinned)
  const index = neighbors.findIndex(({ column }) => column.id === id)
  const neighbor = index < 0 ? undefined : neighbors[index + by]
  if (neighbor) moveColumn(columnTable, id, neighbor.column.id)
}

/** Of the columns of one kind shows only these; columns of other kinds stay as they are, and those to come stay hidden. */
export function showOnlyColumns(
  { columns, layout, change, state }: ColumnTable,
  ids: ReadonlySet<string>,
): void {
  const kinds = new Set(columns.flatMap(({ id, kind }) => (ids.has(id) ? [kind] : [])))
  const hidden = columns.filter(({ id, role, kind }) => !ids.has(id) && !role && kinds.has(kind))
  const columnVisibility = {
    ...state.columnVisibility,
    ...Object.fromEntries([...ids].map((id) => [id, true])),
    ...Object.fromEntries(hidden.map(({ id }) => [id, false])),
  }
  change(toLayout(columns, { ...layout, columns: [], othersHidden: true }, { ...state, columnVisibility }))
}

/**
 * Sorts by a column in its own order, then in the other, then not by it. `additional`: beside the columns that sort
 * already; the default sort is not among these.
 */
export function toggleColumnSort(
  { table, columns, layout, state, sort }: ColumnTable,
  id: string,
  additional: boolean,
): void {
  const column = table.getColumn(id)
  if (!column) return
  const first = { id, desc: column.getFirstSortDir() === 'desc' }
  const isDefaultSort = sortOf(columns, layout).length === 0
  if (additional && isDefaultSort) table.setSorting([first, ...state.sorting.slice(sort.length)])
  else if (!additional && sort.length > 1) table.setSorting([first])
  else column.toggleSorting(undefined, additional)
}

/** What the header of a column shows and does. */
export type HeadColumn = ArrangeableColumn & {
  sorted?: 'asc' | 'desc' | false
  /** Where several columns sort: which of them this is, from 1. */
  sortPosition?: number
  /** `additional`: beside those that sort already. */
  onSort?: (additional: boolean) => void
  /** Takes pixels; null: the default width. */
  onResize?: (width: number | null) => void
  onStep?: (by: -1 | 1) => void
  /** Another column, by its id, is let go here. */
  onDropped?: (id: string) => void
}

/** The columns that are shown, each with what its header can do. */
export function headColumns<C extends ArrangeableColumn>(
  columns: readonly C[],
  arranging: Arranging,
): (C & HeadColumn)[] {
  const columnTable = createColumnTable(columns, arranging)
  return columnTable.visible.map(({ column, state }) => toHeadColumn(column, state, columnTable))
}

export function useHeadColumns<C extends ArrangeableColumn>(columns: readonly C[], arranging: Arranging) {
  const { layout, change, firstSort } = arranging
  return useMemo(
    () => headColumns(columns, { layout, change, ...(firstSort && { firstSort }) }),
    [columns, layout, change, firstSort],
  )
}

function toHeadColumn<C extends ArrangeableColumn>(
  column: C,
  state: TableColumnState,
  columnTable: ColumnTable,
): C & HeadColumn {
  const { table, sort } = columnTable
  const { id, sorts } = column
  const placed = { ...column, width: state.getSize(), pinned: state.getIsPinned() === 'start' }
  const sorted = state.getSortIndex() < sort.length && state.getIsSorted()
  return {
    ...placed,
    sorted,
    ...(sorted && sort.length > 1 && { sortPosition: state.getSortIndex() + 1 }),
    ...(sorts && { onSort: (additional: boolean) => toggleColumnSort(columnTable, id, additional) }),
    onResize: (width: number | null) =>
      width === null ? state.resetSize() : table.setColumnSizing((sizing) => ({ ...sizing, [id]: width })),
    onStep: (by: -1 | 1) => stepColumn(columnTable, id, by),
    onDropped: (dropped: string) => moveColumn(columnTable, dropped, id),
  }
}
