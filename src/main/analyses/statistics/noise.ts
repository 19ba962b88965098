import { squaresOf } from './values.ts'

/** Spread of repeated measurements of one thing, of all things together. */
export type Noise = {
  /** Sets of two and more values, which is what it was estimated from. */
  sets: number
  /** Σ(values of a set − 1). */
  df: number
  /** Pooled within-replicate standard deviation, in the unit of the values. */
  sd: number
  /** 1.96 · √2 · sd: two single measurements of the same thing differ by less in 95 of 100 cases. */
  smallestChange: number
}

/**
 * Noise of measuring, from sets of repeated measurements: the repeatability of Bland and Altman (1999). Without NaN.
 * null: no set of two values; squares that overflow.
 */
export function noiseOf(sets: readonly Float64Array[]): Noise | null {
  const repeated = sets.filter((set) => set.length >= 2)
  if (repeated.length === 0) return null
  const df = repeated.reduce((sum, set) => sum + set.length - 1, 0)
  const sd = Math.sqrt(repeated.reduce((sum, set) => sum + squaresOf(set), 0) / df)
  if (!Number.isFinite(sd)) return null
  return { sets: repeated.length, df, sd, smallestChange: 1.96 * Math.SQRT2 * sd }
}

/**
 * What noise alone makes of a difference of means in 95 of 100 cases: 1.96 · sd · √share, where `share` is the variance
 * of the difference in that of a single measurement (2 for two of them): Σ 1/kᵢ / n² for each mean of n means of k values.
 */
export const noiseLimit = ({ sd }: Pick<Noise, 'sd'>, share: number): number => 1.96 * sd * Math.sqrt(share)
