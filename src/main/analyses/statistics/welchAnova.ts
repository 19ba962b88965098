import { upperF } from './distributions.ts'
import { meanOf, type NoTest, noTest, varianceOf } from './values.ts'

/** Welch's F with its degrees of freedom: k − 1, and those within the groups, which are mostly not whole. */
export type WelchAnova = { why: null; statistic: number; df: number; dfWithin: number; p: number }

/**
 * Welch's analysis of variance of two and more groups, as R's `oneway.test` (Welch 1951). Values without NaN.
 * No test: fewer than two groups; one below two values; one without spread (its weight would be infinite); overflow.
 */
export function welchAnova(groups: readonly Float64Array[]): WelchAnova | NoTest {
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

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
