import type { Comparison } from '../../../shared/domain/results/comparison.ts'
import { toCopied as toCopiedTable } from '../../../shared/tables/column.ts'
import { comparisonColumns, toLines } from '../../../shared/tables/comparison.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
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
