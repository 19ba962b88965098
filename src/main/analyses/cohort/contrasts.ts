import type { ComparisonRow, EffectName, GroupFigures, TestName } from '../../../shared/domain/comparison.ts'
import { holm } from '../statistics/adjust.ts'
import {
  cliffsDelta,
  epsilonSquared,
  hedgesG,
  hedgesGPaired,
  omegaSquared,
  rankBiserial,
} from '../statistics/effects.ts'
import {
  kruskalWallis,
  leastMannWhitneyP,
  leastSignedRankP,
  mannWhitney,
  wilcoxonSignedRank,
} from '../statistics/rankTests.ts'
import { paired, type TTest, welch } from '../statistics/tTest.ts'
import { meanOf, medianOf, type NoTest, varianceOf } from '../statistics/values.ts'
import { welchAnova } from '../statistics/welchAnova.ts'

/** What a test says of one pathway. */
export type Contrast = Pick<
  ComparisonRow,
  'difference' | 'ciLow' | 'ciHigh' | 'effect' | 'statistic' | 'df' | 'p' | 'why' | 'exact' | 'pairwise'
>

export const effectNames: Record<TestName, EffectName> = {
  welch: 'hedges_g',
  'mann-whitney': 'cliffs_delta',
  paired: 'hedges_g_paired',
  'wilcoxon-signed-rank': 'rank_biserial',
  'kruskal-wallis': 'epsilon_squared',
  'welch-anova': 'omega_squared',
}

/** A number that can be told; null for those that are none, or too large. */
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

export const toFigures = (values: Float64Array): GroupFigures => ({
  n: values.length,
  mean: finite(meanOf(values)),
  sd: finite(Math.sqrt(varianceOf(values))),
  median: finite(medianOf(values)),
})

/** Two groups. The difference and its interval are those of the means, whichever test gives the p. */
export function contrastTwo(a: Float64Array, b: Float64Array, test: TestName): Contrast {
  const about = difference(welch({ a, b }), meanOf(a) - meanOf(b))
  if (test === 'mann-whitney')
    return {
      ...about,
      ...ranked(mannWhitney(a, b), () => leastMannWhitneyP(a.length, b.length)),
      effect: cliffsDelta(a, b),
    }
  return { ...about, ...tested(welch({ a, b })), effect: hedgesG(a, b) }
}

/** Pairs, by what differs within each. */
export function contrastPairs(first: Float64Array, second: Float64Array, test: TestName): Contrast {
  const differences = first.map((value, at) => value - (second[at] ?? Number.NaN))
  const about = difference(paired(differences), meanOf(differences))
  const moved = differences.filter((one) => one !== 0).length
  if (test === 'wilcoxon-signed-rank')
    return {
      ...about,
      ...ranked(wilcoxonSignedRank(differences), () => leastSignedRankP(moved)),
      effect: rankBiserial(differences),
    }
  return { ...about, ...tested(paired(differences)), effect: hedgesGPaired(differences) }
}

/** Several groups together, and every two of them by the test of two that goes with it. */
export function contrastSeveral(groups: readonly Float64Array[], test: TestName): Contrast {
  const n = groups.reduce((sum, group) => sum + group.length, 0)
  const isRanked = test === 'kruskal-wallis'
  const all = isRanked ? kruskalWallis(groups) : welchAnova(groups)
  const none = { difference: null, ciLow: null, ciHigh: null, exact: null }
  const pairwise = everyTwo(groups, isRanked ? 'mann-whitney' : 'welch')
  if (all.why !== null) return { ...none, ...untested(all), effect: null, pairwise }
  const { statistic, df, p } = all
  const effect = isRanked ? epsilonSquared(statistic, n) : omegaSquared(statistic, df, n)
  return { ...none, effect, statistic, df, p, why: null, pairwise }
}

function everyTwo(groups: readonly Float64Array[], test: TestName): ComparisonRow['pairwise'] {
  const pairs = groups.flatMap((first, a) =>
    groups.slice(a + 1).flatMap((second, at) => {
      const { difference: of, p } = contrastTwo(first, second, test)
      return of === null ? [] : [{ a, b: a + 1 + at, difference: of, p }]
    }),
  )
  const adjusted = holm(pairs.map(({ p }) => p))
  return pairs.map((pair, at) => ({ ...pair, pHolm: adjusted[at] ?? null }))
}

type About = Pick<Contrast, 'difference' | 'ciLow' | 'ciHigh' | 'pairwise'>

function difference(test: TTest | NoTest, means: number): About {
  if (test.why === null)
    return { difference: test.difference, ciLow: test.ciLow, ciHigh: test.ciHigh, pairwise: [] }
  return { difference: finite(means), ciLow: null, ciHigh: null, pairwise: [] }
}

type Tested = Pick<Contrast, 'statistic' | 'df' | 'p' | 'why' | 'exact'>

const untested = ({ why }: NoTest): Tested => ({ statistic: null, df: null, p: null, why, exact: null })

const tested = (test: TTest | NoTest): Tested =>
  test.why === null
    ? { statistic: test.statistic, df: test.df, p: test.p, why: null, exact: null }
    : untested(test)

/** With equal values p is approximated, and is kept from falling below what counting all orders could give. */
const ranked = (test: ReturnType<typeof mannWhitney>, least: () => number): Tested =>
  test.why === null
    ? {
        statistic: test.statistic,
        df: null,
        p: test.exact ? test.p : Math.max(test.p, least()),
        why: null,
        exact: test.exact,
      }
    : untested(test)
