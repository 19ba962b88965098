import { t975, twoSidedT, upperF } from './pValues.ts'
import { meanOf, type NoTest, noTest, squaresOf, varianceOf } from './values.ts'

export type TTest = {
  why: null
  /** The mean of a − mean of b, or the mean of the differences, in the unit of the values, with its 95% interval. */
  difference: number
  ciLow: number
  ciHigh: number
  statistic: number
  df: number
  p: number
}

/**
 * Runs Welch's test of two means (two-sided), as R's `t.test(a, b)`, with Welch–Satterthwaite degrees of freedom.
 * Values without NaN. Returns `NoTest` for a group below two values, no spread in either, and squares that overflow.
 */
export function welch({ a, b }: { a: Float64Array; b: Float64Array }): TTest | NoTest {
  if (a.length < 2 || b.length < 2) return noTest('tooFew')
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const [partA, partB] = [varianceOf(a, meanA) / a.length, varianceOf(b, meanB) / b.length]
  const squared = partA + partB
  // Divides first: the squares of the parts may overflow even if the parts do not.
  const df = 1 / ((partA / squared) ** 2 / (a.length - 1) + (partB / squared) ** 2 / (b.length - 1))
  const size = Math.max(Math.abs(meanA), Math.abs(meanB))
  return toTTest({ difference: meanA - meanB, squaredError: squared, df, size })
}

/**
 * Runs the paired test of a mean difference (two-sided), as R's `t.test(a, b, paired = TRUE)`. One difference per pair,
 * without NaN. Returns `NoTest` below two pairs, for equal differences, and squares that overflow.
 */
export function paired(differences: Float64Array): TTest | NoTest {
  if (differences.length < 2) return noTest('tooFew')
  const mean = meanOf(differences)
  const squared = varianceOf(differences, mean) / differences.length
  return toTTest({
    difference: mean,
    squaredError: squared,
    df: differences.length - 1,
    size: Math.abs(mean),
  })
}

/** Runs the t-test of a difference from its squared standard error. `size`: of the numbers that were subtracted. */
export function toTTest(of: {
  difference: number
  squaredError: number
  df: number
  size: number
}): TTest | NoTest {
  const { difference, squaredError, df, size } = of
  const error = Math.sqrt(squaredError)
  if (!Number.isFinite(difference) || !Number.isFinite(error)) return noTest('tooLarge')
  // R's limit for "data are essentially constant": the remaining spread is rounding error.
  if (error === 0 || error < 10 * Number.EPSILON * size) return noTest('noSpread')
  const statistic = difference / error
  const reach = t975(df) * error
  return {
    why: null,
    difference,
    ciLow: difference - reach,
    ciHigh: difference + reach,
    statistic,
    df,
    p: twoSidedT(statistic, df),
  }
}

/** Returns the 95% interval of a mean, as R's `t.test(x)$conf.int`. Returns null below two values, or on overflow. */
export function meanInterval({ n, mean, sd }: { n: number; mean: number | null; sd: number | null }) {
  if (n < 2 || mean === null || sd === null) return null
  const reach = t975(n - 1) * (sd / Math.sqrt(n))
  return { low: mean - reach, high: mean + reach }
}

/** F with its degrees of freedom: k − 1, and those within the groups (fractional for Welch). */
export type Anova = { why: null; statistic: number; df: number; dfWithin: number; p: number }

/**
 * Runs Welch's analysis of variance of two or more groups, as R's `oneway.test` (Welch 1951). Values without NaN.
 * Returns `NoTest` for fewer than two groups, a group below two values, a group without spread (its weight would be
 * infinite), and overflow.
 */
export function welchAnova(groups: readonly Float64Array[]): Anova | NoTest {
  if (groups.length < 2 || groups.some((group) => group.length < 2)) return noTest('tooFew')
  const k = groups.length
  const means = groups.map((group) => meanOf(group))
  const variances = groups.map((group, at) => varianceOf(group, means[at]))
  if (![...means, ...variances].every(Number.isFinite)) return noTest('tooLarge')
  const weights = groups.map((group, at) => group.length / (variances[at] ?? 0))
  if (weights.includes(Number.POSITIVE_INFINITY)) return noTest('noSpread')
  const weight = sum(weights)
  const mean = sum(weights.map((of, at) => (of / weight) * (means[at] ?? 0)))
  const imbalance =
    sum(groups.map((group, at) => (1 - (weights[at] ?? 0) / weight) ** 2 / (group.length - 1))) / (k * k - 1)
  const between = sum(weights.map((of, at) => of * ((means[at] ?? 0) - mean) ** 2))
  const statistic = between / ((k - 1) * (1 + 2 * (k - 2) * imbalance))
  const dfWithin = 1 / (3 * imbalance)
  const p = upperF(statistic, k - 1, dfWithin)
  if (![statistic, dfWithin, p].every(Number.isFinite)) return noTest('tooLarge')
  return { why: null, statistic, df: k - 1, dfWithin, p }
}

/**
 * Runs the ordinary analysis of variance, as R's `oneway.test(var.equal = TRUE)`. Values without NaN. Returns `NoTest`
 * for fewer than two groups, an empty group, groups without spread or degrees of freedom within them, and overflow.
 */
export function anova(groups: readonly Float64Array[]): Anova | NoTest {
  const n = sum(groups.map((group) => group.length))
  const [df, dfWithin] = [groups.length - 1, n - groups.length]
  if (df < 1 || dfWithin < 1 || groups.some((group) => group.length === 0)) return noTest('tooFew')
  const means = groups.map((group) => meanOf(group))
  const grand = sum(groups.map((group, at) => (group.length / n) * (means[at] ?? 0)))
  const within = sum(groups.map((group, at) => squaresOf(group, means[at]))) / dfWithin
  const between = sum(groups.map((group, at) => group.length * ((means[at] ?? 0) - grand) ** 2)) / df
  const size = Math.max(...means.map(Math.abs))
  if (Math.sqrt(within) < 10 * Number.EPSILON * size || within === 0) return noTest('noSpread')
  const statistic = between / within
  const p = upperF(statistic, df, dfWithin)
  if (![statistic, p].every(Number.isFinite)) return noTest('tooLarge')
  return { why: null, statistic, df, dfWithin, p }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
