import type { TableLayout } from '../../../../shared/domain/app/appData.ts'

const minPx = 48
const maxPx = 800

/** The width that a column can have, nearest to what was wanted; one that comes narrower may stay so. */
export const clampColumnWidth = (requestedPx: number, { width = minPx }: { width?: number } = {}): number =>
  Math.round(Math.max(Math.min(minPx, width), Math.min(maxPx, requestedPx)))

/** What a column says of itself, whichever kind of table draws it. */
export type ArrangeableColumn = {
  id: string
  /** Its name, in the header and where columns are chosen. */
  label: string
  /** Pixels, as it comes. */
  width: number
  numeric?: boolean
  /** Stays at the left while the others scroll, as it comes. */
  pinned?: boolean
  /** `name`: what rows are known by, which cannot be hidden. `mark`: ticks, which stand before all and are left as they are. */
  role?: 'name' | 'mark'
  hiddenAtFirst?: boolean
  /** Rows can be sorted by it, at first in this order. */
  sorts?: 'asc' | 'desc'
  /** Which columns of a copied or exported table say the same. */
  copies?: readonly string[]
}

type State = TableLayout['columns'][number]
type Placed<C> = { column: C; isNamed: boolean; state: State }
export type Sort = TableLayout['sort']

export const defaultLayout: TableLayout = { columns: [], othersHidden: false, sort: [] }
export const maxSorts = 5

const isHidden = ({ state }: Placed<unknown>): boolean => state.hidden

/**
 * All columns in their order, hidden ones among them, each with what holds for it. Those that the layout names stand in
 * its order where such columns stand; of columns that are not there it says nothing.
 */
export function layOutColumns<C extends ArrangeableColumn>(
  columns: readonly C[],
  layout: TableLayout,
): Placed<C>[] {
  const named = new Map(layout.columns.map((state) => [state.id, state]))
  const known = new Map(columns.map((column) => [column.id, column]))
  const order = [...named.keys()].flatMap((id) => known.get(id) ?? [])
  let next = 0
  return columns.map((own) => {
    const column = named.has(own.id) ? (order[next++] ?? own) : own
    const state = named.get(column.id)
    return { column, isNamed: state !== undefined, state: stateOf(column, state, layout) }
  })
}

function stateOf(column: ArrangeableColumn, named: State | undefined, { othersHidden }: TableLayout): State {
  const { id, role, pinned = false, hiddenAtFirst = false } = column
  const state = named ?? { id, pinned, hidden: hiddenAtFirst || othersHidden }
  return role ? { ...state, hidden: false } : state
}

/** The columns that are shown, in their order, as wide as they are wanted, with what is pinned first. */
export function arrangeColumns<C extends ArrangeableColumn>(columns: readonly C[], layout: TableLayout): C[] {
  const shown = layOutColumns(columns, layout).filter((one) => !isHidden(one))
  const isAnyPinned = shown.some(({ state, column }) => state.pinned && column.role !== 'mark')
  const arranged = shown.map(({ column, state }) => ({
    ...column,
    width: clampColumnWidth(state.width ?? column.width, column),
    pinned: column.role === 'mark' ? isAnyPinned : state.pinned,
  }))
  const rankOf = ({ role, pinned }: C) => (role === 'mark' ? 0 : pinned ? 1 : 2)
  return arranged.sort((a, b) => rankOf(a) - rankOf(b))
}

/** The layout that says this order; names no more columns than it has to. */
function toLayout<C extends ArrangeableColumn>(
  before: TableLayout,
  placed: readonly Placed<C>[],
  changed: ReadonlySet<string>,
): TableLayout {
  const columns = placed.flatMap(({ isNamed, state }) => (isNamed || changed.has(state.id) ? [state] : []))
  const known = new Set(placed.map(({ state }) => state.id))
  // Of columns that are not there now it is remembered what was wanted, each behind the one that it was behind.
  for (const [at, state] of before.columns.entries()) {
    if (known.has(state.id)) continue
    const previousId = before.columns[at - 1]?.id
    columns.splice(columns.findIndex(({ id }) => id === previousId) + 1, 0, state)
  }
  return { ...before, columns }
}

function withState<C extends ArrangeableColumn>(
  columns: readonly C[],
  layout: TableLayout,
  id: string,
  change: (state: State) => State,
): TableLayout {
  const placed = layOutColumns(columns, layout).map((one) =>
    one.state.id === id ? { ...one, state: change(one.state) } : one,
  )
  return toLayout(layout, placed, new Set([id]))
}

type Change<A extends unknown[]> = <C extends ArrangeableColumn>(
  columns: readonly C[],
  layout: TableLayout,
  id: string,
  ...args: A
) => TableLayout

