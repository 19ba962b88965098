import { inverse, Matrix } from 'ml-matrix'
import { dot } from '../multivariate/matrix.ts'
import { meanOf } from '../values.ts'

/** One row per sample, one column per coefficient, without NaN; `names` of the columns as R writes them. */
export type Design = { names: readonly string[]; matrix: Matrix }

/**
 * The fit of one response. `coefficients`: one per column of the design. `unscaled`: their covariance matrix divided by
 * the residual variance, (XᵀX)⁻¹. `variance`: of the residuals, with `df` degrees of freedom. `mean`: of the response.
 * `residuals`: one per sample, NaN where the response is missing; without the intercepts of blocks. The variance is 0 if the
 * model explains all but rounding errors.
 */
export type LinearFit = {
  coefficients: Float64Array
  unscaled: Matrix
  variance: number
  df: number
  mean: number
  residuals: Float64Array
}

/** A column that keeps less than this share of its length beside the others is a combination of them, as in R's `lm`. */
const leastShare = 1e-7

/** Residuals below this share of the response are rounding error. */
const leastSpread = 1e-14

/** A column of a design that is a linear combination of columns before it. */
export type AliasedColumn = { column: number; of: number[] }

/** Orthonormal columns Q and the upper triangle R of a design X = QR. */
type Factors = { q: Float64Array[]; r: Matrix }

/**
 * Returns X = QR by the Gram–Schmidt process, with each column projected twice so that Q stays orthogonal to rounding
 * (Giraud, Langou and Rozložník 2005); or the first column that is aliased. `columns`: of X, each of one length.
 */
export function factorize(columns: readonly Float64Array[]): Factors | AliasedColumn {
  const q: Float64Array[] = []
  const r = Matrix.zeros(columns.length, columns.length)
  for (const [at, column] of columns.entries()) {
    const rest = column.slice()
    const weights = projectOut(q, rest)
    const [length, left] = [Math.sqrt(dot(column, column)), Math.sqrt(dot(rest, rest))]
    if (!(left > leastShare * length) || at >= column.length) {
      const shares = at === 0 ? [] : solveUpper(r, weights)
      const lengths = columns.map((one) => Math.sqrt(dot(one, one)))
      const of = [...shares.keys()].filter(
        (before) => Math.abs(shares[before] ?? 0) * (lengths[before] ?? 0) > leastShare * length,
      )
      return { column: at, of }
    }
    for (const [before, weight] of weights.entries()) r.set(before, at, weight)
    r.set(at, at, left)
    for (let row = 0; row < rest.length; row++) rest[row] = (rest[row] ?? 0) / left
    q.push(rest)
  }
  return { q, r }
}

/** Removes from a vector, in place, its projections on orthonormal columns; returns their lengths. */
function projectOut(q: readonly Float64Array[], vector: Float64Array): Float64Array {
  const weights = new Float64Array(q.length)
  // Twice, so that no rounding of large values stays in the residuals.
  for (let pass = 0; pass < 2; pass++)
    for (const [at, column] of q.entries()) {
      const weight = dot(column, vector)
      for (let row = 0; row < vector.length; row++)
        vector[row] = (vector[row] ?? 0) - weight * (column[row] ?? 0)
      weights[at] = (weights[at] ?? 0) + weight
    }
  return weights
}

/** Solves R x = y for x; R is upper triangular, and only as many of its rows as y has are used. */
function solveUpper(r: Matrix, y: Float64Array): Float64Array {
  const x = y.slice()
  for (let row = y.length - 1; row >= 0; row--) {
    for (let column = row + 1; column < y.length; column++)
      x[row] = (x[row] ?? 0) - r.get(row, column) * (x[column] ?? 0)
    x[row] = (x[row] ?? 0) / r.get(row, row)
  }
  return x
}

/**
 * Samples that belong together, such as repeats of a donor; one id per sample. `fixed`: each block has its own
 * intercept, so that only differences within blocks count. Otherwise values of one block have this correlation.
 */
export type Blocks = { ids: readonly string[]; correlation: number | 'fixed' }

