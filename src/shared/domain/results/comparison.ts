import { z } from 'zod'
import type { Measure } from './analysis.ts'
import {
  type AgeSource,
  ageSourceSchema,
  type CohortProvenance,
  type JoinedNames,
  sampleChoiceSchema,
} from './cohort.ts'

const name = z.string().trim().min(1).max(200)

/** The tests that can be requested: the first four for two groups, the last two for several. */
export const testSchema = z.enum([
  'welch',
  'mann-whitney',
  'paired',
  'wilcoxon-signed-rank',
  'kruskal-wallis',
  'welch-anova',
])
export type TestName = z.infer<typeof testSchema>
/**
 * The tests that can be run. `anova` replaces `welch-anova` if the smallest of more than two groups has fewer units
 * than there are groups. For the clock at the same chronological age, least squares replaces the requested test:
 * `regression` (clock on age and group), `paired-regression` (differences within pairs) or `ancova` (several groups).
 */
export type RunTest = TestName | 'anova' | 'regression' | 'paired-regression' | 'ancova'
export const pairedTests: ReadonlySet<RunTest> = new Set([
  'paired',
  'wilcoxon-signed-rank',
  'paired-regression',
])
export const severalGroupTests: ReadonlySet<RunTest> = new Set([
  'kruskal-wallis',
  'welch-anova',
  'anova',
  'ancova',
])
/** Returns the tests of a set that can be requested, to name them in a message. */
export const requestable = (tests: ReadonlySet<RunTest>): TestName[] =>
  testSchema.options.filter((test) => tests.has(test))

/** Groups by the values of a covariate, or formed by hand. Differences are first − second. */
const groupsSchema = z.union([
  z.strictObject({ by: name, values: z.array(z.string().max(1000)).min(2).max(20) }),
  z.strictObject({
    sets: z
      .array(z.strictObject({ name, of: sampleChoiceSchema }))
      .min(2)
      .max(20),
  }),
])

type AnyGroups = { by: string; values: readonly string[] } | { sets: readonly { name: string }[] }

export const namesOfGroups = (groups: AnyGroups): readonly string[] =>
  'by' in groups ? groups.values : groups.sets.map((set) => set.name)

/** Returns the field whose values are the groups; null if they were formed by hand. */
export const fieldOfGroups = (groups: AnyGroups | null): string | null =>
  groups && 'by' in groups ? groups.by : null

export const comparisonRequestSchema = z.strictObject({
  measure: z.enum(['activity', 'aging_offset']),
  of: sampleChoiceSchema.default({ filter: {} }),
  groups: groupsSchema,
  test: testSchema.default('welch'),
  /** The covariate that identifies pairs of samples. Required for paired tests and not allowed for others. */
  pairBy: name.optional(),
  /**
   * Samples of one group with the same value of this covariate are repeated measurements of one thing. They count
   * once, by their mean, and their spread is the measurement noise.
   */
  replicatesBy: name.optional(),
  pathways: z.array(z.string().min(1).max(200)).max(10_000).default([]),
})
export type ComparisonRequest = z.infer<typeof comparisonRequestSchema>

/**
 * The measures of a clock comparison, in years: predicted − chronological age, or the predicted age at the same
 * chronological age, by regression.
 */
export const ageMeasureSchema = z.enum(['age_acceleration', 'age_acceleration_residual'])
export type AgeMeasure = z.infer<typeof ageMeasureSchema>
export type ComparedMeasure = Measure | AgeMeasure
export const isAgeMeasure = (measure: ComparedMeasure): measure is AgeMeasure =>
  measure !== 'activity' && measure !== 'aging_offset'

/**
 * Like the request to compare pathways. At the same chronological age, `test` only chooses between paired tests and
 * tests of several groups.
 */
export const clockComparisonRequestSchema = comparisonRequestSchema
  .omit({ measure: true, pathways: true })
  .extend({
    measure: ageMeasureSchema.default('age_acceleration'),
    predicted: ageSourceSchema.optional(),
    chronological: ageSourceSchema.optional(),
  })

/** The figures of one pathway in one group; null if `n` is too small for them. */
export type GroupFigures = { n: number; mean: number | null; sd: number | null; median: number | null }

/** Figures from fewer values per group, or fewer pairs, are rough. */
export const minValues = 5

export type WhyNoTest = 'tooFew' | 'noSpread' | 'tooLarge' | 'confounded'

/** The comparison of one pathway. A row without `p` has no q and counts as p = 1 in the q of the others. */
export type ComparisonRow = {
  pathway: string
  groups: GroupFigures[]
  /** The number of complete pairs; for paired tests only. */
  pairs: number | null
  /**
   * Two groups: the difference of the means (paired: the mean difference) with its 95% interval. Rank tests: the
   * Hodges–Lehmann shift with the interval of the test, which is null if the groups are too small for 95%. Several
   * groups: null.
   */
  difference: number | null
  ciLow: number | null
  ciHigh: number | null
  effect: number | null
  /**
   * The 95% interval of the effect of two groups: by the noncentral t distribution, or by Fisher's z for a rank effect.
   */
  effectLow: number | null
  effectHigh: number | null
  statistic: number | null
  df: number | null
  /** Welch's ANOVA: the degrees of freedom within the groups (`df` is between them); else null. */
  df2: number | null
  p: number | null
  /** By Benjamini–Hochberg over all pathways of this comparison, tested or not. */
  q: number | null
  why: WhyNoTest | null
  /**
   * True: p by the exact distribution. False: normal approximation with continuity correction. Null: the test has only
   * one method.
   */
  exact: boolean | null
  /**
   * Rank tests: the smallest p that an exact test of this many distinct values can give. With ties, an approximated p
   * may be below it and is less reliable than it looks.
   */
  leastP: number | null
  /** True if tested with fewer than five values in a group, or fewer than five pairs. */
  fewValues: boolean
  /** Signed rank test: the number of pairs without a difference, which it ignores; else null. */
  zeros: number | null
  /**
   * The smallest change that two single measurements of one thing can detect: 1.96 · √2 · within-replicate SD. Null
   * without replicates. It does not limit the difference, which is between means.
   */
  smallestChange: number | null
  /**
   * The difference that measurement noise alone stays below in 95 of 100 cases: 1.96 · SD · √(Σ 1/kᵢ / n_a² + Σ 1/kⱼ /
   * n_b²) for n units of k measurements each. Null without replicates.
   */
  noiseLimit: number | null
  /** True if the difference is below `noiseLimit`. */
  withinNoise: boolean
  /** Several groups: each pair of them, by the two-group test that matches the requested one. */
  pairwise: PairwiseContrast[]
}

