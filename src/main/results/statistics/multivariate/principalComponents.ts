import { Matrix as Dense, EigenvalueDecomposition, SingularValueDecomposition } from 'ml-matrix'
import { createSeededRandom } from '../seededRandom.ts'
import { hasSpread, meanOf, squaresOf } from '../values.ts'
import { dot, type Matrix, rowOf, times, transposed } from './matrix.ts'

export type PrincipalComponents = {
  /** The number of components: at most as many as requested, without those below 1e-9 of the first one's SD. */
  components: number
  /** The SD of each component's scores, as R's `sdev`, and its share of the total variance. */
  sds: number[]
  shares: number[]
  /** `scores[row * components + component]`. */
  scores: Float64Array
  /** `loadings[column * components + component]`; the largest of each component is positive. */
  loadings: Float64Array
}

/**
 * Returns the principal components of rows (samples) over columns, centered and, if `scaled`, scaled to SD 1, as R's
 * `prcomp(matrix, scale. = scaled)` except for the signs. Without NaN. A column without spread has loadings of 0.
 * Returns null below two rows, without any spread, and for squares that overflow.
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

/** Centers the values in place, and scales them if requested. Returns false if squares overflow. */
function centre(values: Float64Array, scaled: boolean): boolean {
  const mean = meanOf(values)
  const squares = squaresOf(values, mean)
  if (!Number.isFinite(squares)) return false
  const unit = scaled ? Math.sqrt(squares / (values.length - 1)) : 1
  const spread = hasSpread(values.length, mean, squares)
  for (const [at, value] of values.entries()) values[at] = spread ? (value - mean) / unit : 0
  return true
}

/** The maximum number of steps for a full decomposition, which is more exact but grows with the cube. */
const maxSteps = 3e7

/** Returns the unit directions of the largest spread, largest first. `columns` is `rows` transposed. */
function mainDirections(rows: Matrix, columns: Matrix, most: number, totalSquares: number): Float64Array[] {
  const smaller = rows.rows < rows.columns ? rows : columns
  const larger = smaller === rows ? columns : rows
  if (smaller.rows ** 2 * larger.rows <= maxSteps) return decomposed(rows, most)
  // A·Aᵀ of the smaller side has the same spread, and its directions yield those of the columns.
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

/** Computes the spread along each direction. The sign makes its largest loading positive. */
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

/** True if the sign must be flipped. Of loadings equal up to rounding the first decides, not the last digit. */
function isTurned(loadings: Float64Array): boolean {
  const largest = loadings.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return (loadings.find((value) => Math.abs(value) >= largest * (1 - 1e-9)) ?? 0) < 0
}

type Vector = Float64Array<ArrayBuffer>
type Lanczos = { basis: Vector[]; diagonal: number[]; beside: number[] }

/**
 * Returns the unit eigenvectors of the `most` largest eigenvalues of a symmetric, positive semidefinite matrix, largest
 * first; fewer if the other eigenvalues are 0. `times(vector)` multiplies the matrix by a vector of length `size`;
 * `trace` is the sum of its diagonal. Uses the Lanczos method (1950) with full reorthogonalization, which needs a few
 * hundred products where a full decomposition takes size³ steps. Exactly equal largest eigenvalues, which measured
 * values do not have, are separated only if there are few different ones.
 */
export function largestEigenvectors(
  times: (vector: Float64Array) => Float64Array,
  size: number,
  most: number,
  trace: number,
): Float64Array[] {
  // A fixed seed, so that the same data give the same digits.
  const random = createSeededRandom(1)
  const work: Lanczos = { basis: [], diagonal: [], beside: [] }
  let next = independent(work.basis, size, random)
  for (let nextCheckSize = Math.min(size, 2 * most + 20), restarted = false; ; ) {
    work.basis.push(next)
    const product = Float64Array.from(times(next))
    work.diagonal.push(dot(product, next))
    const rest = takeOff(product, work.basis)
    // The remainder is zero when the search has reached all directions that its start can lead to.
    const ended = rest <= trace * 1e-14
    work.beside.push(ended ? 0 : rest)
    if (work.basis.length === size || (ended && sumOf(work.diagonal) >= trace * (1 - 1e-12)))
      return solved(work, most).vectors
    if (work.basis.length === nextCheckSize) {
      const { vectors, exact } = solved(work, most)
      // A restart means that equal eigenvalues hide each other. Then only the trace shows that all were found.
      if (exact && !restarted) return vectors
      nextCheckSize = Math.min(size, Math.ceil(nextCheckSize * 1.4))
    }
    restarted ||= ended
    next = ended ? independent(work.basis, size, random) : product.map((value) => value / rest)
  }
}

/** Makes a vector orthogonal to the basis, in place. Returns its remaining length. */
function takeOff(vector: Vector, basis: readonly Vector[]): number {
  // Runs twice: rounding in the first round leaves a remainder that would grow.
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

/** Returns the eigenvectors found so far, and whether they are exact to 1e-13 of the largest eigenvalue. */
function solved({ basis, diagonal, beside }: Lanczos, most: number) {
  const steps = basis.length
  const small = Dense.zeros(steps, steps)
  for (let at = 0; at < steps; at += 1) {
    small.set(at, at, diagonal[at] ?? 0)
    if (at + 1 < steps) small.set(at, at + 1, beside[at] ?? 0).set(at + 1, at, beside[at] ?? 0)
  }
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(small, { assumeSymmetric: true })
  // The eigenvalues are in ascending order.
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