/**
 * Fits each response to the design by least squares: R's `lm`, limma's `lmFit`; with a correlation within blocks, by
 * generalized least squares. Values may be missing (NaN); the fit leaves out those samples. Null for a response whose
 * values leave no degree of freedom, or do not determine all coefficients.
 */
export function fitLinear(
  { matrix }: Design,
  responses: readonly Float64Array[],
  blocks: Blocks | null = null,
): (LinearFit | null)[] {
  const solvers = new Map<string, ((response: Float64Array) => LinearFit) | null>()
  return responses.map((response) => {
    const used = [...response.keys()].filter((at) => Number.isFinite(response[at]))
    const key = used.length === response.length ? '' : used.join()
    if (!solvers.has(key)) solvers.set(key, createSolver(matrix, used, blocks))
    return solvers.get(key)?.(response) ?? null
  })
}

function createSolver(matrix: Matrix, used: readonly number[], blocks: Blocks | null) {
  const ids = blocks && used.map((at) => blocks.ids[at] ?? '')
  const transform = (values: Float64Array): Float64Array =>
    blocks && ids ? decorrelate(values, ids, blocks.correlation) : values.slice()
  const chosen = Array.from({ length: matrix.columns }, (_, column) =>
    Float64Array.from(used, (row) => matrix.get(row, column)),
  )
  const intercepts = blocks?.correlation === 'fixed' ? new Set(ids).size : 0
  const df = used.length - matrix.columns - intercepts
  if (df < 1) return null
  const factors = factorize(chosen.map(transform))
  if ('column' in factors) return null
  const { q, r } = factors
  const inverseR = inverse(r)
  const unscaled = inverseR.mmul(inverseR.transpose())
  return (response: Float64Array): LinearFit => {
    const y = Float64Array.from(used, (at) => response[at] ?? Number.NaN)
    const rest = transform(y)
    const coefficients = solveUpper(r, projectOut(q, rest))
    const residuals = new Float64Array(response.length).fill(Number.NaN)
    for (const [at, sample] of used.entries())
      residuals[sample] =
        typeof blocks?.correlation === 'number'
          ? chosen.reduce(
              (left, column, index) => left - (column[at] ?? 0) * (coefficients[index] ?? 0),
              y[at] ?? Number.NaN,
            )
          : (rest[at] ?? Number.NaN)
    const squares = dot(rest, rest)
    const isExact = Math.sqrt(squares) <= leastSpread * Math.sqrt(dot(y, y))
    return { coefficients, unscaled, variance: isExact ? 0 : squares / df, df, mean: meanOf(y), residuals }
  }
}

/**
 * Transforms values so that least squares of the result is generalized least squares of the originals: values of one
 * block are no longer correlated. `fixed` removes the mean of each block. `ids`: one per value; without NaN.
 */
export function decorrelate(
  values: Float64Array,
  ids: readonly string[],
  correlation: number | 'fixed',
): Float64Array {
  const sums = new Map<string, { count: number; total: number }>()
  for (const [at, id] of ids.entries()) {
    const known = sums.get(id) ?? { count: 0, total: 0 }
    sums.set(id, { count: known.count + 1, total: known.total + (values[at] ?? Number.NaN) })
  }
  return values.map((value, at) => {
    const { count, total } = sums.get(ids[at] ?? '') ?? { count: 1, total: value }
    const mean = total / count
    if (correlation === 'fixed') return value - mean
    return (value - mean) / Math.sqrt(1 - correlation) + mean / Math.sqrt(1 + (count - 1) * correlation)
  })
}

/** An estimate with its standard error in units of the residual standard deviation. */
export type Estimate = { estimate: number; unscaledError: number }

/** Returns a weighted sum of coefficients; `weights`: one per column of the design. */
export function estimateContrast(
  { coefficients, unscaled }: LinearFit,
  weights: readonly number[],
): Estimate {
  const row = Matrix.rowVector([...weights])
  return {
    estimate: weights.reduce((sum, weight, at) => sum + weight * (coefficients[at] ?? 0), 0),
    unscaledError: Math.sqrt(row.mmul(unscaled).mmul(row.transpose()).get(0, 0)),
  }
}
