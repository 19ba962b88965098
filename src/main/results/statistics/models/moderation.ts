import polygamma from '@stdlib/math-base-special-polygamma'
import { Matrix, QrDecomposition } from 'ml-matrix'
import { sumOf } from '../../../../shared/domain/results/spread.ts'
import { meanOf, medianOf } from '../values.ts'

/** Variances of the pathways after moderation. `priorDf` is infinite if the variances differ by chance alone. */
export type Moderated = { variances: Float64Array; priorDf: number; priorVariances: Float64Array }

/**
 * Moves each residual variance towards the one that the other pathways suggest: limma's `squeezeVar`, by Smyth (2004),
 * Statistical Applications in Genetics and Molecular Biology 3, article 3. `df`: the degrees of freedom of each variance, from 1.
 * `means`: with the mean of each pathway, the prior variance may depend on the mean (limma's `trend`).
 */
export function moderateVariances(
  variances: Float64Array,
  df: Float64Array,
  means: Float64Array | null = null,
): Moderated {
  if (variances.length < 2) return { variances, priorDf: 0, priorVariances: variances }
  const { priorDf, priorVariances } = fitPrior(variances, df, means)
  const moderated = variances.map((variance, at) => {
    const prior = priorVariances[at] ?? Number.NaN
    const own = df[at] ?? Number.NaN
    return priorDf === Number.POSITIVE_INFINITY ? prior : (own * variance + priorDf * prior) / (own + priorDf)
  })
  return { variances: moderated, priorDf, priorVariances }
}

/** A variance below this share of the median counts as this much, as in limma. */
const leastShareOfMedian = 1e-5

/** Fits a scaled F distribution to the variances by the moments of their logarithms: limma's `fitFDist`. */
function fitPrior(variances: Float64Array, df: Float64Array, means: Float64Array | null) {
  const median = medianOf(variances)
  const least = leastShareOfMedian * (median === 0 ? 1 : median)
  const bounded = variances.map((variance) => Math.max(variance, least))
  const logs = bounded.map((variance, at) => {
    const half = (df[at] ?? Number.NaN) / 2
    return Math.log(variance) - polygamma(0, half) + Math.log(half)
  })
  const trend = means && fitTrend(logs, means)
  const { fitted, spread } = trend ?? fitConstant(logs)
  const excess = spread - meanOf(df.map((one) => polygamma(1, one / 2)))
  if (!(excess > 0)) {
    const constant = meanOf(bounded)
    const priorVariances = trend ? fitted.map((log) => Math.exp(log)) : logs.map(() => constant)
    return { priorDf: Number.POSITIVE_INFINITY, priorVariances }
  }
  const priorDf = 2 * inverseTrigamma(excess)
  const shift = polygamma(0, priorDf / 2) - Math.log(priorDf / 2)
  return { priorDf, priorVariances: fitted.map((log) => Math.exp(log + shift)) }
}

type FittedLogs = { fitted: Float64Array; spread: number }

function fitConstant(logs: Float64Array): FittedLogs {
  const mean = meanOf(logs)
  return {
    fitted: logs.map(() => mean),
    spread: sumOf(logs.map((log) => (log - mean) ** 2)) / (logs.length - 1),
  }
}

/** Fits the logarithms by a natural cubic spline of the means, knots at their quantiles; null for too few pathways. */
function fitTrend(logs: Float64Array, means: Float64Array): FittedLogs | null {
  const n = logs.length
  const most = 1 + [3, 6, 30].filter((least) => n >= least).length
  const count = Math.min(most, new Set(means).size)
  if (count < 2) return null
  const basis = naturalSpline(means, count)
  const weights = new QrDecomposition(basis).solve(Matrix.columnVector(Array.from(logs)))
  const fitted = Float64Array.from(basis.mmul(weights).to1DArray())
  return { fitted, spread: sumOf(logs.map((log, at) => (log - (fitted[at] ?? 0)) ** 2)) / (n - count) }
}

/**
 * Returns a basis of the natural cubic splines with `count` knots, the first and last at the ends: the space of R's
 * `splines::ns(x, df = count, intercept = TRUE)`. Formula: Hastie, Tibshirani and Friedman (2009), 5.4.
 */
function naturalSpline(x: Float64Array, count: number): Matrix {
  const sorted = x.toSorted()
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)]
  const scaled = (value: number) => (value - first) / (last - first)
  const knots = Array.from({ length: count }, (_, at) => scaled(quantileOf(sorted, at / (count - 1))))
  const end = knots.at(-1) ?? 1
  const beforeEnd = knots.at(-2) ?? 0
  const cube = (value: number) => Math.max(0, value) ** 3
  const bend = (value: number, knot: number) => (cube(value - knot) - cube(value - end)) / (end - knot)
  return new Matrix(
    Array.from(x, (value) => {
      const at = scaled(value)
      return [1, at, ...knots.slice(0, -2).map((knot) => bend(at, knot) - bend(at, beforeEnd))]
    }),
  )
}

/** Returns a quantile of sorted values, interpolated as R's type 7 does. */
function quantileOf(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? Number.NaN
  return below + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] ?? Number.NaN) - below)
}

/** Solves trigamma(y) = x for y by Newton's method (Smyth 2004, appendix). */
function inverseTrigamma(x: number): number {
  if (x > 1e7) return 1 / Math.sqrt(x)
  if (x < 1e-6) return 1 / x
  let y = 0.5 + 1 / x
  for (let step = 0; step < 50; step++) {
    const trigamma = polygamma(1, y)
    const change = (trigamma * (1 - trigamma / x)) / polygamma(2, y)
    y += change
    if (-change / y < 1e-8) break
  }
  return y
}
