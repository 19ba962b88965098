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
 * Creates a TanStack Table of the columns alone, with the layout as its state: each change of state becomes a new
 * layout. Rows stay outside, because they come by page or in tens of thousands.
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
  /** All columns in order, pinned ones first. */
  const ordered = [...table.getStartLeafColumns(), ...table.getCenterLeafColumns()].flatMap((columnState) => {
    const column = byId.get(columnState.id)
    return column ? [{ column, state: columnState }] : []
  })
  const visible = ordered.filter((one) => one.state.getIsVisible())
  return { table, columns, layout, change, state, sort: sortOf(columns, layout, firstSort), ordered, visible }
}

/** Moves a column to the place of another; the columns in between make room. */
export function moveColumn({ table }: ColumnTable, id: string, otherId: string): void {
  table.setColumnOrder((order) => {
    const [from, to] = [order.indexOf(id), order.indexOf(otherId)]
    return from < 0 || to < 0 ? order : order.toSpliced(from, 1).toSpliced(to, 0, id)
  })
}

/** Moves a column by one place among the visible columns that are pinned like it; it stops at the ends. */
export function stepColumn(columnTable: ColumnTable, id: string, by: -1 | 1): void {
  const isPinned = columnTable.table.getColumn(id)?.getIsPinned()
  const neighbors = columnTable.visible.filter(({ state }) => state.getIsPinned() === isPinned)
  const index = neighbors.findIndex(({ column }) => column.id === id)
  const neighbor = index < 0 ? undefined : neighbors[index + by]
  if (neighbor) moveColumn(columnTable, id, neighbor.column.id)
}

/** Shows only these columns of their kind and hides later ones; columns of other kinds stay as they are. */
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
 * Cycles a column through its default order, the reverse order and none. `additional`: adds it to the user's sort
 * columns; a default sort is replaced.
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

export type HeadColumn = ArrangeableColumn & {
  sorted?: 'asc' | 'desc' | false
  /** The position among several sort columns, from 1. */
  sortPosition?: number
  /** `additional`: adds to the current sort columns. */
  onSort?: (additional: boolean) => void
  /** Takes pixels; null resets to the default width. */
  onResize?: (width: number | null) => void
  onStep?: (by: -1 | 1) => void
  /** Called with the id of another column that is dropped here. */
  onDropped?: (id: string) => void
}

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
