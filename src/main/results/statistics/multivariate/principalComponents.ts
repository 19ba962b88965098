import { Matrix as Dense, EigenvalueDecomposition, SingularValueDecomposition } from 'ml-matrix'
import { createSeededRandom } from '../seededRandom.ts'
import { hasSpread, meanOf, squaresOf } from '../values.ts'
import { dot, type Matrix, rowOf, times, transposed } from './matrix.ts'

export type PrincipalComponents = {
  /** How many there are: at most what was requested, and none with less than 1e-9 of the first one's SD. */
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

type Vector = Float64Array<ArrayBuffer>
type Lanczos = { basis: Vector[]; diagonal: number[]; beside: number[] }

/**
 * Eigenvectors of the `most` largest eigenvalues of a symmetric, positive semidefinite matrix, the largest first, of
 * length 1. `times(vector)` is the matrix times a vector of `size`; `trace` the sum of its diagonal. Fewer where the
 * rest of the eigenvalues is 0. Lanczos (1950) with full reorthogonalization, which needs a few hundred products
 * where a whole decomposition would take size³ steps. Largest eigenvalues that are equal to the last digit, which
 * measured values do not have, are distinguished only where there are few different ones.
 */
export function largestEigenvectors(
  times: (vector: Float64Array) => Float64Array,
  size: number,
  most: number,
  trace: number,
): Float64Array[] {
  // The same numbers at every call, so that the same data give the same digits.
  const random = createSeededRandom(1)
  const work: Lanczos = { basis: [], diagonal: [], beside: [] }
  let next = independent(work.basis, size, random)
  for (let nextCheckSize = Math.min(size, 2 * most + 20), restarted = false; ; ) {
    work.basis.push(next)
    const product = Float64Array.from(times(next))
    work.diagonal.push(dot(product, next))
    const rest = takeOff(product, work.basis)
    // Nothing is left where the search has reached all that its start could lead to.
    const ended = rest <= trace * 1e-14
    work.beside.push(ended ? 0 : rest)
    if (work.basis.length === size || (ended && sumOf(work.diagonal) >= trace * (1 - 1e-12)))
      return solved(work, most).vectors
    if (work.basis.length === nextCheckSize) {
      const { vectors, exact } = solved(work, most)
      // A new start means that equal eigenvalues hide each other: then only the trace tells that all are found.
      if (exact && !restarted) return vectors
      nextCheckSize = Math.min(size, Math.ceil(nextCheckSize * 1.4))
    }
    restarted ||= ended
    next = ended ? independent(work.basis, size, random) : product.map((value) => value / rest)
  }
}

/** Makes a vector orthogonal to all of the basis, in place; gives the length that is left of it. */
function takeOff(vector: Vector, basis: readonly Vector[]): number {
  // Twice: after once, rounding leaves a rest that would grow.
  for (let round = 0; round < 2; round += 1)
    for (const one of basis) {
      const share = dot(vector, one)
      for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) - share * (one[at] ?? 0)
    }
  return Math.sqrt(dot(vector, vector))
}

function independent(basis: readonly Vector[], size: number, random: () => number): Vector {
  const vector = Float64Array.from({ length: size }, () => random() - 0.5)
  const length = takeOff(vector, basis)
  return vector.map((value) => value / length)
}

/** Eigenvectors as far as they are known, and whether they are exact to 1e-13 of the largest eigenvalue. */
function solved({ basis, diagonal, beside }: Lanczos, most: number) {
  const steps = basis.length
  const small = Dense.zeros(steps, steps)
  for (let at = 0; at < steps; at += 1) {
    small.set(at, at, diagonal[at] ?? 0)
    if (at + 1 < steps) small.set(at, at + 1, beside[at] ?? 0).set(at + 1, at, beside[at] ?? 0)
  }
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(small, { assumeSymmetric: true })
  // They come in ascending order.
  const columns = Array.from({ length: Math.min(most, steps) }, (_, at) => steps - 1 - at)
  const tolerance = 1e-13 * (realEigenvalues[steps - 1] ?? 0)
  const last = beside[steps - 1] ?? 0
  return {
    vectors: columns.map((column) => combined(basis, eigenvectorMatrix.getColumn(column))),
    exact: columns.every((column) => Math.abs(last * eigenvectorMatrix.get(steps - 1, column)) <= tolerance),
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

function combined(basis: readonly Vector[], weights: readonly number[]): Vector {
  const vector = new Float64Array(basis[0]?.length ?? 0)
  for (const [row, one] of basis.entries())
    for (let at = 0; at < vector.length; at += 1)
      vector[at] = (vector[at] ?? 0) + (weights[row] ?? 0) * (one[at] ?? 0)
  return vector
}
