import { t975, twoSidedT } from './distributions.ts'
import { meanOf, type NoTest, noTest, varianceOf } from './values.ts'

export type TTest = {
  why: null
  /** Mean of a − mean of b, or mean of the differences, in the unit of the values, with its 95% interval. */
  difference: number
  ciLow: number
  ciHigh: number
  statistic: number
  df: number
  p: number
}

/**
 * Welch's test of two means (two-sided), as R's `t.test(a, b)`: Welch–Satterthwaite degrees of freedom.
 * Values without NaN. No test: a group below two values; no spread in either; squares that overflow.
 */
export function welch({ a, b }: { a: Float64Array; b: Float64Array }): TTest | NoTest {
  if (a.length < 2 || b.length < 2) return noTest('tooFew')
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const [partA, partB] = [varianceOf(a, meanA) / a.length, varianceOf(b, meanB) / b.length]
  const squared = partA + partB
  // The shares are taken first, since the squares of the parts overflow where the parts do not.
  const df = 1 / ((partA / squared) ** 2 / (a.length - 1) + (partB / squared) ** 2 / (b.length - 1))
  return tTest(meanA - meanB, squared, df, Math.max(Math.abs(meanA), Math.abs(meanB)))
}

/**
 * Paired test of a mean difference (two-sided), as R's `t.test(a, b, paired = TRUE)`. One difference a pair, without
 * NaN. No test: below two pairs; all differences equal; squares that overflow.
 */
export function paired(differences: Float64Array): TTest | NoTest {
  if (differences.length < 2) return noTest('tooFew')
  const mean = meanOf(differences)
  const squared = varianceOf(differences, mean) / differences.length
  return tTest(mean, squared, differences.length - 1, Math.abs(mean))
}

function tTest(difference: number, squaredError: number, df: number, size: number): TTest | NoTest {
  const error = Math.sqrt(squaredError)
  if (!Number.isFinite(difference) || !Number.isFinite(error)) return noTest('tooLarge')
  // R's limit for "data are essentially constant": what is left of the spread is rounding.
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
