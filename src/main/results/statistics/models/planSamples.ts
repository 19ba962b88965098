import normalCdf from '@stdlib/stats-base-dists-normal-cdf'
import tQuantile from '@stdlib/stats-base-dists-t-quantile'
import { noncentralT } from '../noncentralT.ts'
import { createSeededRandom } from '../seededRandom.ts'

/** The assumptions of a study of two groups of equal size. `effect`, `sd`: in the same unit. */
export type PlanOptions = {
  /** The difference to find, above 0. */
  effect: number
  /** Of single samples within a group, for the pathway to find; with `priorDf`, other pathways vary around it. */
  sd: number
  /** Each unit is in both groups, as two samples with this correlation; null for independent groups. */
  icc: number | null
  /** Columns of the design for covariates, which do not depend on the group. */
  covariates: number
  /** The share of the variance within groups (within units, if paired) that the covariates explain. */
  explained: number
  /** Of moderation: the df of the variances' distribution over pathways. 0 without moderation, may be infinite. */
  priorDf: number
  /** p must be below this. */
  alpha: number
  /** To reach, such as 0.8. */
  power: number
  seed: number
}

/** `perGroup`: samples in each group, or pairs. `power`: at this size, by simulation. */
export type Plan = { perGroup: number; samples: number; power: number; simulations: number }

/** With fewer, the overview claims nothing. */
const leastPerGroup = 3
const mostPerGroup = 10_000
/** The standard error of the power is below 0.3 points, since only variances are drawn, not outcomes. */
const simulations = 2000

/**
 * Returns the smallest group size at which the t test of the group's coefficient reaches the power. The noncentral t
 * distribution gives a first size; simulations near it decide. Null if 10,000 per group are too few.
 */
export function planSamples(options: PlanOptions): Plan | null {
  let [low, high] = [leastOf(options), mostPerGroup]
  if (approximatePower(options, high) < options.power) return null
  while (low < high) {
    const middle = (low + high) >> 1
    if (approximatePower(options, middle) < options.power) low = middle + 1
    else high = middle
  }
  let perGroup = low
  while (perGroup > leastOf(options) && simulatePower(options, perGroup - 1) >= options.power) perGroup -= 1
  while (perGroup < mostPerGroup && simulatePower(options, perGroup) < options.power) perGroup += 1
  return { perGroup, samples: 2 * perGroup, power: simulatePower(options, perGroup), simulations }
}

const leastOf = ({ covariates, icc }: PlanOptions): number =>
  Math.max(leastPerGroup, icc === null ? Math.ceil((covariates + 3) / 2) : covariates + 2)

/**
 * The group's column has `dimensions` beside intercepts, which it shares with the covariates. `scale`: the variance of the
 * difference, in residual variances, if the covariates are orthogonal to it.
 */
function shapeOf({ sd, icc, covariates, explained }: PlanOptions, perGroup: number) {
  const dimensions = icc === null ? 2 * perGroup - 1 : perGroup
  return {
    dimensions,
    df: dimensions - 1 - covariates,
    variance: sd ** 2 * (1 - explained) * (1 - (icc ?? 0)),
    scale: 2 / perGroup,
  }
}

function approximatePower(options: PlanOptions, perGroup: number): number {
  const { dimensions, df, variance, scale } = shapeOf(options, perGroup)
  const total = Math.min(Math.max(2, df + options.priorDf), 1e6)
  const overlap = (dimensions - options.covariates) / dimensions
  const ncp = options.effect / Math.sqrt((variance * scale) / overlap)
  return 1 - noncentralT(-tQuantile(options.alpha / 2, total), total, ncp)
}

/**
 * Returns the power of a study of this size. Draws the estimate of the variance, and the overlap of the
 * group with covariates, which are all that the t test depends on, and averages the probability of p < alpha.
 */
export function simulatePower(options: PlanOptions, perGroup: number): number {
  const { effect, covariates, priorDf, alpha, seed } = options
  const { dimensions, df, variance, scale } = shapeOf(options, perGroup)
  const drawChiSquare = createChiSquare(seed)
  const isInfinite = priorDf === Number.POSITIVE_INFINITY
  const limit = -tQuantile(alpha / 2, isInfinite ? 1e9 : df + priorDf)
  let sum = 0
  for (let draw = 0; draw < simulations; draw += 1) {
    const estimated = (variance * drawChiSquare(df)) / df
    const moderated = isInfinite ? variance : (priorDf * variance + df * estimated) / (priorDf + df)
    const free = drawChiSquare(dimensions - covariates)
    const overlap = covariates === 0 ? 1 : free / (free + drawChiSquare(covariates))
    const error = Math.sqrt((variance * scale) / overlap)
    const reach = limit * Math.sqrt((moderated * scale) / overlap)
    sum += normalCdf((effect - reach) / error, 0, 1) + normalCdf((-effect - reach) / error, 0, 1)
  }
  return sum / simulations
}

/** Creates a generator of χ² numbers by Marsaglia and Tsang (2000), ACM Transactions on Mathematical Software 26:363. */
function createChiSquare(seed: number): (df: number) => number {
  const random = createSeededRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * (1 - random()) ** (1 / shape)
    const d = shape - 1 / 3
    for (;;) {
      const x = normal()
      const v = (1 + x / Math.sqrt(9 * d)) ** 3
      if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
    }
  }
  return (df) => 2 * gamma(df / 2)
}
