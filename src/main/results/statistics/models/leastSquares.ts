import { inverse, Matrix } from 'ml-matrix'
import { dot, type Matrix as Rows, times } from '../multivariate/matrix.ts'
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

/** Residuals below this share of the response are rounding errors. */
const leastSpread = 1e-14

/** Returns true if the residuals of a response are no more than rounding errors. */
export const isExplained = (response: Float64Array, residuals: Float64Array): boolean =>
  Math.sqrt(dot(residuals, residuals)) <= leastSpread * Math.sqrt(dot(response, response))

/** A column of a design that is a linear combination of columns before it. */
export type AliasedColumn = { column: number; of: number[] }

/** X = QR of a design: the orthonormal columns of Q, each stored as a row, and the upper triangle R. */
type Factors = { q: Rows; r: Matrix }

/**
 * Returns X = QR by the Gram–Schmidt process, which projects twice where needed so that Q stays orthogonal to
 * rounding (Giraud, Langou and Rozložník 2005); or the first column that is aliased. `columns`: of X, each of one length.
 */
export function factorize(columns: readonly Float64Array[]): Factors | AliasedColumn {
  const n = columns[0]?.length ?? 0
  const values = new Float64Array(columns.length * n)
  const r = Matrix.zeros(columns.length, columns.length)
  for (const [at, column] of columns.entries()) {
    const rest = column.slice()
    const weights = projectOut({ values, rows: at, columns: n }, rest)
    const [length, left] = [Math.sqrt(dot(column, column)), Math.sqrt(dot(rest, rest))]
    if (!(left > leastShare * length) || at >= n) {
      const shares = solveUpper(r, weights)
      const lengths = columns.map((one) => Math.sqrt(dot(one, one)))
      const of = [...shares.keys()].filter(
        (before) => Math.abs(shares[before] ?? 0) * (lengths[before] ?? 0) > leastShare * length,
      )
      return { column: at, of }
    }
    for (const [before, weight] of weights.entries()) r.set(before, at, weight)
    r.set(at, at, left)
    for (let row = 0; row < n; row++) values[at * n + row] = (rest[row] ?? 0) / left
  }
  return { q: { values, rows: columns.length, columns: n }, r }
}

/** If less is left of a vector, its projections are removed once more, because of rounding errors of large values. */
const leastLeft = 0.1

/** Removes from a vector, in place, its projections on orthonormal rows; returns their lengths. */
export function projectOut(q: Rows, vector: Float64Array): Float64Array {
  const before = dot(vector, vector)
  const weights = times(q, vector)
  subtract(q, weights, vector)
  if (dot(vector, vector) > leastLeft ** 2 * before) return weights
  const left = times(q, vector)
  subtract(q, left, vector)
  return weights.map((weight, at) => weight + (left[at] ?? 0))
}

/** Subtracts weighted rows from a vector in place, four at a time, which takes a third of the time. */
function subtract({ values, rows, columns }: Rows, weights: Float64Array, vector: Float64Array): void {
  for (let row = 0; row < rows; row += 4) {
    const weightOf = (at: number): number => weights[row + at] ?? 0
    // Beyond the last row, the weight is 0.
    const startOf = (at: number): number => Math.min(row + at, rows - 1) * columns
    const [a, b, c, d] = [weightOf(0), weightOf(1), weightOf(2), weightOf(3)]
    const [first, second, third, fourth] = [startOf(0), startOf(1), startOf(2), startOf(3)]
    for (let at = 0; at < columns; at++)
      vector[at] =
        (vector[at] ?? 0) -
        (a * (values[first + at] ?? 0) + b * (values[second + at] ?? 0)) -
        (c * (values[third + at] ?? 0) + d * (values[fourth + at] ?? 0))
  }
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
  return mapResponses(responses, matrix.rows, (used) => createSolver(matrix, used, blocks))
}

/**
 * Maps each response to a result. Responses that have values for the same samples share one function, made by `create`.
 * If `create` returns null, their results are null.
 */
