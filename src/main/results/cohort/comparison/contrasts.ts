import { holm } from '../../../../shared/domain/results/adjust.ts'
import type {
  Comparison,
  ComparisonRow,
  EffectName,
  GroupFigures,
  PairwiseContrast,
  RunTest,
} from '../../../../shared/domain/results/comparison.ts'
import {
  adjustedG,
  cliffsDelta,
  type EffectInterval,
  epsilonSquared,
  hedgesG,
  hedgesGInterval,
  hedgesGPaired,
  omegaSquared,
  rankBiserial,
  rankEffectInterval,
} from '../../statistics/effects.ts'
import { pseudomedianOf, type Shift, shiftOf } from '../../statistics/hodgesLehmann.ts'
import { anova, paired, welch, welchAnova } from '../../statistics/meanTests.ts'
import {
  type KruskalWallis,
  kruskalWallis,
  leastCountedP,
  leastCountedSignedRankP,
  mannWhitney,
  type RankTest,
  wilcoxonSignedRank,
} from '../../statistics/rankTests.ts'
import {
  type AdjustedTest,
  adjustedDifference,
  adjustedPairs,
  adjustedValues,
  analysisOfCovariance,
  type Covaried,
} from '../../statistics/regression.ts'
import { meanOf, medianOf, type NoTest, varianceOf } from '../../statistics/values.ts'

/** The result of a test for one pathway, without the noise limits, which `compare` adds. */
type Contrast = Omit<Pick<ComparisonRow, keyof typeof nothing>, 'pairwise'> & {
  pairwise: Omit<PairwiseContrast, 'noiseLimit' | 'withinNoise'>[]
}

