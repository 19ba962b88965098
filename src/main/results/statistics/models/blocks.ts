import { EigenvalueDecomposition, Matrix } from 'ml-matrix'
import { dot, type Matrix as Rows, rowOf, times } from '../multivariate/matrix.ts'
import { countEach, meanOf } from '../values.ts'
import {
  columnsOf,
  type Design,
  factorize,
  isExplained,
  mapResponses,
  numberIds,
  projectOut,
} from './leastSquares.ts'

/** The largest correlation that is used, as in limma. The smallest follows from the size of the blocks. */
const mostCorrelation = 0.99
const leastMargin = 0.01
/** The share of the correlations that is trimmed at each end before they are averaged. */
const trimmedShare = 0.15

/**
 * Returns the correlation within blocks (repeats of a donor) that all pathways share: the trimmed mean of arctanh ρ,
 * where ρ is the REML estimate of each pathway; limma's `duplicateCorrelation`, by Smyth, Michaud and Scott (2005),
 * Bioinformatics 21:2067. `blocks`: one id per sample. Null if no pathway has blocks with repeats beside the design.
 */
export function consensusCorrelation(
  design: Design,
  responses: readonly Float64Array[],
  blocks: readonly string[],
): number | null {
  const correlations = mapResponses(responses, blocks.length, (used) =>
    createEstimator(design.matrix, blocks, used),
  ).filter((correlation) => correlation !== null)
  if (correlations.length === 0) return null
  const least = 1 / (1 - Math.max(...countEach(blocks).values())) + leastMargin
  const arcs = correlations.map((one) => Math.atanh(Math.min(mostCorrelation, Math.max(least, one))))
  return Math.tanh(trimmedMean(arcs))
}

function trimmedMean(values: readonly number[]): number {
  const cut = Math.floor(trimmedShare * values.length)
  const sorted = values.toSorted((a, b) => a - b)
  return meanOf(Float64Array.from(sorted.slice(cut, sorted.length - cut)))
}

/** Returns an orthonormal basis of the columns, as rows. */
function basisOf(columns: readonly Float64Array[]): Rows {
  const found = factorize(columns)
  return 'column' in found ? basisOf(columns.filter((_, at) => at !== found.column)) : found.q
}

/**
 * Returns a function that estimates ρ of a response by REML; null if the samples do not determine it. With Q, a basis of
 * the design, ZᵀZ − ZᵀQQᵀZ has the eigenvalues d, and the squares of the response along its eigenvectors have the
 * expectations σ² + d σ_b². ZᵀZ holds the sizes of the blocks: for blocks of one size, all vectors that are orthogonal
 * to ZᵀQ have d = size, so that the eigenvectors are sought in the few other dimensions only.
 */
function createEstimator(matrix: Matrix, blocks: readonly string[], used: readonly number[]) {
  const { numbers: blockOf, count } = numberIds(used.map((at) => blocks[at] ?? ''))
  const n = used.length
  if (n <= matrix.columns + 2 || count < 2 || count >= n - 1) return null
  const sumBlocks = (values: Float64Array): Float64Array => {
    const sums = new Float64Array(count)
    for (const [at, block] of blockOf.entries()) sums[block] = (sums[block] ?? 0) + (values[at] ?? Number.NaN)
    return sums
  }
  const q = basisOf(columnsOf(matrix, used))
  const sums = Array.from({ length: q.rows }, (_, row) => sumBlocks(rowOf(q, row)))
  const sizes = sumBlocks(new Float64Array(n).fill(1))
  const sets = [...Map.groupBy(sizes.keys(), (block) => sizes[block] ?? 0)].map(([size, members]) => {
    const of = (values: Float64Array) => Float64Array.from(members, (block) => values[block] ?? Number.NaN)
    return { size, of, basis: basisOf(sums.map(of)), free: members.length }
  })
  for (const set of sets) set.free -= set.basis.rows
  const others = sets.flatMap(({ size, of, basis }) =>
    Array.from({ length: basis.rows }, (_, row) => ({
      size,
      weights: Float64Array.from(sums, (sum) => dot(rowOf(basis, row), of(sum))),
    })),
  )
  const cross = others.map((one, row) =>
    others.map((other, column) => (row === column ? one.size : 0) - dot(one.weights, other.weights)),
  )
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(new Matrix(cross), {
    assumeSymmetric: true,
  })
  const most = Math.max(...sizes)
  const positive = [...realEigenvalues.keys()].filter((at) => (realEigenvalues[at] ?? 0) > 1e-10 * most)
  // The blocks are part of the design.
  if (positive.length === 0 && sets.every(({ free }) => free === 0)) return null
  return (response: Float64Array): number | null => {
    const own = Float64Array.from(used, (at) => response[at] ?? Number.NaN)
    const residual = own.slice()
    projectOut(q, residual)
    // A constant pathway has no correlation. limma takes one from its rounding errors.
    if (isExplained(own, residual)) return null
    const blockSums = sumBlocks(residual)
    const projected = sets.map(({ of, basis }) => times(basis, of(blockSums)))
    const along = eigenvectorMatrix
      .transpose()
      .mmul(Matrix.columnVector(projected.flatMap((one) => [...one])))
    const terms: Term[] = positive.map((at) => {
      const d = realEigenvalues[at] ?? 0
      return { d, count: 1, squares: along.get(at, 0) ** 2 / d }
    })
    for (const [at, { size, of, free }] of sets.entries()) {
      const [own, inBasis] = [of(blockSums), projected[at] ?? new Float64Array()]
      const squares = Math.max(0, dot(own, own) - dot(inBasis, inBasis)) / size
      if (free > 0) terms.push({ d: size, count: free, squares })
    }
    const left = n - q.rows - sumBy(terms, ({ count }) => count)
    const rest = Math.max(0, dot(residual, residual) - sumBy(terms, ({ squares }) => squares))
    if (left > 0) terms.push({ d: 0, count: left, squares: rest })
    const mean = sumBy(terms, ({ squares }) => squares) / sumBy(terms, ({ count }) => count)
    // The scale has no effect, but squares of tiny numbers would be zero.
    if (!(mean > 0)) return null
    const { residual: within, block } = fitVariances(
      terms.map((term) => ({ ...term, squares: term.squares / mean })),
    )
    const sum = within + block
    return Number.isFinite(sum) && sum !== 0 ? block / sum : null
  }
}

