import type { Comparison, ComparisonRow } from '../../../shared/domain/comparison.ts'

export type Sorting = { by: string; order: 'asc' | 'desc' }
export const firstSorting: Sorting = { by: 'p', order: 'asc' }

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** What a column is sorted by. `mean 0`: the mean of the first group. */
function keyOf(row: ComparisonRow, by: string): number | null {
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

/** Rows in the order of a column; those without a value last in both directions, equal ones as main gave them. */
export function sortRows(rows: Comparison['rows'], { by, order }: Sorting): ComparisonRow[] {
  const sign = order === 'asc' ? 1 : -1
  if (by === 'pathway') return rows.toSorted((a, b) => sign * byName.compare(a.pathway, b.pathway))
  return rows.toSorted((a, b) => {
    const [of, other] = [keyOf(a, by), keyOf(b, by)]
    if (of === null || other === null) return Number(of === null) - Number(other === null)
    return sign * (of - other)
  })
}

export const turned = (sorting: Sorting, by: string): Sorting => ({
  by,
  order: sorting.by === by && sorting.order === 'asc' ? 'desc' : 'asc',
})
