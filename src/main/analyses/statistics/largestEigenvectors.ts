import { Matrix as Dense, EigenvalueDecomposition } from 'ml-matrix'
import { dot } from './matrix.ts'

type Vector = Float64Array<ArrayBuffer>
type Lanczos = { basis: Vector[]; diagonal: number[]; beside: number[] }

/**
 * Eigenvectors of the `most` largest eigenvalues of a symmetric, positive semidefinite matrix, the largest first, of
 * length 1. `times(vector)` is the matrix times a vector of `size`; `trace` the sum of its diagonal. Fewer where the
 * rest of the eigenvalues is 0. Lanczos (1950) with full reorthogonalization, which needs a few hundred products
 * where a whole decomposition would take size³ steps. Largest eigenvalues that are equal to the last digit, which
 * measured values do not have, are told apart only where there are few different ones.
 */
export function largestEigenvectors(
  times: (vector: Float64Array) => Float64Array,
  size: number,
  most: number,
  trace: number,
): Float64Array[] {
  const random = createRandom()
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

/** The same numbers at every call (mulberry32), so that the same data give the same digits. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
