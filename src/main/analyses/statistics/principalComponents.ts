import { Matrix as Dense, SingularValueDecomposition } from 'ml-matrix'
import { largestEigenvectors } from './largestEigenvectors.ts'
import { dot, type Matrix, rowOf, times, transposed } from './matrix.ts'
import { hasSpread, meanOf, squaresOf } from './values.ts'

export type PrincipalComponents = {
  /** How many there are: at most what was asked for, and none with less than 1e-9 of the first one's SD. */
  components: number
  /** SD of the scores of each, as R's `sdev`, and its share of the whole variance. */
  sds: number[]
  shares: number[]
  /** `scores[row * components + component]`. */
  scores: Float64Array
  /** `loadings[column * components + component]`; the largest of each component is positive. */
  loadings: Float64Array
}

/**
 * Principal components of rows (samples) over columns, centred and, where `scaled`, brought to SD 1, as R's
 * `prcomp(matrix, scale. = scaled)` but for the signs. No NaN. A column without spread has loadings of 0.
 * null: below two rows; no spread at all; numbers so large that their squares overflow.
 */
export function principalComponents(
  matrix: Matrix,
  { scaled, most = 10 }: { scaled: boolean; most?: number },
): PrincipalComponents | null {
  if (matrix.rows < 2) return null
  const columns = transposed(matrix)
  for (let column = 0; column < matrix.columns; column += 1)
    if (!centre(rowOf(columns, column), scaled)) return null
  const rows = transposed(columns)
  const totalSquares = rows.values.reduce((sum, value) => sum + value * value, 0)
  if (!(totalSquares > 0) || !Number.isFinite(totalSquares)) return null
  const directions = mainDirections(rows, columns, Math.min(most, matrix.rows, matrix.columns), totalSquares)
  return toComponents(rows, directions, totalSquares)
}

/** Takes the mean off, in place; false where squares overflow. */
function centre(values: Float64Array, scaled: boolean): boolean {
  const mean = meanOf(values)
  const squares = squaresOf(values, mean)
  if (!Number.isFinite(squares)) return false
  const unit = scaled ? Math.sqrt(squares / (values.length - 1)) : 1
  const spread = hasSpread(values.length, mean, squares)
  for (const [at, value] of values.entries()) values[at] = spread ? (value - mean) / unit : 0
  return true
}

/** A whole decomposition takes this many steps at most; it is the more exact way, but grows with the cube. */
const maxSteps = 3e7

/** Directions of the largest spread, of length 1, the largest first. `columns` is `rows` transposed. */
function mainDirections(rows: Matrix, columns: Matrix, most: number, totalSquares: number): Float64Array[] {
  const smaller = rows.rows < rows.columns ? rows : columns
  const larger = smaller === rows ? columns : rows
  if (smaller.rows ** 2 * larger.rows <= maxSteps) return decomposed(rows, most)
  // A·Aᵀ of the smaller side has the same spread, and its directions lead to those of the columns.
  const square = (vector: Float64Array) => times(smaller, times(larger, vector))
  const found = largestEigenvectors(square, smaller.rows, most, totalSquares)
  return smaller === columns ? found : found.map((vector) => unitLength(times(columns, vector)))
}

function decomposed({ values, rows, columns }: Matrix, most: number): Float64Array[] {
  const dense = Dense.from1DArray(rows, columns, values)
  const options = { computeLeftSingularVectors: false, autoTranspose: true }
  const { rightSingularVectors } = new SingularValueDecomposition(dense, options)
  return Array.from({ length: most }, (_, at) => Float64Array.from(rightSingularVectors.getColumn(at)))
}

function unitLength(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => (length > 0 ? value / length : 0))
}

/** Spread along each direction, with the sign that makes its largest loading positive. */
function toComponents(rows: Matrix, directions: Float64Array[], totalSquares: number): PrincipalComponents {
  const found = directions.map((direction) => {
    const loadings = isTurned(direction) ? direction.map((value) => -value) : direction
    const scores = times(rows, loadings)
    return { loadings, scores, squares: dot(scores, scores) }
  })
  const first = found[0]?.squares ?? 0
  const retained = found.filter(({ squares }) => squares > first * 1e-18)
  const interleaved = (parts: Float64Array[], length: number) =>
    transposed({
      values: Float64Array.from(parts.flatMap((part) => [...part])),
      rows: parts.length,
      columns: length,
    }).values
  return {
    components: retained.length,
    sds: retained.map(({ squares }) => Math.sqrt(squares / (rows.rows - 1))),
    shares: retained.map(({ squares }) => squares / totalSquares),
    scores: interleaved(
      retained.map(({ scores }) => scores),
      rows.rows,
    ),
    loadings: interleaved(
      retained.map(({ loadings }) => loadings),
      rows.columns,
    ),
  }
}

/** Of loadings that are equal but for rounding, the first decides: the sign must not hang on the last digit. */
function isTurned(loadings: Float64Array): boolean {
  const largest = loadings.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return (loadings.find((value) => Math.abs(value) >= largest * (1 - 1e-9)) ?? 0) < 0
}
