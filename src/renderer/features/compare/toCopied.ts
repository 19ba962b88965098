import type { Comparison } from '../../../shared/domain/results/comparison.ts'
import type { Copied } from '../../../shared/format/copyTable.ts'
import { toCopied as toCopiedTable } from '../../../shared/tables/column.ts'
import { comparisonColumns, toLines } from '../../../shared/tables/comparison.ts'
import type { Request } from './request.ts'

/**
 * Returns a comparison for the clipboard: the rows of its exported table, with the replicate sets and degrees of
 * freedom of the noise estimate.
 */
export function toCopied(comparison: Comparison, request: Request): Copied {
  const { noise } = comparison
  return toCopiedTable(
    [
      ...comparisonColumns(comparison),
      { name: 'replicate_sets', of: () => noise?.sets ?? null },
      { name: 'noise_df', of: () => noise?.df ?? null },
    ],
    toLines(comparison),
    { request, ...comparison },
  )
}

/**
 * Returns the names of a column in copies and exports. Notes have columns of their own. With more than two groups,
 * the rows of each pair have their own means and counts, so those columns stay.
 */
export function copiesOf(id: string, { groups }: Pick<Comparison, 'groups'>): string[] {
  const [kind, at] = id.split(' ')
  if (at !== undefined) return groups.length === 2 ? [`${kind}_${['a', 'b'][Number(at)]}`] : []
  const copies: Record<string, string[]> = {
    effect: ['effect', 'effect_name'],
    statistic: ['statistic_name', 'statistic'],
    interval: ['ci_low', 'ci_high'],
    df: ['df', 'df2'],
    note: [],
  }
  return copies[id] ?? [id]
}
