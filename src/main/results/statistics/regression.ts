import { sumOf } from '../../../shared/domain/results/spread.ts'
import { type TTest, toTTest } from './meanTests.ts'
import { upperF } from './pValues.ts'
import { meanOf, type NoTest, noTest, squaresOf } from './values.ts'

/** Values `y` beside a covariate `x`, one of each per unit, without NaN. */
export type Covaried = { x: Float64Array; y: Float64Array }

/**
 * A difference at the same covariate. `slope`: the change of y per unit of x. `variance`: of the residuals, with `df`
 * degrees of freedom. `squaredErrorShare`: the squared standard error of the difference in units of `variance`.
 */
export type AdjustedTest = TTest & { slope: number; variance: number; squaredErrorShare: number }

/**
 * Returns the difference of two groups at the same covariate: the coefficient of the group in R's `lm(y ~ x + group)`.
 * If x is constant, this is the t-test with a pooled variance. Returns `NoTest` for a group below two units, zero
 * degrees of freedom, an x that varies only between the groups, residuals without spread, and overflow.
 */
export function adjustedDifference(a: Covaried, b: Covaried): AdjustedTest | NoTest {
  const fit = fitWithin([a, b])
  if ('why' in fit) return fit
  const { slope, variance, df, squaresX } = fit
  const [meanA, meanB] = [meanOf(a.y), meanOf(b.y)]
  const gap = squaresX === 0 ? 0 : meanOf(a.x) - meanOf(b.x)
  const squaredErrorShare = 1 / a.y.length + 1 / b.y.length + (squaresX === 0 ? 0 : gap * (gap / squaresX))
  const size = Math.max(Math.abs(meanA), Math.abs(meanB))
  return toAdjusted(
    { slope, variance, squaredErrorShare },
    { difference: meanA - meanB - slope * gap, df, size },
  )
}

/**
 * Returns the mean difference within pairs at the same covariate: the intercept of R's `lm(Δy ~ Δx)`. Returns `NoTest`
 * below three pairs, and for a constant Δx, residuals without spread, and overflow.
 */
export function adjustedPairs(first: Covaried, second: Covaried): AdjustedTest | NoTest {
  const n = first.y.length
  if (n < 3) return noTest('tooFew')
  const [x, y] = [differences(first.x, second.x), differences(first.y, second.y)]
  const [meanX, meanY] = [meanOf(x), meanOf(y)]
  const squaresX = squaresOf(x, meanX)
  if (!hasSpread([first.x, second.x], n, squaresX)) return noTest('confounded')
  const df = n - 2
  const slope = products(x, meanX, y, meanY) / squaresX
  const variance = squaresOf(y.map((value, at) => value - slope * (x[at] ?? 0))) / df
  const squaredErrorShare = 1 / n + meanX * (meanX / squaresX)
  const difference = meanY - slope * meanX
  return toAdjusted({ slope, variance, squaredErrorShare }, { difference, df, size: Math.abs(meanY) })
}

type Adjusting = Pick<AdjustedTest, 'slope' | 'variance' | 'squaredErrorShare'>

function toAdjusted(
  fit: Adjusting,
  of: { difference: number; df: number; size: number },
): AdjustedTest | NoTest {
  const test = toTTest({ ...of, squaredError: fit.variance * fit.squaredErrorShare })
  return test.why === null ? { ...test, ...fit } : test
}

/** Returns true if the covariate differs by the same amount in all pairs, so that only a paired test is possible. */
export const isSameWithinPairs = (first: Float64Array, second: Float64Array): boolean =>
  !hasSpread([first, second], first.length, squaresOf(differences(first, second)))

/** F with the degrees of freedom between the groups and of the residuals. */
export type AnalysisOfCovariance = {
  why: null
  statistic: number
  df: number
  dfWithin: number
  p: number
  slope: number
}

