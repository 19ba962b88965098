import { useMemo } from 'react'
import type { TableLayout } from '../../../../shared/domain/app/appData.ts'
import type { Copied } from '../../../../shared/tables/copyTable.ts'
import type { ArrangeableColumn } from './columnLayout.ts'
import { createColumnTable } from './columnTable.ts'

const copiesOf = ({ id, copies = [id] }: ArrangeableColumn): readonly string[] => copies

/**
 * The arrangement of a table for files and the clipboard: the columns in `first` come first, those in `without` are
 * left out. Columns that the screen does not have stay.
 */
export type ShownColumns = { first: readonly string[]; without: readonly string[] }

/** Returns null for the default arrangement. */
export function toShownColumns(
  columns: readonly ArrangeableColumn[],
  layout: TableLayout,
): ShownColumns | null {
  const { ordered, visible } = createColumnTable(columns, { layout })
  const named = new Set(layout.columns.map(({ id }) => id))
  const shown = visible.map(({ column }) => column)
  const isMoved = shown.some(
    (column, at) => columns.indexOf(column) < columns.indexOf(shown[at - 1] ?? column),
  )
  const first = shown.flatMap(copiesOf)
  const without = ordered.flatMap(({ column, state }) =>
    !state.getIsVisible() && (named.has(column.id) || !column.hiddenAtFirst)
      ? copiesOf(column).filter((name) => !first.includes(name))
      : [],
  )
  return isMoved || without.length > 0 ? { first: isMoved ? first : [], without } : null
}

/** The same as a hook, which ignores the sort. `columns` must stay the same between renders. */
export function useShownColumns(columns: readonly ArrangeableColumn[], layout: TableLayout) {
  const key = JSON.stringify({ ...layout, sort: [] })
  return useMemo(() => toShownColumns(columns, JSON.parse(key)), [columns, key])
}

/** Returns the indexes of these names in the displayed order, without hidden ones. Names may repeat. */
function indexesOf(names: readonly string[], { first, without }: ShownColumns): number[] {
  const [indexes, removed] = [new Map<string, number[]>(), new Set(without)]
  for (const [index, name] of names.entries()) indexes.set(name, [...(indexes.get(name) ?? []), index])
  const all = [...first.flatMap((name) => indexes.get(name) ?? []), ...names.keys()]
  return [...new Set(all)].filter((index) => !removed.has(names[index] ?? ''))
}

/** Arranges a copied table as on the screen. The JSON keeps the complete records, because column names may repeat. */
export function arrangeCopied(copied: Copied, shown: ShownColumns | null): Copied {
  if (shown === null) return copied
  const indexes = indexesOf(copied.table.columns, shown)
  const columns = indexes.map((index) => copied.table.columns[index] ?? '')
  const rows = copied.table.rows.map((row) => indexes.map((index) => row[index] ?? null))
  return { ...copied, table: { ...copied.table, columns, rows } }
}
