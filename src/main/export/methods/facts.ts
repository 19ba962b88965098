import type { Comparison, RunTest } from '../../../shared/domain/results/comparison.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import type { ReportLanguage } from '../../../shared/domain/studies/documents.ts'
import { chinese } from '../../../shared/words/chinese.ts'
import { type Message, toEnglish, translate } from '../../../shared/words/message.ts'
import type { CollectedStudy } from '../documents/collectStudy.ts'

export type AgeFacts = NonNullable<ReturnType<typeof ageFactsOf>>

/** Returns the facts about the age comparison; null if there is none. */
export function ageFactsOf({ clock, clockComparisons }: CollectedStudy) {
  const [first] = clockComparisons
  if (!clock || !first) return null
  const countOf = (kind: 'noClock' | 'noAge') =>
    first.notes.reduce((sum, note) => sum + (note.kind === kind ? note.samples : 0), 0)
  return {
    /** The number of samples with both ages, to which the line was fitted. */
    samples: clock.points.length,
    hasResiduals: clock.line !== null,
    /** The test of the groups at the same chronological age. */
    byAge: clockComparisons.find(({ measure }) => measure === 'age_acceleration_residual')?.test ?? null,
    /** The numbers of samples in the groups that were left out. */
    withoutClock: countOf('noClock'),
    withoutAge: countOf('noAge'),
  }
}

export type Data = ReturnType<typeof dataOf>
export type ComparisonFacts = NonNullable<ReturnType<typeof comparisonFactsOf>>
export type Tested = ReturnType<typeof testedOf>

export function dataOf(collected: CollectedStudy) {
  const { sampleIds, samples, services, values, units, clock, result } = collected
  const byGroup = Map.groupBy(samples, ({ group }) => group)
  const named = [...byGroup].map(([name, some]) => ({ name, n: some.length }))
  return {
    samples: sampleIds.length,
    withResult: samples.length,
    /** The groups of the register with their numbers of samples that have a result; empty if no sample has a group. */
    groups: named.some(({ name }) => name !== null) ? named : [],
    services,
    first: collected.oldestFetchedAt,
    last: collected.newestFetchedAt,
    withClock: (clock?.points.length ?? 0) > 0 || Boolean(result?.clock),
    activity: countValues(values.activity, units.activity_unit),
    agingOffset: countValues(values.aging_offset, units.aging_offset_unit),
    joined: values.activity.joined,
  }
}

/** Returns the numbers of present and missing values of one measure. */
function countValues(
  { values, samples, pathways }: CollectedStudy['values']['activity'],
  unit: string | undefined,
) {
  const present = unpack(values).filter((value) => !Number.isNaN(value)).length
  const missing = samples.length * pathways.length - present
  return { missing, pathways: pathways.length, unit: unit || null }
}

/** Returns the facts about the comparison for the methods text; null if there is none. */
export function comparisonFactsOf({ study, comparisons }: CollectedStudy) {
  const request = study.kind === 'cohort' ? study.comparison : undefined
  const [activity, agingOffset] = comparisons
  if (!request || !activity || !agingOffset) return null
  const { groups } = activity
  return {
    test: activity.test,
    groups: groups.map(({ name, sampleIds }) => ({ name, n: sampleIds.length })),
    /** Null for groups made by hand. */
    by: 'by' in request.groups ? request.groups.by : null,
    pairBy: request.pairBy ?? null,
    replicatesBy: request.replicatesBy ?? null,
    tested: { activity: testedOf(activity), agingOffset: testedOf(agingOffset) },
    noise: activity.noise,
    notes: activity.notes,
    requestedPathways: request.pathways.length > 0 ? activity.rows.length : null,
    /** The number of pairwise comparisons. */
    twos: (groups.length * (groups.length - 1)) / 2,
    complete: completePairs(comparisons),
  }
}

/** Returns the number of all compared pathways. */
export const familyOf = ({ tested, tooFew, noSpread, tooLarge }: Tested): number =>
  tested + tooFew + noSpread + tooLarge

/** Returns the fewest and the most complete pairs of a pathway; null for an unpaired test. */
function completePairs(comparisons: readonly Comparison[]) {
  const counts = comparisons.flatMap(({ rows }) => rows.flatMap(({ pairs }) => pairs ?? []))
  if (counts.length === 0) return null
  return { least: counts.reduce((a, b) => Math.min(a, b)), most: counts.reduce((a, b) => Math.max(a, b)) }
}

/** Returns the numbers of tested and untested rows of a measure, and of the distributions used. */
function testedOf({ rows }: Comparison) {
  const count = (holds: (row: (typeof rows)[number]) => boolean) => rows.filter(holds).length
  return {
    tested: count(({ p }) => p !== null),
    tooFew: count(({ why }) => why === 'tooFew'),
    noSpread: count(({ why }) => why === 'noSpread'),
    tooLarge: count(({ why }) => why === 'tooLarge'),
    exact: count(({ exact }) => exact === true),
    approximate: count(({ exact }) => exact === false),
  }
}

