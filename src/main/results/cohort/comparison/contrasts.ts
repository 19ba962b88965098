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
import { anova, paired, type TTest, welch, welchAnova } from '../../statistics/meanTests.ts'
import {
  type KruskalWallis,
  kruskalWallis,
  leastCountedP,
  leastCountedSignedRankP,
  mannWhitney,
  wilcoxonSignedRank,
} from '../../statistics/rankTests.ts'
import {
  adjustedDifference,
  adjustedPairs,
  adjustedValues,
  analysisOfCovariance,
  type Covaried,
} from '../../statistics/regression.ts'
import { meanOf, medianOf, type NoTest, varianceOf } from '../../statistics/values.ts'

/** The result of a test for one pathway, without the noise limits, which `compare` adds. */
export type Contrast = Pick<
  ComparisonRow,
  | 'difference'
  | 'ciLow'
  | 'ciHigh'
  | 'effect'
  | 'effectLow'
  | 'effectHigh'
  | 'statistic'
  | 'df'
  | 'df2'
  | 'p'
  | 'why'
  | 'exact'
  | 'leastP'
  | 'zeros'
> & { pairwise: Omit<PairwiseContrast, 'noiseLimit' | 'withinNoise'>[] }

export const effectNames: Record<RunTest, EffectName> = {
  welch: 'hedges_g',
  'mann-whitney': 'cliffs_delta',
  paired: 'hedges_g_paired',
  'wilcoxon-signed-rank': 'rank_biserial',
  'kruskal-wallis': 'epsilon_squared',
  'welch-anova': 'omega_squared',
  anova: 'omega_squared',
  regression: 'hedges_g',
  'paired-regression': 'hedges_g_paired',
  ancova: 'omega_squared',
}

export const statisticNames: Record<RunTest, Comparison['statisticName']> = {
  welch: 't',
  'mann-whitney': 'W',
  paired: 't',
  'wilcoxon-signed-rank': 'V',
  'kruskal-wallis': 'H',
  'welch-anova': 'F',
  anova: 'F',
  regression: 't',
  'paired-regression': 't',
  ancova: 'F',
}

/** Returns the two-group test that matches a test of several groups. */
export function pairwiseTest(test: RunTest): RunTest {
  if (test === 'ancova') return 'regression'
  return test === 'kruskal-wallis' ? 'mann-whitney' : 'welch'
}

/** Returns the number, or null if it is not finite. */
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

/**
 * Compares groups at the same covariate. `values`: each group's values, adjusted to the mean covariate by the
 * regression slope, for the group figures; null without a test.
 */
export function contrastAdjusted(
  groups: readonly Covaried[],
  test: RunTest,
): { contrast: Contrast; values: Float64Array[] | null } {
  const toValues = (slope: number) => adjustedValues(groups, slope)
  if (test === 'ancova') {
    const all = analysisOfCovariance(groups)
    const pairwise = everyTwo(groups, (a, b) => contrastAdjusted([a, b], 'regression').contrast)
    const none = { ...nothing, exact: null, leastP: null, pairwise }
    if (all.why !== null) return { contrast: { ...none, ...untested(all) }, values: null }
    const { statistic, df, dfWithin: df2, p, slope } = all
    const n = groups.reduce((sum, { y }) => sum + y.length, 0)
    const effect = omegaSquared(statistic, df, n)
    const contrast = { ...none, effect, statistic, df, df2, p, why: null }
    return { contrast, values: toValues(slope) }
  }
  const [a = noUnits, b = noUnits] = groups
  const fitted = test === 'paired-regression' ? adjustedPairs(a, b) : adjustedDifference(a, b)
  const contrast = { ...difference(fitted, Number.NaN), ...tested(fitted) }
  if (fitted.why !== null) return { contrast, values: null }
  const g = adjustedG(fitted)
  const effect = withInterval(g, hedgesGInterval(g, { df: fitted.df, share: fitted.squaredErrorShare }))
  return { contrast: { ...contrast, ...effect }, values: toValues(fitted.slope) }
}

const noUnits: Covaried = { x: new Float64Array(), y: new Float64Array() }

/** Compares two groups: means by Welch's test; ranks with the shift and interval of the rank test itself. */
export function contrastTwo(a: Float64Array, b: Float64Array, test: RunTest): Contrast {
  const [m, n] = [a.length, b.length]
  const contrast = contrastOfPair(a, b, test)
  const interval =
    test === 'mann-whitney'
      ? rankEffectInterval(contrast.effect, [m, n])
      : hedgesGInterval(contrast.effect, { df: m + n - 2, share: 1 / m + 1 / n })
  return { ...contrast, ...withInterval(contrast.effect, interval) }
}

/**
 * Compares two groups without the interval of the effect, which would take minutes for all pairs of twenty groups over
 * many pathways.
 */