/** The figures of a test that was not possible. */
const nothing = {
  difference: null,
  ciLow: null,
  ciHigh: null,
  effect: null,
  effectLow: null,
  effectHigh: null,
  zeros: null,
  pairwise: [],
  statistic: null,
  df: null,
  df2: null,
  p: null,
  why: null,
  exact: null,
  leastP: null,
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

export function toFigures(values: Float64Array): GroupFigures {
  const mean = meanOf(values)
  return {
    n: values.length,
    mean: finite(mean),
    sd: finite(Math.sqrt(varianceOf(values, mean))),
    median: finite(medianOf(values)),
  }
}

/** The values of each group, or of each side of the pairs. `x`: their covariate; empty if there is none. */
type Groups = readonly Covaried[]

/** `values`: the values that the figures of each group describe. A regression adjusts them to the mean covariate. */
type Outcome = { contrast: Contrast; values: readonly Float64Array[] }

/** A test of one pathway. A new one is one entry of `methods`. */
type Method = {
  effectName: EffectName
  statisticName: Comparison['statisticName']
  /** The test of every two groups, if it compares several. */
  pairwise?: RunTest
  compare(groups: Groups): Outcome
}

export const methods: Record<RunTest, Method> = {
  welch: { effectName: 'hedges_g', statisticName: 't', compare: ofTwo(contrastMeans) },
  'mann-whitney': { effectName: 'cliffs_delta', statisticName: 'W', compare: ofTwo(contrastRanks) },
  paired: { effectName: 'hedges_g_paired', statisticName: 't', compare: ofPairs(contrastPairs) },
  'wilcoxon-signed-rank': {
    effectName: 'rank_biserial',
    statisticName: 'V',
    compare: ofPairs(contrastSignedRanks),
  },
  'kruskal-wallis': {
    effectName: 'epsilon_squared',
    statisticName: 'H',
    pairwise: 'mann-whitney',
    compare: ofSeveral(kruskalWallis, rankPair),
  },
  'welch-anova': {
    effectName: 'omega_squared',
    statisticName: 'F',
    pairwise: 'welch',
    compare: ofSeveral(welchAnova, meanPair),
  },
  anova: {
    effectName: 'omega_squared',
    statisticName: 'F',
    pairwise: 'welch',
    compare: ofSeveral(anova, meanPair),
  },
  regression: {
    effectName: 'hedges_g',
    statisticName: 't',
    compare: (groups) => contrastAdjusted(groups, adjustedDifference),
  },
  'paired-regression': {
    effectName: 'hedges_g_paired',
    statisticName: 't',
    compare: (groups) => contrastAdjusted(groups, adjustedPairs),
  },
  ancova: {
    effectName: 'omega_squared',
    statisticName: 'F',
    pairwise: 'regression',
    compare: contrastAncova,
  },
}

const none = new Float64Array()

function ofTwo(contrast: (a: Float64Array, b: Float64Array) => Contrast): Method['compare'] {
  return (groups) => {
    const values = groups.map(({ y }) => y)
    const [a = none, b = none] = values
    return { contrast: contrast(a, b), values }
  }
}

/** Compares pairs by their differences. A covariate that differs by the same amount in all pairs is subtracted. */
function ofPairs(contrast: (differences: Float64Array) => Contrast): Method['compare'] {
  return (groups) => {
    const values = groups.map(({ x, y }) => (x.length === 0 ? y : y.map((value, at) => value - (x[at] ?? 0))))
    const [first = none, second = none] = values
    return { contrast: contrast(first.map((value, at) => value - (second[at] ?? Number.NaN))), values }
  }
}

/** Compares several groups together, and every two of them by the matching two-group test. */
function ofSeveral(
  test: (groups: readonly Float64Array[]) => SeveralTest | NoTest,
  pair: (a: Float64Array, b: Float64Array) => Contrast,
): Method['compare'] {
  return (groups) => {
    const values = groups.map(({ y }) => y)
    const pairwise = everyTwo(groups, (a, b) => pair(a.y, b.y))
    return { contrast: contrastSeveral(values, test(values), test === kruskalWallis, pairwise), values }
  }
}

type SeveralTest = KruskalWallis & { dfWithin?: number }

function contrastSeveral(
  groups: readonly Float64Array[],
  all: SeveralTest | NoTest,
  isRanked: boolean,
  pairwise: Contrast['pairwise'],
): Contrast {
  if (all.why !== null) return { ...nothing, ...all, pairwise }
  const { statistic, df, dfWithin: df2 = null, p } = all
  const n = groups.reduce((sum, { length }) => sum + length, 0)
  const effect = isRanked ? epsilonSquared(statistic, n) : omegaSquared(statistic, df, n)
  const leastP = isRanked ? leastCountedP(groups.map(({ length }) => length)) : null
  return { ...nothing, effect, statistic, df, df2, p, leastP, pairwise }
}

/** Compares several groups at the same covariate. */
function contrastAncova(groups: Groups): Outcome {
  const all = analysisOfCovariance(groups)
  const values = groups.map(({ y }) => y)
  const pairwise = everyTwo(groups, (a, b) => contrastAdjusted([a, b], adjustedDifference).contrast)
  return {
    contrast: contrastSeveral(values, all, false, pairwise),
    values: all.why === null ? adjustedValues(groups, all.slope) : values,
  }
}

/** Compares two groups, or the sides of pairs, at the same covariate. */
function contrastAdjusted(groups: Groups, fit: (a: Covaried, b: Covaried) => AdjustedTest | NoTest): Outcome {
  const [a = noUnits, b = noUnits] = groups
  const fitted = fit(a, b)
  if (fitted.why !== null) return { contrast: { ...nothing, ...fitted }, values: groups.map(({ y }) => y) }
  const { slope, variance: _, squaredErrorShare: share, ...test } = fitted
  const effect = hedges(adjustedG(fitted), { df: fitted.df, share })
  return { contrast: { ...nothing, ...test, ...effect }, values: adjustedValues(groups, slope) }
}

const noUnits: Covaried = { x: none, y: none }

/** Compares two groups by their means, with Welch's test. */
function contrastMeans(a: Float64Array, b: Float64Array): Contrast {
  const contrast = meanPair(a, b)
  const [m, n] = [a.length, b.length]
  return { ...contrast, ...hedges(contrast.effect, { df: m + n - 2, share: 1 / m + 1 / n }) }
}

/** Compares two groups by their ranks, with the shift and interval of the rank test itself. */
function contrastRanks(a: Float64Array, b: Float64Array): Contrast {
  const contrast = rankPair(a, b)
  const interval = rankEffectInterval(contrast.effect, [a.length, b.length])
  return { ...contrast, ...withInterval(contrast.effect, interval) }
}

/** Compares two groups without the interval of the effect, which would take minutes for all pairs of twenty groups. */
function meanPair(a: Float64Array, b: Float64Array): Contrast {
  return { ...nothing, difference: finite(meanOf(a) - meanOf(b)), ...welch({ a, b }), effect: hedgesG(a, b) }
}

/** Returns the same by ranks. */
function rankPair(a: Float64Array, b: Float64Array): Contrast {
  const least = leastCountedP([a.length, b.length])
  return { ...byRanks(mannWhitney(a, b), shiftOf(a, b), least), effect: cliffsDelta(a, b) }
}

function contrastPairs(differences: Float64Array): Contrast {
  const n = differences.length
  const effect = hedges(hedgesGPaired(differences), { df: n - 1, share: 1 / n })
  return { ...nothing, difference: finite(meanOf(differences)), ...paired(differences), ...effect }
}

function contrastSignedRanks(differences: Float64Array): Contrast {
  const n = differences.length
  const moved = differences.filter((one) => one !== 0).length
  const r = rankBiserial(differences)
  return {
    ...byRanks(wilcoxonSignedRank(differences), pseudomedianOf(differences), leastCountedSignedRankP(moved)),
    ...withInterval(r, rankEffectInterval(r, moved)),
    zeros: n - moved,
  }
}

function everyTwo(groups: Groups, contrast: (a: Covaried, b: Covaried) => Contrast): Contrast['pairwise'] {
  const pairs = groups.flatMap((first, a) =>
    groups.slice(a + 1).flatMap((second, at) => {
      const { difference, ciLow, ciHigh, effect, p, exact, leastP } = contrast(first, second)
      if (difference === null) return []
      const n: PairwiseContrast['n'] = [first.y.length, second.y.length]
      return [{ a, b: a + 1 + at, n, difference, ciLow, ciHigh, effect, p, exact, leastP }]
    }),
  )
  const adjusted = holm(pairs.map(({ p }) => p))
  return pairs.map((pair, at) => ({ ...pair, pHolm: adjusted[at] ?? null }))
}

const hedges = (g: number | null, of: Parameters<typeof hedgesGInterval>[1]) =>
  withInterval(g, hedgesGInterval(g, of))

const withInterval = (effect: number | null, interval: EffectInterval | null) => ({
  effect,
  effectLow: interval?.low ?? null,
  effectHigh: interval?.high ?? null,
})

/** Builds the contrast of a rank test. p is R's, even if ties make it fall below `leastP` (decision 17). */
const byRanks = (test: RankTest | NoTest, shift: Shift | null, leastP: number): Contrast => ({
  ...nothing,
  difference: shift && finite(shift.estimate),
  ciLow: shift?.ciLow ?? null,
  ciHigh: shift?.ciHigh ?? null,
  ...test,
  leastP: test.why === null ? leastP : null,
})