/** Two of several groups, by index. `effect` is of the kind in `Comparison.pairwiseEffectName`. */
export type PairwiseContrast = Pick<
  ComparisonRow,
  'ciLow' | 'ciHigh' | 'effect' | 'p' | 'exact' | 'leastP' | 'noiseLimit' | 'withinNoise'
> & {
  a: number
  b: number
  n: [a: number, b: number]
  difference: number
  /** Adjusted by Holm over the pairs of this one pathway. Meaningful if the test of all groups found a difference. */
  pHolm: number | null
}

/** A limitation of the group sizes, or data that was left out. Shown with every comparison. */
export type ComparisonNote =
  /**
   * The smallest p that the test can give with these group sizes without ties, if it matters; no q can be below
   * `leastQ`. `undercut`: the number of pathways whose p is still below it, because it is approximated for ties.
   */
  | { kind: 'leastP'; p: number; leastQ: number; undercut: number }
  | { kind: 'smallGroups'; least: number }
  /** Welch's ANOVA was requested for this many groups, but the ordinary ANOVA was run. */
  | { kind: 'ordinaryAnova'; groups: number; least: number }
  | { kind: 'inSeveralGroups'; samples: number }
  | { kind: 'noGroup'; samples: number }
  | { kind: 'noResult'; samples: number }
  /** Samples of the groups without a predicted age (`noClock`) or without a chronological age (`noAge`). */
  | { kind: 'noClock'; samples: number }
  | { kind: 'noAge'; samples: number }
  | { kind: 'noPair'; samples: number }
  /** Samples of one group that share a partner. Their mean is compared. */
  | { kind: 'severalInPair'; pairs: number }
  | { kind: 'noReplicates' }
  | { kind: 'severalServices'; services: string[] }
  | ({ kind: 'joinedNames' } & JoinedNames)

/** Below this many values in one of two groups, or pairs, numbers are shown but no difference is claimed. */
const minClaimed = 3

type Sized = Pick<ComparisonRow, 'groups' | 'pairs'>

/** Returns the smallest number of values in a group, or the number of pairs. */
export const fewestOf = ({ pairs, groups }: Sized): number => pairs ?? Math.min(...groups.map(({ n }) => n))

export const canBeClaimed = (row: Sized): boolean => row.groups.length > 2 || fewestOf(row) >= minClaimed

/** A pathway counts as found if its q is below this. */
export const foundQ = 0.05

type Tested = Sized & Pick<ComparisonRow, 'q' | 'withinNoise'>

/** True if a pathway counts as different: a small q, beyond the noise of replicates, with enough values. */
export const isFound = (row: Tested): boolean => isFoundAt(row, foundQ)
export const isFoundAt = (row: Tested, maxQ: number): boolean =>
  row.q !== null && row.q < maxQ && !row.withinNoise && canBeClaimed(row)

export type EffectName =
  | 'hedges_g'
  | 'hedges_g_paired'
  | 'cliffs_delta'
  | 'rank_biserial'
  | 'epsilon_squared'
  | 'omega_squared'

export type Comparison<M extends ComparedMeasure = Measure> = CohortProvenance & {
  measure: M
  test: RunTest
  groups: { name: string; sampleIds: string[] }[]
  effectName: EffectName
  /** Several groups: the kind of effect of the pairwise contrasts; else null. */
  pairwiseEffectName: EffectName | null
  /** t, Mann–Whitney's W and Wilcoxon's V as in R, Kruskal–Wallis' H, or F. */
  statisticName: 't' | 'W' | 'V' | 'H' | 'F'
  rows: ComparisonRow[]
  notes: ComparisonNote[]
  /**
   * The number of tested pathways with fewer than five values in a group (or pairs), and the smallest such number; null
   * if there are none.
   */
  fewValues: { pathways: number; least: number } | null
  /**
   * Rank tests: the smallest p that two of several groups can have, if Holm's adjustment alone lifts it above 0.05;
   * else null.
   */
  leastPairwiseP: { p: number; pHolm: number } | null
  /** The replicates behind the noise estimate: the number of sets, and the degrees of freedom (Σ(k − 1)). */
  noise: { by: string; sets: number; df: number } | null
}

/** A comparison of groups by the clock. It has a single row, named `clockRow`, and therefore one test without q. */
export type ClockComparison = Comparison<AgeMeasure> & {
  predicted: AgeSource | null
  chronological: AgeSource | null
  /** The 95% interval of each group's mean by Student's t; null below two values. */
  meanIntervals: ({ low: number; high: number } | null)[]
}
export const clockRow = '(clock)'
