import type { ComparisonRow } from '../../../shared/domain/comparison.ts'
import type { Sort } from '../../ui/columnLayout.ts'

export const firstSort: Sort = [{ column: 'p', order: 'asc' }]

/** What a column is sorted by. `mean 0`: the mean of the first group. */
export function keyOf(row: ComparisonRow, by: string): number | string | null {
  if (by === 'pathway') return row.pathway
  const [kind, at] = by.split(' ')
  if (kind === 'n') return row.groups[Number(at)]?.n ?? null
  if (kind === 'mean') return row.groups[Number(at)]?.mean ?? null
  const keys: Record<string, number | null> = {
    difference: row.difference,
    effect: row.effect,
    statistic: row.statistic,
    p: row.p,
    q: row.q,
    pairs: row.pairs,
  }
  return keys[by] ?? null
}
