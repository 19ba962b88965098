import type { TableLayout } from '../../../../shared/domain/app/appData.ts'

const minPx = 48
const maxPx = 800

/** Returns the width range of a column; one that is narrower by default may stay so. */
export const columnWidthRange = ({ width }: { width: number }) => ({
  minSize: Math.min(minPx, width),
  maxSize: maxPx,
})

export const clampColumnWidth = (requestedPx: number): number =>
  Math.round(Math.max(minPx, Math.min(maxPx, requestedPx)))

export type ArrangeableColumn = {
  id: string
  label: string
  /** The default width in pixels. */
  width: number
  numeric?: boolean
  /** True if it is pinned to the left by default. */
  pinned?: boolean
  /** Marks the column that names the rows, which cannot be hidden. */
  role?: 'name'
  /** The kind of column, if a table has several kinds. */
  kind?: string
  hiddenAtFirst?: boolean
  /** The default order of a sort by this column; unsortable if left out. */
  sorts?: 'asc' | 'desc'
  /** The columns of copied and exported tables with the same data. Default: the one that is named like the id. */
  copies?: readonly string[]
}

export type Sort = TableLayout['sort']

/** The layout of a table and its setter. `firstSort`: the default sort order. */
export type Arranging = { layout: TableLayout; change(layout: TableLayout): void; firstSort?: Sort }

/** The layout as a state of TanStack Table. */
export type ColumnState = {
  columnOrder: string[]
  columnPinning: { start: string[]; end: string[] }
  columnSizing: Record<string, number>
  columnVisibility: Record<string, boolean>
  sorting: { id: string; desc: boolean }[]
}

export const defaultLayout: TableLayout = { columns: [], othersHidden: false, sort: [] }
export const maxSorts = 5

const isHiddenByDefault = ({ role, hiddenAtFirst = false }: ArrangeableColumn, layout: TableLayout) =>
  !role && (hiddenAtFirst || layout.othersHidden)

/** Converts a layout. The columns it lists take each other's default places in the listed order. */
export function toColumnState(
  columns: readonly ArrangeableColumn[],
  layout: TableLayout,
  firstSort: Sort = [],
): ColumnState {
  const named = new Map(layout.columns.map((column) => [column.id, column]))
  const known = new Map(columns.map((column) => [column.id, column]))
  const namedOrder = [...named.keys()].filter((id) => known.has(id))
  let next = 0
  const order = columns.map(({ id }) => (named.has(id) ? (namedOrder[next++] ?? id) : id))
  const columnVisibility = Object.fromEntries(
    columns.map((column) => {
      const hidden = named.get(column.id)?.hidden ?? isHiddenByDefault(column, layout)
      return [column.id, !hidden || column.role !== undefined]
    }),
  )
  const pinned = order.filter((id) => named.get(id)?.pinned ?? known.get(id)?.pinned)
  return {
    columnOrder: order,
    columnPinning: { start: pinned, end: [] },
    columnSizing: Object.fromEntries(
      layout.columns.flatMap(({ id, width }) => (width === undefined ? [] : [[id, width]])),
    ),
    columnVisibility,
    sorting: [...sortOf(columns, layout, firstSort), ...absentSort(columns, layout)].map(
      ({ column, order: direction }) => ({ id: column, desc: direction === 'desc' }),
    ),
  }
}

/** Converts the state to a layout without its sort. The layout lists only columns that differ from their default. */
export function toLayout(
  columns: readonly ArrangeableColumn[],
  before: TableLayout,
  { columnOrder, columnPinning, columnSizing, columnVisibility }: ColumnState,
): TableLayout {
  const known = new Map(columns.map((column) => [column.id, column]))
  const namedBefore = new Set(before.columns.map(({ id }) => id))
  const pinnedIds = new Set(columnPinning.start)
  const named = columnOrder
    .flatMap((id) => known.get(id) ?? [])
    .flatMap((column, index): TableLayout['columns'] => {
      const { id } = column
      const [pinned, hidden, width] = [pinnedIds.has(id), columnVisibility[id] === false, columnSizing[id]]
      const isDefault =
        columns[index]?.id === id &&
        pinned === (column.pinned ?? false) &&
        hidden === isHiddenByDefault(column, before) &&
        width === undefined
      if (isDefault && !namedBefore.has(id)) return []
      return [{ id, hidden, pinned, ...(width !== undefined && { width: clampColumnWidth(width) }) }]
    })
  // Missing columns keep their state and follow the same column as before.
  for (const [index, state] of before.columns.entries()) {
    if (known.has(state.id)) continue
    const previousId = before.columns[index - 1]?.id
    named.splice(named.findIndex(({ id }) => id === previousId) + 1, 0, state)
  }
  return { ...before, columns: named }
}

/** Converts the sort order. Sort columns that are missing now follow the others, up to the maximum. */
export function toSort(columns: readonly ArrangeableColumn[], sorting: ColumnState['sorting']): Sort {
  const present = new Set(columns.map(({ id }) => id))
  const sort = sorting.map(({ id, desc }) => ({
    column: id,
    order: desc ? ('desc' as const) : ('asc' as const),
  }))
  const isPresent = ({ column }: Sort[number]) => present.has(column)
  return [...sort.filter(isPresent), ...sort.filter((one) => !isPresent(one))].slice(0, maxSorts)
}

/** Returns the user's sort order without missing columns, or the default if none is left. */
export function sortOf(
  columns: readonly ArrangeableColumn[],
  layout: TableLayout,
  defaultSort: Sort = [],
): Sort {
  const sortable = new Set(columns.flatMap(({ id, sorts }) => (sorts ? [id] : [])))
  const applicable = layout.sort.filter(({ column }) => sortable.has(column))
  return applicable.length > 0 ? applicable : defaultSort
}

function absentSort(columns: readonly ArrangeableColumn[], { sort }: TableLayout): Sort {
  const present = new Set(columns.map(({ id }) => id))
  return sort.filter(({ column }) => !present.has(column))
}
