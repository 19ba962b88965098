import type { Distance } from '../../../shared/domain/cohort.ts'
import { dot, type Matrix, rowOf } from './matrix.ts'
import { hasSpread, meanOf, squaresOf } from './values.ts'

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
  // Column after column, as R adds them: distances that are equal there are equal here, and tie alike.
  for (let at = 0; at < a.length; at += 1) squares += ((a[at] ?? 0) - (b[at] ?? 0)) ** 2
  if (!Number.isNaN(squares)) return Math.sqrt(squares)
  const [fromA, fromB] = bothHave(a, b)
  squares = 0
  for (let at = 0; at < fromA.length; at += 1) squares += ((fromA[at] ?? 0) - (fromB[at] ?? 0)) ** 2
  // Without a column that both have this is 0 / 0.
  return Math.sqrt(squares / (fromA.length / a.length))
}

/** Rows without gaps are standardized once; a pair with gaps has means and spread of its own. */
function correlationOf(rows: readonly Float64Array[]): Between {
  const standard = rows.map((row) => standardized(row))
  return (a, b, rowA, rowB) => {
    const r = dot(standard[rowA] ?? a, standard[rowB] ?? b)
    if (!Number.isNaN(r)) return 1 - clipped(r)
    const [fromA, fromB] = bothHave(a, b)
    return fromA.length === 0 ? Number.NaN : 1 - clipped(dot(standardized(fromA), standardized(fromB)))
  }
}

/** Within the rounding of its sum, r is ±1: rows that go exactly alike have a distance of 0, and tie. */
const clipped = (r: number): number => (Math.abs(r) > 1 - 8 * Number.EPSILON ? Math.sign(r) : r)

/** Deviations from the mean, their squares summing to 1; NaN where there is no spread or the squares overflow. */
function standardized(row: Float64Array): Float64Array {
  const mean = meanOf(row)
  const squares = squaresOf(row, mean)
  const length = row.length > 1 && hasSpread(row.length, mean, squares) ? Math.sqrt(squares) : Number.NaN
  return row.map((value) => (Number.isFinite(length) ? (value - mean) / length : Number.NaN))
}

function bothHave(a: Float64Array, b: Float64Array): [Float64Array, Float64Array] {
  const both = (_: number, at: number) => !Number.isNaN(a[at]) && !Number.isNaN(b[at])
  return [a.filter(both), b.filter(both)]
}