function contrastOfPair(a: Float64Array, b: Float64Array, test: RunTest): Contrast {
  if (test === 'mann-whitney') {
    const least = leastCountedP([a.length, b.length])
    return { ...byRanks(mannWhitney(a, b), shiftOf(a, b), least), effect: cliffsDelta(a, b) }
  }
  const tTest = welch({ a, b })
  return { ...difference(tTest, meanOf(a) - meanOf(b)), ...tested(tTest), effect: hedgesG(a, b) }
}

/** Compares pairs by their differences. */
export function contrastPairs(first: Float64Array, second: Float64Array, test: RunTest): Contrast {
  const differences = first.map((value, at) => value - (second[at] ?? Number.NaN))
  const n = differences.length
  if (test !== 'wilcoxon-signed-rank') {
    const tTest = paired(differences)
    const g = hedgesGPaired(differences)
    const effect = withInterval(g, hedgesGInterval(g, { df: n - 1, share: 1 / n }))
    return { ...difference(tTest, meanOf(differences)), ...tested(tTest), ...effect }
  }
  const moved = differences.filter((one) => one !== 0).length
  const r = rankBiserial(differences)
  return {
    ...byRanks(wilcoxonSignedRank(differences), pseudomedianOf(differences), leastCountedSignedRankP(moved)),
    ...withInterval(r, rankEffectInterval(r, moved)),
    zeros: n - moved,
  }
}

type SeveralTest = KruskalWallis & { dfWithin?: number }

/** Compares several groups together, and every two of them by the matching two-group test. */
export function contrastSeveral(groups: readonly Float64Array[], test: RunTest): Contrast {
  const n = groups.reduce((sum, group) => sum + group.length, 0)
  const isRanked = test === 'kruskal-wallis'
  const all: SeveralTest | NoTest = isRanked
    ? kruskalWallis(groups)
    : (test === 'anova' ? anova : welchAnova)(groups)
  const pairwise = everyTwo(groups, (a, b) => contrastOfPair(a, b, pairwiseTest(test)))
  const none = { ...nothing, exact: null, pairwise }
  if (all.why !== null) return { ...none, ...untested(all) }
  const { statistic, df, dfWithin: df2 = null, p } = all
  const effect = isRanked ? epsilonSquared(statistic, n) : omegaSquared(statistic, df, n)
  const leastP = isRanked ? leastCountedP(groups.map((group) => group.length)) : null
  return { ...none, effect, statistic, df, df2, p, leastP, why: null }
}

function everyTwo<G extends Float64Array | Covaried>(
  groups: readonly G[],
  contrast: (a: G, b: G) => Contrast,
): Contrast['pairwise'] {
  const pairs = groups.flatMap((first, a) =>
    groups.slice(a + 1).flatMap((second, at) => {
      const { difference: of, ciLow, ciHigh, effect, p, exact, leastP } = contrast(first, second)
      if (of === null) return []
      const n: PairwiseContrast['n'] = [sizeOf(first), sizeOf(second)]
      return [{ a, b: a + 1 + at, n, difference: of, ciLow, ciHigh, effect, p, exact, leastP }]
    }),
  )
  const adjusted = holm(pairs.map(({ p }) => p))
  return pairs.map((pair, at) => ({ ...pair, pHolm: adjusted[at] ?? null }))
}

const sizeOf = (group: Float64Array | Covaried): number => ('y' in group ? group.y : group).length

/** The default values for figures that a test does not have. */
const nothing = {
  difference: null,
  ciLow: null,
  ciHigh: null,
  effect: null,
  effectLow: null,
  effectHigh: null,
  zeros: null,
  pairwise: [],
}
type About = Omit<Contrast, keyof Tested>

function difference(test: TTest | NoTest, means: number): About {
  if (test.why !== null) return { ...nothing, difference: finite(means) }
  return { ...nothing, difference: test.difference, ciLow: test.ciLow, ciHigh: test.ciHigh }
}

const withInterval = (effect: number | null, interval: EffectInterval | null) => ({
  effect,
  effectLow: interval?.low ?? null,
  effectHigh: interval?.high ?? null,
})

type Tested = Pick<Contrast, 'statistic' | 'df' | 'df2' | 'p' | 'why' | 'exact' | 'leastP'>

const untested = ({ why }: NoTest): Tested => ({
  statistic: null,
  df: null,
  df2: null,
  p: null,
  why,
  exact: null,
  leastP: null,
})

const tested = (test: TTest | NoTest): Tested =>
  test.why === null
    ? { statistic: test.statistic, df: test.df, df2: null, p: test.p, why: null, exact: null, leastP: null }
    : untested(test)

/**
 * Builds the contrast of a rank test. p is that of R, even if ties make its approximation fall below `leastP` (decision
 * 17).
 */
function byRanks(test: ReturnType<typeof mannWhitney>, shift: Shift | null, leastP: number): Contrast {
  const about = {
    ...nothing,
    difference: shift && finite(shift.estimate),
    ciLow: shift?.ciLow ?? null,
    ciHigh: shift?.ciHigh ?? null,
  }
  if (test.why !== null) return { ...about, ...untested(test) }
  const { statistic, p, exact } = test
  return { ...about, statistic, df: null, df2: null, p, why: null, exact, leastP }
}
