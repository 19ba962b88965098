import type { Distance } from '../../../shared/domain/cohort.ts'
import { dot, type Matrix, rowOf } from './matrix.ts'
import { hasSpread } from './values.ts'

/**
 * Distances of all rows from each other; NaN in a row means missing, and what two rows do not both have does not count.
 * - euclidean, as R's `dist`: the sum of squares is scaled up by the share of columns that both have.
 * - correlation: 1 − Pearson's r, as R's `1 - cor(use = 'pairwise.complete.obs')`.
 * Rows × rows, symmetric, 0 in the diagonal. NaN where no distance can be told: nothing in common, for correlation a
 * row without spread, and numbers so large that their squares overflow.
 */
export function distancesOf(matrix: Matrix, distance: Distance): Float64Array {
  const rows = Array.from({ length: matrix.rows }, (_, row) => rowOf(matrix, row))
  const between = distance === 'euclidean' ? euclidean : correlationOf(rows)
  const distances = new Float64Array(matrix.rows * matrix.rows)
  for (const [one, a] of rows.entries())
    for (let other = one + 1; other < matrix.rows; other += 1) {
      const value = between(a, rows[other] ?? a, one, other)
      distances[one * matrix.rows + other] = Number.isFinite(value) ? value : Number.NaN
      distances[other * matrix.rows + one] = distances[one * matrix.rows + other] ?? Number.NaN
    }
  return distances
}

type Between = (a: Float64Array, b: Float64Array, rowA: number, rowB: number) => number

const euclidean: Between = (a, b) => {
  let squares = 0
  let both = 0
  // Column after column, as R adds them: distances that are equal there are equal here, and tie alike.
  for (let at = 0; at < a.length; at += 1) {
    const by = (a[at] ?? 0) - (b[at] ?? 0)
    if (Number.isNaN(by)) continue
    squares += by * by
    both += 1
  }
  // Without a column that both have this is 0 / 0.
  return Math.sqrt(squares / (both / a.length))
}

/** Rows without gaps are standardized once; a pair with gaps has means and spread of its own. */
function correlationOf(rows: readonly Float64Array[]): Between {
  const standard = rows.map((row) => standardize(row.slice(), row.length))
  const columns = rows[0]?.length ?? 0
  const buffers: [Float64Array, Float64Array] = [new Float64Array(columns), new Float64Array(columns)]
  return (a, b, rowA, rowB) => {
    const r = dot(standard[rowA] ?? a, standard[rowB] ?? b)
    return 1 - clipped(Number.isNaN(r) ? correlationOfBoth(a, b, buffers) : r)
  }
}

/** Pearson's r of the columns that both have, which are copied to `buffers`: hundreds of thousands of pairs share it. */
function correlationOfBoth(a: Float64Array, b: Float64Array, [x, y]: [Float64Array, Float64Array]): number {
  let both = 0
  for (let at = 0; at < a.length; at += 1) {
    const [one, other] = [a[at] ?? 0, b[at] ?? 0]
    if (Number.isNaN(one) || Number.isNaN(other)) continue
    x[both] = one
    y[both] = other
    both += 1
  }
  standardize(x, both)
  standardize(y, both)
  let r = both === 0 ? Number.NaN : 0
  for (let at = 0; at < both; at += 1) r += (x[at] ?? 0) * (y[at] ?? 0)
  return r
}

/** Within the rounding of its sum, r is ±1: rows that go exactly alike have a distance of 0, and tie. */
const clipped = (r: number): number => (Math.abs(r) > 1 - 8 * Number.EPSILON ? Math.sign(r) : r)

/**
 * The first `n` values in place as deviations from their mean, the squares of which sum to 1; NaN where there is no
 * spread or the squares overflow. The mean in two passes, that of equal values then is the value to its last digit.
 */
function standardize(values: Float64Array, n: number): Float64Array {
  let sum = 0
  for (let at = 0; at < n; at += 1) sum += values[at] ?? 0
  const near = sum / n
  let rest = 0
  for (let at = 0; at < n; at += 1) rest += (values[at] ?? 0) - near
  const mean = near + rest / n
  let squares = 0
  for (let at = 0; at < n; at += 1) squares += ((values[at] ?? 0) - mean) ** 2
  const length = n > 1 && hasSpread(n, mean, squares) ? Math.sqrt(squares) : Number.NaN
  const by = Number.isFinite(length) ? length : Number.NaN
  for (let at = 0; at < n; at += 1) values[at] = ((values[at] ?? 0) - mean) / by
  return values
}
