import type { Problem } from '../../../shared/domain/importing.ts'
import { warning } from './finding.ts'

/** Fewer rows say nothing about how long the numbers of a column usually are. */
const leastRows = 20
/** Shorter numbers are mostly counters, which grow by themselves. */
const leastDigits = 5
const leastShare = 0.8

/**
 * Watches a column of names for numbers that have lost their leading zeros: nearly all are digits of one length,
 * a few are shorter, and none begins with a zero. Counters (99, 100, 101) are told apart by being in order.
 */
export function createZeroWatch(column: string) {
  const lengths = new Map<number, { count: number; row: number; value: string }>()
  let others = false
  let ascending = true
  let last = -1
  return {
    see(row: number, value: string): void {
      if (value === '') return
      if (!/^[1-9]\d*$/.test(value)) {
        others = true
        return
      }
      const entry = lengths.get(value.length) ?? { count: 0, row, value }
      lengths.set(value.length, { ...entry, count: entry.count + 1 })
      ascending &&= Number(value) >= last
      last = Number(value)
    },
    findings(): Problem[] {
      const total = [...lengths.values()].reduce((sum, { count }) => sum + count, 0)
      if (others || ascending || total < leastRows) return []
      const [usual, most] = [...lengths].sort(([, a], [, b]) => b.count - a.count)[0] ?? [0, { count: 0 }]
      const shorter = [...lengths].filter(([length]) => length < usual).sort(([, a], [, b]) => a.row - b.row)
      const first = shorter[0]?.[1]
      if (!first || usual < leastDigits || most.count < total * leastShare) return []
      const message =
        `Most names in this column have ${usual} digits, “${first.value}” and perhaps others have fewer. A spreadsheet ` +
        'may have removed leading zeros. Check them; they are sent as they stand.'
      return [{ row: first.row, column, value: first.value, ...warning('lost-zeros', message) }]
    },
  }
}
