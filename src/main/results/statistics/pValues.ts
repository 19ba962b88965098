import normalCdf from '@stdlib/stats-base-dists-normal-cdf'
import normalQuantile from '@stdlib/stats-base-dists-normal-quantile'
import tCdf from '@stdlib/stats-base-dists-t-cdf'
import tPdf from '@stdlib/stats-base-dists-t-pdf'
import tQuantile from '@stdlib/stats-base-dists-t-quantile'

/*
 * Tails are computed directly and never as 1 − cdf, which cannot represent p below 1e-16. The library has no upper
 * tails of χ² and F. For whole degrees of freedom they are finite sums of positive terms, which stay precise however
 * small they get.
 */

/** P(|T| ≥ |t|) of Student's t; df from 1. */
export function twoSidedT(t: number, df: number): number {
  const size = Math.abs(t)
  // Near 0 the library returns 1. The density there is practically constant.
  return size < 1e-5 ? 1 - 2 * size * tPdf(size, df) : 2 * tCdf(-size, df)
}

/** P(T ≥ t) of Student's t; df from 1. */
export const upperT = (t: number, df: number): number =>
  t >= 0 ? twoSidedT(t, df) / 2 : 1 - twoSidedT(t, df) / 2

/** The t that is exceeded with probability 0.025; df from 1. */
export const t975 = (df: number): number => -tQuantile(0.025, df)

/** P(|Z| ≥ |z|) of the standard normal distribution. */
export const twoSidedNormal = (z: number): number => 2 * normalCdf(-Math.abs(z), 0, 1)

/** The z that is exceeded with probability 0.025. */
export const z975 = -normalQuantile(0.025, 0, 1)

/** P(χ² ≥ x) by Abramowitz and Stegun 26.4.4 (df odd) and 26.4.5 (even); df whole, from 1. */
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

/**
 * P(F ≥ f) by the recurrence of the incomplete beta function (DLMF 8.17.21), from Student's t (df1 odd)
 * or from nothing (even); df1 whole, from 1; df2 from 1, mostly not whole.
 */
export function upperF(f: number, df1: number, df2: number): number {
  if (f <= 0) return 1
  const ratio = (df1 * f) / df2
  const odd = df1 % 2 === 1
  const t = Math.sqrt(df1 * f)
  let term = odd ? 2 * t * tPdf(t, df2) : Math.exp((-df2 / 2) * Math.log1p(ratio))
  let sum = odd ? twoSidedT(t, df2) : 0
  for (let degrees = odd ? 3 : 2; degrees <= df1; degrees += 2) {
    sum += term
    term *= (df2 + degrees - 2) / degrees / (1 + 1 / ratio)
  }
  return Math.min(1, sum)
}
