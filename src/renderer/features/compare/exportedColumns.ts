import type { TableLayout } from '../../../shared/domain/appData.ts'
import type { Comparison } from '../../../shared/domain/comparison.ts'
import type { ArrangeableColumn } from '../../ui/columnLayout.ts'
import { type ShownColumns, toShownColumns } from '../../ui/copiedColumns.ts'

/**
 * How an exported comparison follows the table: it has columns of other names than a copied one. Of more than two groups
 * it has lines for every two of them, whose means and counts are no column of the table, so those stay.
 */
export const exportedColumns = (
  columns: readonly ArrangeableColumn[],
  layout: TableLayout,
  { groups }: Pick<Comparison, 'groups'>,
): ShownColumns | null =>
  toShownColumns(
    columns.map((column) => ({ ...column, copies: exportsOf(column.id, groups.length === 2) })),
    layout,
  )

const letters = ['a', 'b']

function exportsOf(id: string, isOfTwo: boolean): string[] {
  const [kind, at] = id.split(' ')
  if (at !== undefined) return isOfTwo ? [`${kind}_${letters[Number(at)]}`] : []
  const exported: Record<string, string[]> = {
    effect: ['effect', 'effect_name'],
    statistic: ['statistic_name', 'statistic'],
    interval: ['ci_low', 'ci_high'],
    df: ['df', 'df2'],
    note: [],
  }
  return exported[id] ?? [id]
}
