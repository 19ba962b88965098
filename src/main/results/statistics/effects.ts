import { noncentralityInterval } from './noncentralT.ts'
import { z975 } from './pValues.ts'
import { signedRankSums } from './rankTests.ts'
import type { AdjustedTest } from './regression.ts'
import { meanOf, rankSums, squaresOf, varianceOf } from './values.ts'

/**
 * Returns Hedges' g of two groups: mean of a − mean of b in pooled standard deviations, times the exact small-sample
 * correction (Hedges 1981, eq. 6e) with n − 2 degrees of freedom. Values without NaN. Returns null for fewer than four
 * values in total, an empty group, groups without spread, and overflow.
 */
export function hedgesG(a: Float64Array, b: Float64Array): number | null {
  const df = a.length + b.length - 2
  if (a.length === 0 || b.length === 0 || df < 2) return null
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const pooled = (squaresOf(a, meanA) + squaresOf(b, meanB)) / df
  return standardized(meanA - meanB, pooled, df)
}

/**
 * Returns Hedges' g of paired differences: their mean in their own standard deviations (Cohen's d_z, Lakens 2013 eq.
 * 6), with the same correction and n − 1 degrees of freedom. Differences without NaN. Returns null below three pairs,
 * for equal differences, and on overflow. It is not comparable with the g of two groups, whose unit is the spread
 * between samples.
 */
export function hedgesGPaired(differences: Float64Array): number | null {
  if (differences.length < 3) return null
  return standardized(meanOf(differences), varianceOf(differences), differences.length - 1)
}

/** Returns Hedges' g of a difference at the same covariate, in standard deviations of the regression residuals. */
export const adjustedG = ({ difference, variance, df }: AdjustedTest): number | null =>
  df < 2 ? null : standardized(difference, variance, df)

function standardized(difference: number, variance: number, df: number): number | null {
  const g = (difference / Math.sqrt(variance)) * smallSampleCorrection(df)
  // As in R's t.test, a spread within rounding error counts as none.
  const rounding = Math.sqrt(variance) < 10 * Number.EPSILON * Math.abs(difference)
  return Number.isFinite(g) && Number.isFinite(variance) && !rounding ? g : null
}

/** Returns Γ(df/2) / (√(df/2) · Γ((df − 1)/2)), by the recursion of Γ; df whole, from 2. */
function smallSampleCorrection(df: number): number {
  let ratio = df % 2 === 0 ? 1 / Math.sqrt(Math.PI) : Math.sqrt(Math.PI) / 2
  for (let m = df % 2 === 0 ? 2 : 3; m < df; m += 2) ratio *= m / (m - 1)
  return ratio / Math.sqrt(df / 2)
}

/**
 * Returns Cliff's δ (Cliff 1993): the share of pairs in which a is above b, minus the share in which it is below; −1 to
 * 1. Values without NaN. Returns null for an empty group.
 */
export function cliffsDelta(a: Float64Array, b: Float64Array): number | null {
  if (a.length === 0 || b.length === 0) return null
  const above = (rankSums([a, b]).sums[0] ?? 0) - (a.length * (a.length + 1)) / 2
  return (2 * above) / (a.length * b.length) - 1
}

/**
 * Returns the rank biserial correlation of pairs (Kerby 2014): positive minus negative rank sum, divided by their
 * total; −1 to 1. Zeros are dropped, as in the signed rank test. Differences without NaN. Returns null if all are zero.
 */
export function rankBiserial(differences: Float64Array): number | null {
  const { positive, negative, n } = signedRankSums(differences)
  return n === 0 ? null : (positive - negative) / (positive + negative)
}

/** Returns ε² of a Kruskal–Wallis test: H / (n − 1) (Tomczak and Tomczak 2014). Null below two values. */
export const epsilonSquared = (h: number, n: number): number | null => (n < 2 ? null : h / (n - 1))

/**
 * Returns ω² of an analysis of variance: df(F − 1) / (df(F − 1) + n) (Kirk 1996), here with Welch's F. `df`: between
 * the groups; `n`: the total number of values. A negative value (F < 1) is returned as 0.
 */
export function omegaSquared(f: number, df: number, n: number): number {
  const between = Math.max(0, df * (f - 1))
  return between / (between + n)
}

/** The spread of repeated measurements, pooled over all sets of replicates. */
export type Noise = {
  /** The pooled within-replicate standard deviation, in the unit of the values. */
  sd: number
  /** 1.96 · √2 · sd: two single measurements of the same thing differ by less in 95 of 100 cases. */
  smallestChange: number
}

/**
 * Returns the measurement noise from sets of repeated measurements: the repeatability of Bland and Altman (1999).
 * Values without NaN. Returns null without a set of two values, and for squares that overflow.
 */
export function noiseOf(sets: readonly Float64Array[]): Noise | null {
  const repeated = sets.filter((set) => set.length >= 2)
  if (repeated.length === 0) return null
  const df = repeated.reduce((sum, set) => sum + set.length - 1, 0)
  const sd = Math.sqrt(repeated.reduce((sum, set) => sum + squaresOf(set), 0) / df)
  if (!Number.isFinite(sd)) return null
  return { sd, smallestChange: 1.96 * Math.SQRT2 * sd }
}

/**
 * Returns the difference of means that noise alone stays below in 95 of 100 cases: 1.96 · sd · √share. `share` is the
 * variance of the difference in units of the variance of a single measurement (2 for two of them): Σ 1/kᵢ / n² for each
 * mean of n means of k values.
 */
export const noiseLimit = ({ sd }: Pick<Noise, 'sd'>, share: number): number => 1.96 * sd * Math.sqrt(share)

/** The 95% interval of an effect. */
export type EffectInterval = { low: number; high: number }

/**
 * Returns the interval of Hedges' g by the noncentral t distribution, as effectsize's `hedges_g`: the noncentralities
 * that leave 2.5% on either side of t, in units of g. `share`: the squared standard error of the difference in units of
 * its variance (1/n₁ + 1/n₂; 1/n for pairs). Returns null without g.
 */
export function hedgesGInterval(
  g: number | null,
  { df, share }: { df: number; share: number },
): EffectInterval | null {
  if (g === null) return null
  const unit = Math.sqrt(share) * smallSampleCorrection(df)
  const t = g / unit
  if (!Number.isFinite(t) || Math.abs(t) > maxT) return null
  const { low, high } = noncentralityInterval(t, df)
  return { low: low * unit, high: high * unit }
}
/** Above this, values within the groups differ by rounding only. */
const maxT = 1e7

/**
 * Returns the interval of Cliff's δ or of the rank biserial correlation by Fisher's z, as effectsize's `rank_biserial`.
 * `n`: the values in both groups, or the number of nonzero pairs. Returns null for ±1, where Fisher's z is infinite.
 */
export function rankEffectInterval(
  effect: number | null,
  n: readonly [number, number] | number,
): EffectInterval | null {
  if (effect === null || Math.abs(effect) >= 1) return null
  const squared =
    typeof n === 'number'
      ? (2 * n ** 3 + 3 * n ** 2 + n) / 6 / ((n ** 2 + n) / 2) ** 2
      : (n[0] + n[1] + 1) / (3 * n[0] * n[1])
  const reach = z975 * Math.sqrt(squared)
  return { low: Math.tanh(Math.atanh(effect) - reach), high: Math.tanh(Math.atanh(effect) + reach) }
}