export function mapResponses<Result>(
  responses: readonly Float64Array[],
  samples: number,
  create: (used: readonly number[]) => ((response: Float64Array) => Result | null) | null,
): (Result | null)[] {
  const functions = new Map<string, ReturnType<typeof create>>()
  const all = Array.from({ length: samples }, (_, at) => at)
  return responses.map((response) => {
    const used = isComplete(response) ? all : all.filter((at) => Number.isFinite(response[at]))
    const key = used === all ? '' : used.join()
    if (!functions.has(key)) functions.set(key, create(used))
    return functions.get(key)?.(response) ?? null
  })
}

/** Returns the columns of a design for these samples. */
export const columnsOf = (matrix: Matrix, samples: readonly number[]): Float64Array[] =>
  Array.from({ length: matrix.columns }, (_, column) =>
    Float64Array.from(samples, (row) => matrix.get(row, column)),
  )

/** Numbers the ids in the order of their first use. */
export function numberIds(ids: readonly string[]): { numbers: Int32Array; count: number } {
  const known = new Map<string, number>()
  for (const id of ids) if (!known.has(id)) known.set(id, known.size)
  return { numbers: Int32Array.from(ids, (id) => known.get(id) ?? 0), count: known.size }
}

/** A loop, because `every` takes ten times as long. */
function isComplete(values: Float64Array): boolean {
  for (let at = 0; at < values.length; at++) if (!Number.isFinite(values[at])) return false
  return true
}

function createSolver(matrix: Matrix, used: readonly number[], blocks: Blocks | null) {
  const ids = blocks && used.map((at) => blocks.ids[at] ?? '')
  const transform: Transform =
    blocks && ids ? createDecorrelation(ids, blocks.correlation) : (values) => values.slice()
  const chosen = columnsOf(matrix, used)
  const intercepts = blocks?.correlation === 'fixed' ? new Set(ids).size : 0
  const df = used.length - matrix.columns - intercepts
  if (df < 1) return null
  const factors = factorize(chosen.map(transform))
  if ('column' in factors) return null
  const { q, r } = factors
  const inverseR = inverse(r)
  const unscaled = inverseR.mmul(inverseR.transpose())
  const isWhole = used.length === matrix.rows
  return (response: Float64Array): LinearFit => {
    const y = isWhole ? response : Float64Array.from(used, (at) => response[at] ?? Number.NaN)
    const rest = transform(y)
    const coefficients = solveUpper(r, projectOut(q, rest))
    const own =
      typeof blocks?.correlation === 'number'
        ? y.map((value, at) =>
            chosen.reduce(
              (left, column, index) => left - (column[at] ?? 0) * (coefficients[index] ?? 0),
              value,
            ),
          )
        : rest
    const residuals = isWhole ? own : new Float64Array(response.length).fill(Number.NaN)
    if (!isWhole) for (const [at, sample] of used.entries()) residuals[sample] = own[at] ?? Number.NaN
    const variance = isExplained(y, rest) ? 0 : dot(rest, rest) / df
    return { coefficients, unscaled, variance, df, mean: meanOf(y), residuals }
  }
}

type Transform = (values: Float64Array) => Float64Array

/**
 * Transforms values so that least squares of the result is generalized least squares of the originals: values of one
 * block are no longer correlated. `fixed` removes the mean of each block. `ids`: one per value; without NaN.
 */
export const decorrelate = (
  values: Float64Array,
  ids: readonly string[],
  correlation: Blocks['correlation'],
): Float64Array => createDecorrelation(ids, correlation)(values)

function createDecorrelation(ids: readonly string[], correlation: Blocks['correlation']): Transform {
  const { numbers: blockOf, count } = numberIds(ids)
  const counts = new Float64Array(count)
  for (const block of blockOf) counts[block] = (counts[block] ?? 0) + 1
  return (values) => {
    const means = new Float64Array(count)
    for (let at = 0; at < values.length; at++) {
      const block = blockOf[at] ?? 0
      means[block] = (means[block] ?? 0) + (values[at] ?? Number.NaN) / (counts[block] ?? 1)
    }
    return values.map((value, at) => {
      const block = blockOf[at] ?? 0
      const mean = means[block] ?? 0
      if (correlation === 'fixed') return value - mean
      return (
        (value - mean) / Math.sqrt(1 - correlation) +
        mean / Math.sqrt(1 + ((counts[block] ?? 1) - 1) * correlation)
      )
    })
  }
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
