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

/** Tests that can be requested. Two groups: the first four; several: the last two. */
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
 * Tests that can have been run. `anova` replaces `welch-anova` where the smallest of more than two groups has fewer units
 * than there are groups. By the clock at the same chronological age, least squares replace the requested test:
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
/** The requestable ones of a set of tests, to name them in a message. */
export const requestable = (tests: ReadonlySet<RunTest>): TestName[] =>
  testSchema.options.filter((test) => tests.has(test))

/** Groups by the values of a covariate, or by hand. Differences are first − second. */
const groupsSchema = z.union([
  z.object({ by: name, values: z.array(z.string().max(1000)).min(2).max(20) }).strict(),
  z
    .object({
      sets: z
        .array(z.object({ name, of: sampleChoiceSchema }).strict())
        .min(2)
        .max(20),
    })
    .strict(),
])

export const comparisonRequestSchema = z
  .object({
    measure: z.enum(['activity', 'aging_offset']),
    of: sampleChoiceSchema.default({ filter: {} }),
    groups: groupsSchema,
    test: testSchema.default('welch'),
    /** Covariate whose value says which two samples belong together; for paired tests only, and then needed. */
    pairBy: name.optional(),
    /**
     * Samples of one group with the same value of this covariate are repeated measurements of one thing: they count
     * once, by their mean, and their spread is the noise of measuring.
     */
    replicatesBy: name.optional(),
    pathways: z.array(z.string().min(1).max(200)).max(10_000).default([]),
  })
  .strict()
export type ComparisonRequest = z.infer<typeof comparisonRequestSchema>

/**
 * Measures of a clock comparison, in years: predicted − chronological age, or the predicted age at the same chronological
 * age, by regression.
 */
export const ageMeasureSchema = z.enum(['age_acceleration', 'age_acceleration_residual'])
export type AgeMeasure = z.infer<typeof ageMeasureSchema>
export type ComparedMeasure = Measure | AgeMeasure
export const isAgeMeasure = (measure: ComparedMeasure): measure is AgeMeasure =>
  measure !== 'activity' && measure !== 'aging_offset'

/** As a comparison of pathways. At the same chronological age, `test` only selects between pairs and several groups. */
export const clockComparisonRequestSchema = comparisonRequestSchema
  .omit({ measure: true, pathways: true })
  .extend({
    measure: ageMeasureSchema.default('age_acceleration'),
    predicted: ageSourceSchema.optional(),
    chronological: ageSourceSchema.optional(),
  })
  .strict()

/** Values of one pathway in one group; null where `n` is too small for it. */
export type GroupFigures = { n: number; mean: number | null; sd: number | null; median: number | null }

/** Fewer values in a group, or pairs, make rough figures. */
export const minValues = 5

/** Why a line has no p. */
export type WhyNoTest = 'tooFew' | 'noSpread' | 'tooLarge' | 'confounded'

/** One pathway. Without `p` it has no q, and counts as p = 1 in the q of the others. */
export type ComparisonRow = {
  pathway: string
  groups: GroupFigures[]
  /** Pairs that were complete; for paired tests only. */
  pairs: number | null
  /**
   * Two groups: difference of the means (paired: mean of the differences) with its 95% interval. By ranks: Hodges and
   * Lehmann's shift with the interval of the test; null where no interval of that level can be reached. Else null.
   */
  difference: number | null
  ciLow: number | null
  ciHigh: number | null
  effect: number | null
  /** 95% interval of the effect of two groups: by the noncentral t distribution, or by Fisher's z of a rank effect. */
  effectLow: number | null
  effectHigh: number | null
  statistic: number | null
  df: number | null
  /** Welch's analysis of variance: the degrees of freedom within the groups, beside `df` between them; else null. */
  df2: number | null
  p: number | null
  /** Benjamini–Hochberg over all pathways of this comparison, tested or not. */
  q: number | null
  why: WhyNoTest | null
  /** p by the exact distribution; false: normal approximation with continuity correction. null where there is no choice. */
  exact: boolean | null
  /**
   * Tests by ranks: the smallest p that counting all orders of so many different values could give. An approximated p
   * may lie below it where values are equal, and is to be trusted no further.
   */
  leastP: number | null
  /** Tested with fewer than five values in a group, or fewer than five pairs. */
  fewValues: boolean
  /** Signed ranks: pairs without a difference, which the test leaves out; else null. */
  zeros: number | null
  /**
   * Smallest change that two single measurements of one thing can tell, 1.96 · √2 · within-replicate SD; null without
   * replicates. It is no limit of the difference, which is of means.
   */
  smallestChange: number | null
  /**
   * What the noise of measuring alone makes of this difference in 95 of 100 cases:
   * 1.96 · SD · √(Σ 1/kᵢ / n_a² + Σ 1/kⱼ / n_b²) for n units of k measurements each. null without replicates.
   */
  noiseLimit: number | null
  /** The difference lies below `noiseLimit`. */
  withinNoise: boolean
  /** Several groups: every two of them, by the test of two groups that goes with the one requested. */
  pairwise: PairwiseContrast[]
}