/** Returns the analysis of covariance: R's `anova(lm(y ~ x), lm(y ~ x + group))`. `NoTest` as `adjustedDifference`. */
export function analysisOfCovariance(groups: readonly Covaried[]): AnalysisOfCovariance | NoTest {
  if (groups.length < 2) return noTest('tooFew')
  const within = fitWithin(groups)
  if ('why' in within) return within
  const all = fitWithin([{ x: joined(groups, 'x'), y: joined(groups, 'y') }])
  if ('why' in all) return all
  const [df, dfWithin] = [groups.length - 1, within.df]
  const statistic = Math.max(0, all.squares - within.squares) / df / within.variance
  const p = upperF(statistic, df, dfWithin)
  if (![statistic, p].every(Number.isFinite)) return noTest('tooLarge')
  return { why: null, statistic, df, dfWithin, p, slope: within.slope }
}

type Fit = { slope: number; squares: number; variance: number; df: number; squaresX: number }

/** Fits y on x by least squares, with one slope and an intercept per group. `squaresX` is 0 if x is constant. */
function fitWithin(groups: readonly Covaried[]): Fit | NoTest {
  if (groups.some(({ y }) => y.length < 2)) return noTest('tooFew')
  const n = groups.reduce((sum, { y }) => sum + y.length, 0)
  const means = groups.map(({ x, y }) => ({ x: meanOf(x), y: meanOf(y) }))
  const sumOver = (of: (group: Covaried, mean: { x: number; y: number }) => number) =>
    groups.reduce((sum, group, at) => sum + of(group, means[at] ?? { x: 0, y: 0 }), 0)
  const squaresX = sumOver(({ x }, mean) => squaresOf(x, mean.x))
  const columns = groups.map(({ x }) => x)
  const varies = hasSpread(columns, n, squaresX)
  if (!varies && hasSpread(columns, n, squaresOf(joined(groups, 'x')))) return noTest('confounded')
  const df = n - groups.length - (varies ? 1 : 0)
  if (df < 1) return noTest('tooFew')
  const slope = varies ? sumOver(({ x, y }, mean) => products(x, mean.x, y, mean.y)) / squaresX : 0
  const squares = sumOver(({ x, y }, mean) =>
    squaresOf(y.map((value, at) => value - mean.y - slope * ((x[at] ?? 0) - mean.x))),
  )
  if (![slope, squares, squaresX].every(Number.isFinite)) return noTest('tooLarge')
  const size = means.reduce((most, mean) => Math.max(most, Math.abs(mean.y)), 0)
  if (Math.sqrt(squares / n) < 10 * Number.EPSILON * size || squares === 0) return noTest('noSpread')
  return { slope, squares, variance: squares / df, df, squaresX: varies ? squaresX : 0 }
}

/** Returns the values at the mean covariate, minus their overall mean: y − ȳ − slope · (x − x̄). */
export function adjustedValues(groups: readonly Covaried[], slope: number): Float64Array[] {
  const [x, y] = [meanOf(joined(groups, 'x')), meanOf(joined(groups, 'y'))]
  return groups.map((group) => group.y.map((value, at) => value - y - slope * ((group.x[at] ?? 0) - x)))
}

/** A relative spread below this is rounding error. Differences are only as exact as the values themselves. */
const leastSpread = 1e-12

const hasSpread = (columns: readonly Float64Array[], n: number, squares: number): boolean => {
  const largest = columns.reduce(
    (most, x) => x.reduce((max, value) => Math.max(max, Math.abs(value)), most),
    0,
  )
  return Math.sqrt(squares / n) > leastSpread * largest
}

const differences = (first: Float64Array, second: Float64Array): Float64Array =>
  first.map((value, at) => value - (second[at] ?? Number.NaN))

const products = (x: Float64Array, meanX: number, y: Float64Array, meanY: number): number =>
  sumOf(x.map((value, at) => (value - meanX) * ((y[at] ?? Number.NaN) - meanY)))

const joined = (groups: readonly Covaried[], which: 'x' | 'y'): Float64Array =>
  Float64Array.from(groups.flatMap((group) => [...group[which]]))
