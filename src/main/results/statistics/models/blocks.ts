import { EigenvalueDecomposition, Matrix, QrDecomposition } from 'ml-matrix'
import { meanOf } from '../values.ts'
import type { Design } from './leastSquares.ts'

/** The largest correlation that is used, as in limma. The smallest follows from the size of the blocks. */
const mostCorrelation = 0.99
const leastMargin = 0.01
/** The share of the correlations that is trimmed at each end before they are averaged. */
const trimmedShare = 0.15
/** Of more blocks, this many at even steps determine the correlation, because an eigenvalue problem takes cubic time. */
const mostBlocks = 400

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
  const chosen = chooseBlocks(blocks)
  const samples = [...blocks.keys()].filter((at) => chosen.has(blocks[at] ?? ''))
  const solvers = new Map<string, ((response: Float64Array) => number | null) | null>()
  const correlations: number[] = []
  for (const response of responses) {
    const used = samples.filter((at) => Number.isFinite(response[at]))
    const key = used.length === samples.length ? '' : used.join()
    if (!solvers.has(key)) solvers.set(key, createEstimator(design.matrix, blocks, used))
    const correlation = solvers.get(key)?.(response) ?? null
    if (correlation !== null) correlations.push(correlation)
  }
  if (correlations.length === 0) return null
  const largest = Math.max(...countBlocks(blocks).values())
  const least = 1 / (1 - largest) + leastMargin
  const arcs = correlations.map((one) => Math.atanh(Math.min(mostCorrelation, Math.max(least, one))))
  return Math.tanh(trimmedMean(arcs))
}

function countBlocks(blocks: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const block of blocks) counts.set(block, (counts.get(block) ?? 0) + 1)
  return counts
}

function chooseBlocks(blocks: readonly string[]): Set<string> {
  const all = [...countBlocks(blocks).keys()]
  const step = Math.max(1, all.length / mostBlocks)
  return new Set(all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)))
}

function trimmedMean(values: readonly number[]): number {
  const cut = Math.floor(trimmedShare * values.length)
  const sorted = values.toSorted((a, b) => a - b)
  return meanOf(Float64Array.from(sorted.slice(cut, sorted.length - cut)))
}

/**
 * Returns a function that estimates ρ of a response by REML; null if the samples do not determine it. With Q, an
 * orthonormal basis of the residuals of the design, QᵀZZᵀQ has the eigenvalues d. The squares of the rotated response
 * have the expectations σ² + d σ_b².
 */
function createEstimator(matrix: Matrix, blocks: readonly string[], used: readonly number[]) {
  const names = [...new Set(used.map((at) => blocks[at] ?? ''))]
  const n = used.length
  if (n <= matrix.columns + 2 || names.length < 2 || names.length >= n - 1) return null
  const rows = matrix.subMatrixRow([...used]) as Matrix
  const { orthogonalMatrix: q } = new QrDecomposition(rows)
  const members = Matrix.zeros(n, names.length)
  for (const [row, at] of used.entries()) members.set(row, names.indexOf(blocks[at] ?? ''), 1)
  const rest = Matrix.sub(members, q.mmul(q.transpose().mmul(members)))
  const cross = rest.transpose().mmul(rest)
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(cross, { assumeSymmetric: true })
  const most = Math.max(...realEigenvalues)
  const residualDf = n - matrix.columns
  const positive = [...realEigenvalues.keys()].filter((at) => (realEigenvalues[at] ?? 0) > 1e-10 * most)
  // The blocks are part of the design.
  if (most < 1e-8 || positive.length === 0) return null
  const directions = rest.mmul(eigenvectorMatrix.subMatrixColumn(positive) as Matrix)
  return (response: Float64Array): number | null => {
    const y = Matrix.columnVector(used.map((at) => response[at] ?? Number.NaN))
    const residual = Matrix.sub(y, q.mmul(q.transpose().mmul(y)))
    const projected = directions.transpose().mmul(residual).to1DArray()
    const terms: Term[] = positive.map((at, index) => {
      const d = realEigenvalues[at] ?? 0
      return { d, count: 1, squares: (projected[index] ?? 0) ** 2 / d }
    })
    const others = residualDf - positive.length
    const total = residual.norm() ** 2
    const squares = Math.max(0, total - terms.reduce((sum, term) => sum + term.squares, 0))
    if (others > 0) terms.push({ d: 0, count: others, squares })
    const { residual: within, block } = fitVariances(terms)
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
 * Maximizes the likelihood of the squares, which are gamma variables, by Fisher scoring with damping: Smyth (2002),
 * Journal of Computational and Graphical Statistics 11:836.
 */
function fitVariances(terms: readonly Term[]): Components {
  const mean = sumBy(terms, ({ squares }) => squares) / sumBy(terms, ({ count }) => count)
  const line = fitLine(terms)
  const distances = new Set(terms.map(({ d }) => d))
  if (sumBy(terms, ({ count }) => count) <= 2 || distances.size < 2) return line
  let parts = terms.every(({ d }) => line.residual + d * line.block >= 0)
    ? line
    : { residual: mean, block: 0 }
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
      if (damping / largest > 1e15) return before.parts
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

/** Fits the squares to a line over d by least squares. */
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
