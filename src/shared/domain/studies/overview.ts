import type { Message } from '../../words/message.ts'
import type { MatchedDrug } from '../drugs/drugMatch.ts'
import type { Measure } from '../results/analysis.ts'
import type { CohortProvenance } from '../results/cohort.ts'
import type {
  AgeMeasure,
  ComparedMeasure,
  ComparisonRow,
  GroupFigures,
  TestName,
} from '../results/comparison.ts'
import type { TestCount } from '../results/model.ts'
import type { SampleStage } from '../samples/sample.ts'
import type { SavedComparison, Study, StudySummary } from './study.ts'

/* The overview of a study in sentences. docs/design/overview.md has the rules and their sources. */

/** The compared groups and test. The samples are those of the study, and the measure is chosen separately. */
export type OverviewRequest = Omit<SavedComparison['request'], 'measure'>

/** The view that shows the data behind a sentence, for the study's samples. */
export type OverviewLink =
  | { view: 'compare'; request: SavedComparison['request'] }
  | { view: 'clock'; measure: AgeMeasure; request: OverviewRequest | null }
  | { view: 'drugs'; request: SavedComparison['request'] }
  | { view: 'heatmap'; measure: Measure }
  | { view: 'groups'; measure: Measure; by: string }
  | { view: 'pca'; measure: Measure; sampleIds: string[] }
  /** The samples with these ids, or those at these stages; without either, all. */
  | { view: 'samples'; sampleIds: string[] | null; stages: SampleStage[] }

/** The numbers of a sentence by name, as on the command line: `n_a`, `difference`, `ci_low`, `p`, `tested`. */
export type Figures = Record<string, number>

/** Returns the figures without those that are null. */
export const toFigures = (figures: Record<string, number | null>): Figures =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )

/**
 * A pathway that differs. It has no direction among several groups, and figures that could not be computed are null.
 */
export type DifferingPathway = Pick<
  ComparisonRow,
  'pathway' | 'difference' | 'ciLow' | 'ciHigh' | 'effect'
> & {
  /** Sample SD of the values of all groups. Dividing by it puts all pathways on one scale. */
  sd: number | null
  p: number
  q: number
}

type Sentence = { statement: Message; figures: Figures; link: OverviewLink | null }

/** `found`, `notFound`: the result of a test. `described`: there was no test. */
type FindingOutcome = 'found' | 'notFound' | 'described'

/**
 * The strength of evidence in the terms of Muff et al. (2022), by the smallest q, or by p for a single test: below
 * 0.001, 0.01, 0.05.
 */
export type Evidence = 'veryStrong' | 'strong' | 'moderate'

export type Finding = Sentence & {
  kind: 'pathways' | 'ageAcceleration' | 'pairing' | 'clockFit' | 'drugs'
  outcome: FindingOutcome
  /** Set for `found`; else null. */
  evidence: Evidence | null
  link: OverviewLink
  /** Index in `comparison.contrasts`; null: all groups together, or no groups. */
  contrast: number | null
  measure: ComparedMeasure | null
  /** All pathways that differ, by effect size. The statement names the first of them. */
  pathways: DifferingPathway[]
  /** The reason why the p of a tested finding may be too small, until the user answers the question; else null. */
  caution: Message | null
}

export type Caution = Sentence & {
  kind:
    | 'synthetic'
    | 'interim'
    | 'repeats'
    | 'batch'
    | 'confounded'
    | 'smallGroups'
    | 'groupLeftOut'
    | 'withoutGroup'
    | 'withoutResults'
    | 'unknownStates'
    | 'missingValues'
    | 'missingInSamples'
    | 'outliers'
    | 'severalServices'
    | 'analyzedApart'
    | 'analyzedAgain'
    | 'repeatedUnits'
    | 'severalTests'
  /** Only for `repeats`: the field that the user is asked about. */
  field?: string
}

/** An analysis that was not or could not be done, with the reason. */
export type NotLookedAt = {
  kind:
    | 'results'
    | 'comparison'
    | 'savedComparison'
    | 'control'
    | 'measure'
    | 'clock'
    | 'drugs'
    | 'fields'
    | 'drift'
  statement: Message
}

/** Two groups. Differences are a − b. `samples`: the number of compared samples with results. */
export type OverviewContrast = {
  a: string
  b: string
  test: TestName
  pairs: number | null
  request: OverviewRequest
}

export type OverviewComparison = {
  /** Its source: the study's design, or the only comparison saved with it. */
  source: 'design' | 'saved'
  /** The name of a saved comparison; else null. */
  name: string | null
  /** The field that defines the groups; null if the user formed them by hand. */
  by: string | null
  control: string | null
  /** In the study's order. */
  groups: { name: string; samples: number; analyzed: number }[]
  /** For several groups: the test of all of them together. */
  overall: { test: TestName; request: OverviewRequest } | null
  contrasts: OverviewContrast[]
}

/** In years. Intervals are those of the mean. */
export type AgeAccelerationByGroup = {
  measure: AgeMeasure
  groups: (GroupFigures & { name: string; ciLow: number | null; ciHigh: number | null })[]
}

type OverviewDrug = Pick<MatchedDrug, 'drugId' | 'name' | 'category' | 'score' | 'coverage' | 'givenTo'>
/** The best drugs of each direction for one contrast in which activities were found to differ. */
export type OverviewDrugs = { contrast: number; mimicking: OverviewDrug[]; opposing: OverviewDrug[] }

type Counts = Pick<StudySummary, 'samples' | 'stages' | 'toOrder' | 'inDoubt'>

export type StudyOverview = Pick<Study, 'studyId' | 'name' | 'question' | 'design'> &
  Counts & {
    comparison: OverviewComparison | null
    /**
     * The progress of the samples that findings wait for; null if there are none. Failed and unrequested samples do not
     * count.
     */
    unfinished: { analyzed: number; total: number } | null
    /** Empty while samples are unfinished, unless interim findings were requested. */
    findings: Finding[]
    cautions: Caution[]
    notLookedAt: NotLookedAt[]
    ageAcceleration: AgeAccelerationByGroup | null
    tests: TestCount
    drugs: OverviewDrugs[]
    provenance: CohortProvenance & { services: string[] }
  }
