import type { Message } from '../../messages/message.ts'
import type { MatchedDrug } from '../drugs/drugMatch.ts'
import type { Measure } from '../results/analysis.ts'
import type { CohortProvenance } from '../results/cohort.ts'
import type { AgeMeasure, ComparedMeasure, TestName } from '../results/comparison.ts'
import type { SampleStage } from '../samples/sample.ts'
import type { SavedComparison, StageCounts, Study } from './study.ts'

/* What a study's numbers say, in sentences; docs/design/overview.md has the rules and where they come from. */

/** What is compared, but for the samples (those of the study) and the measure. */
export type OverviewRequest = Omit<SavedComparison['request'], 'measure'>

/** The view that shows what a sentence says. Samples are those of the study. */
export type OverviewLink =
  | { view: 'compare'; request: SavedComparison['request'] }
  | { view: 'clock'; measure: AgeMeasure; request: OverviewRequest | null }
  | { view: 'drugs'; request: SavedComparison['request'] }
  | { view: 'heatmap'; measure: Measure }
  | { view: 'groups'; measure: Measure; by: string }
  | { view: 'pca'; measure: Measure; sampleIds: string[] }
  /** The samples of these ids, or those at these stages; without either, all. */
  | { view: 'samples'; sampleIds: string[] | null; stages: SampleStage[] }

/** The numbers of a sentence by their names, as on the command line: `n_a`, `difference`, `ci_low`, `p`, `tested`. */
export type Figures = Record<string, number>

/** A pathway that differs; of several groups it has no direction, and of fewer figures each is null. */
export type DifferingPathway = {
  pathway: string
  difference: number | null
  ciLow: number | null
  ciHigh: number | null
  /** Sample SD of the values of all groups. Dividing by it puts pathways on one scale. */
  sd: number | null
  effect: number | null
  p: number
  q: number
}

type Sentence = { statement: Message; figures: Figures; link: OverviewLink | null }

/** `found`, `notFound`: what a test says; `described`: nothing was tested. */
type FindingOutcome = 'found' | 'notFound' | 'described'

/** In words of Muff et al. (2022), by the smallest q, or p of a single test: below 0.001, 0.01, 0.05. */
export type Evidence = 'veryStrong' | 'strong' | 'moderate'

export type Finding = Sentence & {
  kind: 'pathways' | 'ageAcceleration' | 'pairing' | 'clockFit' | 'drugs'
  outcome: FindingOutcome
  /** Of what was found; else null. */
  evidence: Evidence | null
  link: OverviewLink
  /** Place in `comparison.contrasts`; null: of all groups together, or of none. */
  contrast: number | null
  measure: ComparedMeasure | null
  /** All that differ, by the size of their effect; the statement names the first of them. */
  pathways: DifferingPathway[]
  /** Reason why the p of a tested finding may be too small, until the user answers; else null. */
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
  /** \`repeats\`: the field that the user is asked about. */
  field?: string
}

/** What could not be computed, or was not, with the reason. */
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

/** Two groups: differences are a − b. `samples`: with results, as compared. */
export type OverviewContrast = {
  a: string
  b: string
  test: TestName
  pairs: number | null
  request: OverviewRequest
}

/** What the findings rest on. */
export type OverviewComparison = {
  /** Where it comes from: the study's design, or the one comparison that is saved with it. */
  source: 'design' | 'saved'
  /** Of a saved one. */
  name: string | null
  /** The field that makes the groups; null: they were put together by hand. */
  by: string | null
  control: string | null
  /** In the order of the study. */
  groups: { name: string; samples: number; analyzed: number }[]
  /** Several groups: the test of all of them together. */
  overall: { test: TestName; request: OverviewRequest } | null
  contrasts: OverviewContrast[]
}

/** In years; intervals are of the mean. */
export type AgeAccelerationByGroup = {
  measure: AgeMeasure
  groups: {
    name: string
    n: number
    mean: number | null
    sd: number | null
    median: number | null
    ciLow: number | null
    ciHigh: number | null
  }[]
}

type OverviewDrug = Pick<MatchedDrug, 'drugId' | 'name' | 'category' | 'score' | 'coverage' | 'givenTo'>
/** The best of each direction for one contrast of which activities were found to differ. */
export type OverviewDrugs = { contrast: number; mimicking: OverviewDrug[]; opposing: OverviewDrug[] }

/** All tests that a study was asked: those of the overview in their sets, and those of saved comparisons beside it. */
export type TestCount = { tests: number; sets: number; saved: number }

export type StudyOverview = {
  studyId: string
  name: string
  question: string
  design: Study['design']
  samples: number
  stages: StageCounts
  /** Orders that were not sent yet, and those of unknown outcome. */
  toOrder: number
  inDoubt: number
  comparison: OverviewComparison | null
  /** Progress of the samples that findings wait for; null if there are none. Failed and unrequested samples do not count. */
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
