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
  epsilonSquared,
  hedgesG,
  hedgesGPaired,
  omegaSquared,
  rankBiserial,
} from '../../statistics/effects.ts'
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

/** What a test says of one pathway. Noise is looked at elsewhere. */
export type Contrast = Pick<
  ComparisonRow,
  | 'difference'
  | 'ciLow'
  | 'ciHigh'
  | 'effect'
  | 'statistic'
  | 'df'
  | 'df2'
  | 'p'
  | 'why'
  | 'exact'
  | 'leastP'
  | 'signsDiffer'
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

/** The test of two that goes with one of several groups. */
export function pairwiseTest(test: RunTest): RunTest {
  if (test === 'ancova') return 'regression'
  return test === 'kruskal-wallis' ? 'mann-whitney' : 'welch'
}

/** A number that can be reported; null for those that are none, or too large. */
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
 * Groups at the same covariate. `values`: those of each group at the mean covariate by the slope of the regression, less
 * their mean, for the figures of the groups; null without a test.
 */
export function contrastAdjusted(
  groups: readonly Covaried[],
  test: RunTest,
): { contrast: Contrast; values: Float64Array[] | null } {
  const toValues = (slope: number) => adjustedValues(groups, slope)
  if (test === 'ancova') {
    const all = analysisOfCovariance(groups)
    const pairwise = everyTwo(groups, (a, b) => contrastAdjusted([a, b], 'regression').contrast)
    const none = { difference: null, ciLow: null, ciHigh: null, exact: null, leastP: null, pairwise }
    if (all.why !== null)
      return { contrast: { ...none, signsDiffer: false, ...untested(all), effect: null }, values: null }
    const { statistic, df, dfWithin: df2, p, slope } = all
    const n = groups.reduce((sum, { y }) => sum + y.length, 0)
    const effect = omegaSquared(statistic, df, n)
    const contrast = { ...none, signsDiffer: false, effect, statistic, df, df2, p, why: null }
    return { contrast, values: toValues(slope) }
  }
  const [a = noUnits, b = noUnits] = groups
  const fitted = test === 'paired-regression' ? adjustedPairs(a, b) : adjustedDifference(a, b)
  const contrast = { ...difference(fitted, Number.NaN), ...tested(fitted) }
  return fitted.why === null
    ? { contrast: { ...contrast, effect: adjustedG(fitted) }, values: toValues(fitted.slope) }
    : { contrast: { ...contrast, effect: null }, values: null }
}

const noUnits: Covaried = { x: new Float64Array(), y: new Float64Array() }

/** Two groups. The difference and its interval are those of the means, whichever test gives the p. */
export function contrastTwo(a: Float64Array, b: Float64Array, test: RunTest): Contrast {
  const tTest = welch({ a, b })
  const about = difference(tTest, meanOf(a) - meanOf(b))
  if (test !== 'mann-whitney') return { ...about, ...tested(tTest), effect: hedgesG(a, b) }
  const least = leastCountedP([a.length, b.length])
  return byRanks(about, mannWhitney(a, b), least, cliffsDelta(a, b))
}

/** Pairs, by what differs within each. */
export function contrastPairs(first: Float64Array, second: Float64Array, test: RunTest): Contrast {
  const differences = first.map((value, at) => value - (second[at] ?? Number.NaN))
  const tTest = paired(differences)
  const about = difference(tTest, meanOf(differences))
  if (test !== 'wilcoxon-signed-rank')
    return { ...about, ...tested(tTest), effect: hedgesGPaired(differences) }
  const moved = differences.filter((one) => one !== 0).length
  const least = leastCountedSignedRankP(moved)
  return byRanks(about, wilcoxonSignedRank(differences), least, rankBiserial(differences))
}

type SeveralTest = KruskalWallis & { dfWithin?: number }

/** Several groups together, and every two of them by the test of two that goes with it. */
export function contrastSeveral(groups: readonly Float64Array[], test: RunTest): Contrast {
  const n = groups.reduce((sum, group) => sum + group.length, 0)
  const isRanked = test === 'kruskal-wallis'
  const all: SeveralTest | NoTest = isRanked
    ? kruskalWallis(groups)
    : (test === 'anova' ? anova : welchAnova)(groups)
  const pairwise = everyTwo(groups, (a, b) => contrastTwo(a, b, pairwiseTest(test)))
  const none = { difference: null, ciLow: null, ciHigh: null, exact: null, signsDiffer: false, pairwise }
  if (all.why !== null) return { ...none, ...untested(all), effect: null }
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
      const { difference: of, ciLow, ciHigh, effect, p, exact, leastP, signsDiffer } = contrast(first, second)
      if (of === null) return []
      const n: PairwiseContrast['n'] = [sizeOf(first), sizeOf(second)]
      return [{ a, b: a + 1 + at, n, difference: of, ciLow, ciHigh, effect, p, exact, leastP, signsDiffer }]
    }),
  )
  const adjusted = holm(pairs.map(({ p }) => p))
  return pairs.map((pair, at) => ({ ...pair, pHolm: adjusted[at] ?? null }))
}

const sizeOf = (group: Float64Array | Covaried): number => ('y' in group ? group.y : group).length

type About = Pick<Contrast, 'difference' | 'ciLow' | 'ciHigh' | 'signsDiffer' | 'pairwise'>

function difference(test: TTest | NoTest, means: number): About {
  const about = { signsDiffer: false, pairwise: [] }
  if (test.why === null)
    return { ...about, difference: test.difference, ciLow: test.ciLow, ciHigh: test.ciHigh }
  return { ...about, difference: finite(means), ciLow: null, ciHigh: null }
}

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

/** p is R's, also where equal values make the approximation fall below `leastP` (decision 17). */
function byRanks(
  about: About,
  test: ReturnType<typeof mannWhitney>,
  leastP: number,
  effect: number | null,
): Contrast {
  if (test.why !== null) return { ...about, ...untested(test), effect }
  const { statistic, p, exact } = test
  const signsDiffer = (about.difference ?? 0) * (effect ?? 0) < 0
  return { ...about, statistic, df: null, df2: null, p, why: null, exact, leastP, effect, signsDiffer }
}