export const withShown: Change<[shown: boolean]> = (columns, layout, id, shown) =>
  withState(columns, layout, id, (state) => ({ ...state, hidden: !shown }))

export const withPinned: Change<[pinned: boolean]> = (columns, layout, id, pinned) =>
  withState(columns, layout, id, (state) => ({ ...state, pinned }))

/** `width`: null for the column's own. */
export const withWidth: Change<[width: number | null]> = (columns, layout, id, width) =>
  withState(columns, layout, id, ({ width: _width, ...state }) =>
    width === null ? state : { ...state, width: clampColumnWidth(width) },
  )

/** The column in the place of another; those between them make room. */
export const withPosition: Change<[other: string]> = (columns, layout, id, other) => {
  const placed = layOutColumns(columns, layout)
  const from = placed.findIndex(({ state }) => state.id === id)
  const to = placed.findIndex(({ state }) => state.id === other)
  const moved = placed[from]
  if (!moved || to < 0 || from === to) return layout
  const between = placed.slice(Math.min(from, to), Math.max(from, to) + 1)
  const order = placed.toSpliced(from, 1).toSpliced(to, 0, moved)
  return toLayout(layout, order, new Set(between.map(({ state }) => state.id)))
}

/** One place to the left or to the right among the columns that are shown and, like it, pinned or not; at an end it stays. */
export const withStep: Change<[by: -1 | 1]> = (columns, layout, id, by) => {
  const shown = layOutColumns(columns, layout).filter(
    ({ column, state }) => !state.hidden && column.role !== 'mark',
  )
  const moved = shown.find(({ state }) => state.id === id)
  const neighbors = shown.filter(({ state }) => state.pinned === moved?.state.pinned)
  const other = neighbors[neighbors.findIndex(({ state }) => state.id === id) + by]
  return moved && other ? withPosition(columns, layout, id, other.state.id) : layout
}

/** Of the columns of one kind only these; columns of other kinds stay as they are. */
export function withOnly<C extends ArrangeableColumn & { kind?: string }>(
  columns: readonly C[],
  layout: TableLayout,
  ids: ReadonlySet<string>,
): TableLayout {
  const placed = layOutColumns(columns, layout)
  const kinds = new Set(placed.flatMap(({ column }) => (ids.has(column.id) ? [column.kind] : [])))
  const chosenColumns = placed.flatMap(({ column, state }) => {
    if (ids.has(column.id)) return [{ ...state, hidden: false }]
    return kinds.has(column.kind) || state.hidden || column.role ? [] : [state]
  })
  return { ...layout, columns: chosenColumns, othersHidden: true }
}

/**
 * What is sorted by after a click on a column: its own order at first, then the other one, then without it. `additional`:
 * beside the columns that sort already.
 */
export function nextSort(sort: Sort, { id, sorts = 'asc' }: ArrangeableColumn, additional: boolean): Sort {
  const before = additional || sort.length === 1 ? sort : []
  const order = before.find(({ column }) => column === id)?.order
  if (order === undefined)
    return [...(additional ? before : []), { column: id, order: sorts }].slice(0, maxSorts)
  if (order !== sorts) return before.filter(({ column }) => column !== id)
  const reversed = sorts === 'asc' ? 'desc' : 'asc'
  return before.map((one) => (one.column === id ? { ...one, order: reversed } : one))
}

/** Sorted by these; columns that are not there now are remembered behind them, as far as there is room. */
export function withSort(
  columns: readonly ArrangeableColumn[],
  layout: TableLayout,
  sort: Sort,
): TableLayout {
  const present = new Set(columns.map(({ id }) => id))
  const absent = layout.sort.filter(({ column }) => !present.has(column))
  return { ...layout, sort: [...sort, ...absent].slice(0, maxSorts) }
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

/** What a row is sorted by; null: it has no value. */
type Key = string | number | null

/** Rows in order; each column decides where those before it have equal values. What has no value stands last, either way; equal rows stay. */
export function sortRows<R>(rows: readonly R[], sort: Sort, keyOf: (row: R, column: string) => Key): R[] {
  const keyed = rows.map((row) => ({ row, keys: sort.map(({ column }) => keyOf(row, column)) }))
  const signs = sort.map(({ order }) => (order === 'asc' ? 1 : -1))
  keyed.sort((a, b) => {
    for (const [at, sign] of signs.entries()) {
      const order = compareKeys(a.keys[at] ?? null, b.keys[at] ?? null, sign)
      if (order !== 0) return order
    }
    return 0
  })
  return keyed.map(({ row }) => row)
}

export function compareKeys(a: Key, b: Key, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b || 0)
  return sign * byText.compare(String(a), String(b))
}

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