/** Two of several groups, by their places. `effect` is of the kind that `Comparison.pairwiseEffectName` says. */
export type PairwiseContrast = Pick<
  ComparisonRow,
  'ciLow' | 'ciHigh' | 'effect' | 'p' | 'exact' | 'leastP' | 'noiseLimit' | 'withinNoise'
> & {
  a: number
  b: number
  n: [a: number, b: number]
  difference: number
  /** By Holm over the pairs of this one pathway: to be read where the test of all groups found something. */
  pHolm: number | null
}

/** What the size of the groups cannot show, and what was left out: shown with every comparison. */
export type ComparisonNote =
  /**
   * The smallest p that the test can give with these group sizes without equal values, where it matters; no q can be
   * below `leastQ`. `undercut`: pathways whose p is below it all the same, as it is approximated for equal values.
   */
  | { kind: 'leastP'; p: number; leastQ: number; undercut: number }
  | { kind: 'smallGroups'; least: number }
  /** Welch's analysis of variance was requested for so many groups, and the ordinary one was run. */
  | { kind: 'ordinaryAnova'; groups: number; least: number }
  | { kind: 'inSeveralGroups'; samples: number }
  | { kind: 'noGroup'; samples: number }
  | { kind: 'noResult'; samples: number }
  /** Of the groups: without the predicted age, without the chronological one. */
  | { kind: 'noClock'; samples: number }
  | { kind: 'noAge'; samples: number }
  | { kind: 'noPair'; samples: number }
  /** Samples of one group with the same partner: their mean is compared. */
  | { kind: 'severalInPair'; pairs: number }
  | { kind: 'noReplicates' }
  | { kind: 'severalServices'; services: string[] }
  | ({ kind: 'joinedNames' } & JoinedNames)

/** Below so many values in one of two groups, or pairs, numbers are shown and no difference is claimed. */
const minClaimed = 3

type Sized = Pick<ComparisonRow, 'groups' | 'pairs'>

/** The fewest values of a group, or the number of pairs. */
export const fewestOf = ({ pairs, groups }: Sized): number => pairs ?? Math.min(...groups.map(({ n }) => n))

export const canBeClaimed = (row: Sized): boolean => row.groups.length > 2 || fewestOf(row) >= minClaimed

/** The level at which a finding names a pathway. */
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
  /** Several groups: that of the two-by-two contrasts; else null. */
  pairwiseEffectName: EffectName | null
  /** t, Mann–Whitney's W and Wilcoxon's V as R has them, Kruskal–Wallis' H, or F. */
  statisticName: 't' | 'W' | 'V' | 'H' | 'F'
  rows: ComparisonRow[]
  notes: ComparisonNote[]
  /** How many tested pathways have fewer than five values in a group (or pairs), and the fewest; null: none. */
  fewValues: { pathways: number; least: number } | null
  /** By ranks: the smallest p that two of several groups can have, where Holm alone lifts it above 0.05; else null. */
  leastPairwiseP: { p: number; pHolm: number } | null
  /** Replicates that the noise was estimated from: sets of them, and degrees of freedom (Σ(k − 1)). */
  noise: { by: string; sets: number; df: number } | null
}

/** Groups compared by the clock: one row, whose name is `clockRow`, and so one test without q. */
export type ClockComparison = Comparison<AgeMeasure> & {
  predicted: AgeSource | null
  chronological: AgeSource | null
  /** 95% interval of the mean of each group by Student's t; null below two values. */
  meanIntervals: ({ low: number; high: number } | null)[]
}
export const clockRow = '(clock)'