const rankTests: ReadonlySet<RunTest> = new Set(['mann-whitney', 'wilcoxon-signed-rank', 'kruskal-wallis'])
export const byRanks = (test: RunTest): boolean => rankTests.has(test)

/** Matches Markdown markup, with underscores at the edge of a word. `bidiControls` change the direction of text. */
const special = /[\\`*<[\]&~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/** Escapes a name for running text, so that it contains no markup and stays on its line. */
export const plainText = (text: string): string =>
  text.toWellFormed().replaceAll(bidiControls, '').replaceAll(/\s+/gu, ' ').replaceAll(special, '\\$&')

/** Translates a message to the language of a document. */
export type Say = (text: Message) => string

export const sayIn: Record<ReportLanguage, Say> = {
  en: toEnglish,
  'zh-CN': (text) => translate(text, chinese),
}

/** `2026-01-31 09:05 UTC` */
export const dayAndTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** The papers that methods cite, in the order of the text. */
const papers = {
  welch:
    'Welch BL. The generalization of "Student\'s" problem when several different population variances are involved. Biometrika. 1947;34(1–2):28–35.',
  hedges:
    "Hedges LV. Distribution theory for Glass's estimator of effect size and related estimators. J Educ Stat. 1981;6(2):107–128.",
  lakens:
    'Lakens D. Calculating and reporting effect sizes to facilitate cumulative science: a practical primer for t-tests and ANOVAs. Front Psychol. 2013;4:863.',
  mannWhitney:
    'Mann HB, Whitney DR. On a test of whether one of two random variables is stochastically larger than the other. Ann Math Stat. 1947;18(1):50–60.',
  hodges:
    'Hodges JL, Lehmann EL. Estimates of location based on rank tests. Ann Math Stat. 1963;34(2):598–611.',
  cliff:
    'Cliff N. Dominance statistics: ordinal analyses to answer ordinal questions. Psychol Bull. 1993;114(3):494–509.',
  wilcoxon: 'Wilcoxon F. Individual comparisons by ranking methods. Biometrics Bull. 1945;1(6):80–83.',
  kerby:
    'Kerby DS. The simple difference formula: an approach to teaching nonparametric correlation. Compr Psychol. 2014;3:11.IT.3.1.',
  kruskal:
    'Kruskal WH, Wallis WA. Use of ranks in one-criterion variance analysis. J Am Stat Assoc. 1952;47(260):583–621.',
  tomczak:
    'Tomczak M, Tomczak E. The need to report effect size estimates revisited. Trends Sport Sci. 2014;21(1):19–25.',
  welchAnova:
    'Welch BL. On the comparison of several mean values: an alternative approach. Biometrika. 1951;38(3–4):330–336.',
  kirk: 'Kirk RE. Practical significance: a concept whose time has come. Educ Psychol Meas. 1996;56(5):746–759.',
  holm: 'Holm S. A simple sequentially rejective multiple test procedure. Scand J Stat. 1979;6(2):65–70.',
  benjamini:
    'Benjamini Y, Hochberg Y. Controlling the false discovery rate: a practical and powerful approach to multiple testing. J R Stat Soc B. 1995;57(1):289–300.',
  bland:
    'Bland JM, Altman DG. Measuring agreement in method comparison studies. Stat Methods Med Res. 1999;8(2):135–160.',
  fisher:
    'Fisher RA. On the "probable error" of a coefficient of correlation deduced from a small sample. Metron. 1921;1:3–32.',
  ward: "Murtagh F, Legendre P. Ward's hierarchical agglomerative clustering method: which algorithms implement Ward's criterion? J Classif. 2014;31(3):274–295.",
  smyth:
    'Smyth GK. Linear models and empirical Bayes methods for assessing differential expression in microarray experiments. Stat Appl Genet Mol Biol. 2004;3:3.',
  duplicates:
    'Smyth GK, Michaud J, Scott HS. Use of within-array replicate spots for assessing differential expression in microarray experiments. Bioinformatics. 2005;21(9):2067–2075.',
  treat:
    'McCarthy DJ, Smyth GK. Testing significance relative to a fold-change threshold is a TREAT. Bioinformatics. 2009;25(6):765–771.',
  schuirmann:
    'Schuirmann DJ. A comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of average bioavailability. J Pharmacokinet Biopharm. 1987;15(6):657–680.',
} as const
type Paper = keyof typeof papers

/** Numbers each paper when it is first cited, and lists the cited ones. */
export function createReferences() {
  const cited: Paper[] = []
  return {
    cite(paper: Paper): string {
      if (!cited.includes(paper)) cited.push(paper)
      return `[${cited.indexOf(paper) + 1}]`
    },
    list: (): string[] => cited.map((paper, at) => `${at + 1}. ${papers[paper]}`),
  }
}
export type Cite = (paper: Paper) => string
