import { upperChiSquare } from './pValues.ts'

/** The association of two categorical properties, from a table of counts: `counts[row][column]`. */
export type Association = {
  /** Cramér's V, corrected for bias (Bergsma 2013): 0 to 1; null if a property has only one value. */
  v: number | null
  /** Fisher's exact test (two-sided) of a 2 × 2 table, else Pearson's χ² without correction; null as `v`. */
  p: number | null
}

/** Returns the association of a table. Empty rows and columns are ignored. */
export function association(counts: readonly (readonly number[])[]): Association {
  const columnSums = (counts[0] ?? []).map((_, column) => sum(counts.map((row) => row[column] ?? 0)))
  const table = counts
    .filter((row) => sum(row) > 0)
    .map((row) => row.filter((_, column) => (columnSums[column] ?? 0) > 0))
  const [rows, columns] = [table.length, table[0]?.length ?? 0]
  if (rows < 2 || columns < 2) return { v: null, p: null }
  const n = sum(table.map(sum))
  const chiSquare = chiSquareOf(table, n)
  const df = (rows - 1) * (columns - 1)
  // In small tables V is above 0 by chance alone; the correction subtracts its expected value.
  const phi = Math.max(0, chiSquare / n - df / (n - 1))
  const least = Math.min(rows - (rows - 1) ** 2 / (n - 1), columns - (columns - 1) ** 2 / (n - 1)) - 1
  const p = rows === 2 && columns === 2 ? fisherP(table) : upperChiSquare(chiSquare, df)
  return { v: least > 0 ? Math.min(1, Math.sqrt(phi / least)) : 0, p }
}

function chiSquareOf(table: readonly (readonly number[])[], n: number): number {
  const columnSums = (table[0] ?? []).map((_, column) => sum(table.map((row) => row[column] ?? 0)))
  return sum(
    table.map((row) => {
      const rowSum = sum(row)
      return sum(
        row.map((count, column) => {
          const expected = (rowSum * (columnSums[column] ?? 0)) / n
          return (count - expected) ** 2 / expected
        }),
      )
    }),
  )
}

/** Returns p as R's `fisher.test`: the sum over all tables with these margins that are at most as likely. */
function fisherP([[a = 0, b = 0] = [], [c = 0, d = 0] = []]: readonly (readonly number[])[]): number {
  const [row, column, n] = [a + b, a + c, a + b + c + d]
  const logs = logFactorials(n)
  const at = (k: number): number => logs[k] ?? 0
  const logP = (k: number) =>
    at(row) +
    at(n - row) +
    at(column) +
    at(n - column) -
    at(n) -
    at(k) -
    at(row - k) -
    at(column - k) -
    at(n - row - column + k)
  const least = Math.max(0, row + column - n)
  const most = Math.min(row, column)
  const limit = logP(a) + 1e-7
  let p = 0
  for (let k = least; k <= most; k += 1) if (logP(k) <= limit) p += Math.exp(logP(k))
  return Math.min(1, p)
}

function logFactorials(n: number): Float64Array {
  const logs = new Float64Array(n + 1)
  for (let k = 2; k <= n; k += 1) logs[k] = (logs[k - 1] ?? 0) + Math.log(k)
  return logs
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
