import fisher from '@stdlib/stats-base-dists-f'
import normal from '@stdlib/stats-base-dists-normal'
import student from '@stdlib/stats-base-dists-t'

/*
 * Tails are always computed as such and never as 1 − cdf, which knows no p below 1e-16.
 */

/** P(|T| ≥ |t|) of Student's t; df > 0. */
export const twoSidedT = (t: number, df: number): number => 2 * student.cdf(-Math.abs(t), df)

/** The t that is exceeded with probability 0.025. */
export const t975 = (df: number): number => -student.quantile(0.025, df)

/** P(|Z| ≥ |z|) of the standard normal distribution. */
export const twoSidedNormal = (z: number): number => 2 * normal.cdf(-Math.abs(z), 0, 1)

/** The z that is exceeded with probability 0.025. */
export const z975 = -normal.quantile(0.025, 0, 1)

/** P(F ≥ f): 1/F has the degrees of freedom the other way round, which makes the upper tail a lower one. */
export const upperF = (f: number, df1: number, df2: number): number =>
  f <= 0 ? 1 : fisher.cdf(1 / f, df2, df1)

/**
 * P(χ² ≥ x), df a whole number > 0: the finite sums of Abramowitz and Stegun 26.4.4 (odd) and 26.4.5 (even), whose
 * terms are all positive, so that no digit is lost however small it gets.
 */
export function upperChiSquare(x: number, df: number): number {
  if (x <= 0) return 1
  const odd = df % 2 === 1
  let term = odd ? Math.exp(-x / 2) * Math.sqrt((2 * x) / Math.PI) : Math.exp(-x / 2)
  let sum = odd ? twoSidedNormal(Math.sqrt(x)) : 0
  for (let degrees = odd ? 3 : 2; degrees <= df; degrees += 2) {
    sum += term
    term *= x / degrees
  }
  return Math.min(1, sum)
}
