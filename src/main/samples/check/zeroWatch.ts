import { type ColumnWatch, warning } from './finding.ts'

/** Fewer rows say nothing about how long the numbers of a column usually are. */
const minRows = 20
/** Shorter numbers are mostly counters, which grow by themselves. */
const minDigits = 5
const minShare = 0.8
const number = /^[1-9]\d*$/

type Length = { digits: number; count: number; row: number; value: string }

/**
 * Watches a column of names for numbers that have lost their leading zeros: nearly all are digits of one length,
 * a few are shorter, and none begins with a zero. Counters (99, 100, 101) are told apart by being in order.
 */
export function createZeroWatch(column: string): ColumnWatch {
  const lengths = new Map<number, Length>()
  let others = false
  let ascending = true
  let last = -1
  return {
    observe(row, cell) {
      const value = cell.trim()
      if (value === '') return true
      if (!number.test(value)) {
        others = true
        return false
      }
      const length = lengths.get(value.length)
      if (length) length.count += 1
      else lengths.set(value.length, { digits: value.length, count: 1, row, value })
      ascending &&= Number(value) >= last
      last = Number(value)
      return true
    },
    findings() {
      const seen = [...lengths.values()]
      const total = seen.reduce((sum, { count }) => sum + count, 0)
      if (others || ascending || total < minRows) return []
      const usual = seen.sort((a, b) => b.count - a.count)[0]
      if (!usual || usual.digits < minDigits || usual.count < total * minShare) return []
      const first = seen.filter(({ digits }) => digits < usual.digits).sort((a, b) => a.row - b.row)[0]
      if (!first) return []
      const message =
        `Most names in this column have ${usual.digits} digits, “${first.value}” and perhaps others have fewer. A spreadsheet ` +
        'may have removed leading zeros. Check them; they are sent as they stand.'
      return [{ row: first.row, column, value: first.value, ...warning('lost-zeros', message) }]
    },
  }
}
