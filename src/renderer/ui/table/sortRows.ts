import type { Sort } from './columns/columnLayout.ts'

type Key = string | number | null

/**
 * Sorts rows. Each column decides between rows that are equal in the columns before it. Missing values come last in
 * either order, and equal rows keep their order.
 */
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
