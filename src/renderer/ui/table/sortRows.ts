import type { Sort } from './columns/columnLayout.ts'

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