/** `count` squares with the sum `squares`, each with the expectation σ² + d σ_b². */
type Term = { d: number; count: number; squares: number }
type Components = { residual: number; block: number }

const maxSteps = 20
/** An expectation counts as at least this share of the largest. */
const leastShare = 1e-3

/**
 * Maximizes the likelihood of the squares, which are gamma variables with a mean of 1, by Fisher scoring with damping: Smyth (2002),
 * Journal of Computational and Graphical Statistics 11:836.
 */
function fitVariances(terms: readonly Term[]): Components {
  const line = fitLine(terms)
  const distances = new Set(terms.map(({ d }) => d))
  if (sumBy(terms, ({ count }) => count) <= 2 || distances.size < 2) return line
  let parts = terms.every(({ d }) => line.residual + d * line.block >= 0) ? line : { residual: 1, block: 0 }
  let deviance = devianceOf(terms, parts)
  let damping = 0
  for (let step = 1; step <= maxSteps + 1; step++) {
    const expected = terms.map(({ d }) => parts.residual + d * parts.block)
    const floor = leastShare * Math.max(...expected.map((mu) => mu * mu))
    let [a, b, c, scoreA, scoreB] = [0, 0, 0, 0, 0]
    for (const [at, { d, count, squares }] of terms.entries()) {
      const mu = expected[at] ?? 0
      const variance = Math.max(mu * mu, floor)
      a += count / variance
      b += (count * d) / variance
      c += (count * d * d) / variance
      scoreA += (squares - count * mu) / variance
      scoreB += (d * (squares - count * mu)) / variance
    }
    if (step === 1) damping = (a + c) / 4
    const largest = Math.max(a, c)
    const before = { parts, deviance }
    let change: Components
    for (let tries = 1; ; tries++) {
      const determinant = (a + damping) * (c + damping) - b * b
      change = {
        residual: ((c + damping) * scoreA - b * scoreB) / determinant,
        block: ((a + damping) * scoreB - b * scoreA) / determinant,
      }
      parts = { residual: before.parts.residual + change.residual, block: before.parts.block + change.block }
      deviance = devianceOf(terms, parts)
      if (deviance <= before.deviance) {
        if (tries === 1) damping /= 10
        break
      }
      if (!(damping / largest <= 1e15)) return before.parts
      damping *= 2
    }
    if (scoreA * change.residual + scoreB * change.block < 1e-6) break
  }
  return parts
}

/** Returns the deviance of gamma variables, without the part that depends on the squares alone. */
function devianceOf(terms: readonly Term[], { residual, block }: Components): number {
  let deviance = 0
  for (const { d, count, squares } of terms) {
    const mu = residual + d * block
    if (mu < 0) return Number.POSITIVE_INFINITY
    deviance += 2 * (squares / mu - count + count * Math.log(mu))
  }
  return deviance
}

function fitLine(terms: readonly Term[]): Components {
  const n = sumBy(terms, ({ count }) => count)
  const meanD = sumBy(terms, ({ d, count }) => d * count) / n
  const mean = sumBy(terms, ({ squares }) => squares) / n
  const spread = sumBy(terms, ({ d, count }) => count * (d - meanD) ** 2)
  const block = spread === 0 ? 0 : sumBy(terms, ({ d, squares }) => (d - meanD) * squares) / spread
  return { residual: mean - block * meanD, block }
}

const sumBy = (terms: readonly Term[], of: (term: Term) => number): number =>
  terms.reduce((sum, term) => sum + of(term), 0)
