import type { TableLayout } from '../../../../shared/domain/app/appData.ts'

const minPx = 48
const maxPx = 800

/** The widths that a column can have; one that is narrower by default may stay so. */
export const columnWidthRange = ({ width }: { width: number }) => ({
  minSize: Math.min(minPx, width),
  maxSize: maxPx,
})

/** The nearest width that a person can give to a column. */
export const clampColumnWidth = (requestedPx: number): number =>
  Math.round(Math.max(minPx, Math.min(maxPx, requestedPx)))

/** What a column says of itself, whichever kind of table draws it. */
export type ArrangeableColumn = {
  id: string
  /** Its name, in the header and where columns are chosen. */
  label: string
  /** Pixels, by default. */
  width: number
  numeric?: boolean
  /** Stays at the left while the others scroll, by default. */
  pinned?: boolean
  /** What rows are known by, which cannot be hidden. */
  role?: 'name'
  /** What sort of column it is, where a table has several. */
  kind?: string
  hiddenAtFirst?: boolean
  /** Rows can be sorted by it, at first in this order. */
  sorts?: 'asc' | 'desc'
  /** Which columns of a copied or exported table say the same. */
  copies?: readonly string[]
}

export type Sort = TableLayout['sort']

/** How a table is arranged, and the way to change it. `firstSort`: what it is sorted by as it comes. */
export type Arranging = { layout: TableLayout; change(layout: TableLayout): void; firstSort?: Sort }

/** The state of TanStack Table that a layout stands for. */
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

/**
 * The columns that a layout names stand in its order where such columns stand by default; of columns that are not there
 * it says nothing.
 */
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

/** The layout that stands for this state, but for sorting; it names no more columns than it has to. */
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
  // Columns that are not there now keep their state, each behind the one that it was behind.
  for (const [index, state] of before.columns.entries()) {
    if (known.has(state.id)) continue
    const previousId = before.columns[index - 1]?.id
    named.splice(named.findIndex(({ id }) => id === previousId) + 1, 0, state)
  }
  return { ...before, columns: named }
}

/** The order of rows that stands for this state; columns that are not there now stay behind the others, as far as there is room. */
export function toSort(columns: readonly ArrangeableColumn[], sorting: ColumnState['sorting']): Sort {
  const present = new Set(columns.map(({ id }) => id))
  const sort = sorting.map(({ id, desc }) => ({
    column: id,
    order: desc ? ('desc' as const) : ('asc' as const),
  }))
  const isPresent = ({ column }: Sort[number]) => present.has(column)
  return [...sort.filter(isPresent), ...sort.filter((one) => !isPresent(one))].slice(0, maxSorts)
}

/** What a table is sorted by: as a person wants it, as far as there are such columns; else as it comes. */
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
