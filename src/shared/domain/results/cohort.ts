import { z } from 'zod'
import { sampleFilterSchema } from '../samples/sample.ts'
import type { Measure, PathwayScore, Provenance } from './analysis.ts'
import type { Packed } from './packedNumbers.ts'
import type { ValueRange } from './valueRange.ts'

const id = z.string().min(1).max(300)
const name = z.string().trim().min(1).max(200)

/**
 * Which samples are meant: these, or those of the register that a search finds, but for those of `except`. Of samples
 * without the answer that is needed, the result says how many there were.
 */
export const sampleChoiceSchema = z.union([
  z.object({ sampleIds: z.array(id).min(1).max(100_000) }).strict(),
  z
    .object({
      text: z.string().max(1000).optional(),
      filter: sampleFilterSchema,
      except: z.array(id).max(100_000).optional(),
    })
    .strict(),
])
export type SampleChoice = z.infer<typeof sampleChoiceSchema>
export const everySample: SampleChoice = { filter: {} }
/** Whether it means the whole register. */
export const isEverySample = (of: SampleChoice): boolean =>
  !('sampleIds' in of) && !of.text && Object.keys(of.filter).length === 0 && !of.except?.length

/**
 * How values are shown. `raw`: as returned. `z`: (value − mean) / sample SD over the chosen samples; `zControls`: the
 * same over the controls. `rank`: place among the chosen samples, the lowest value is 1, equal values share the mean
 * of their places.
 */
export const valueViewSchema = z.union([
  z.object({ kind: z.enum(['raw', 'z', 'rank']) }).strict(),
  z.object({ kind: z.literal('zControls'), controls: sampleChoiceSchema }).strict(),
])
export type ValueView = z.infer<typeof valueViewSchema>

/**
 * Mean and sample SD (n − 1) of one pathway over the samples that a z-score refers to; null where n is 0 (mean) or
 * below 2 (sd). `why` no z-score of it is given: fewer than three values, or all of them equal.
 */
export type ViewReference = {
  pathway: string
  n: number
  mean: number | null
  sd: number | null
  why: 'fewerThanThree' | 'noSpread' | null
}

export type CohortSample = {
  sampleId: string
  clientReference: string
  group: string | null
  fetchedAt: string
}

/** Where numbers of several answers came from. */
export type CohortProvenance = {
  service: string | null
  oldestFetchedAt: string | null
  newestFetchedAt: string | null
  synthetic: boolean
}

/**
 * Spellings of one pathway that were put together by the alias table: `names` as returned, `pathway` the first of them.
 * `samplesWithSeveral` have values under more than one; that of the first name is theirs.
 */
export type JoinedNames = { pathway: string; names: string[]; samplesWithSeveral: number }

/** Samples × pathways of one measure, a piece of all that was chosen. */
export type ValueMatrix = CohortProvenance & {
  measure: Measure
  view: ValueView['kind']
  /** By name, blind to case; the same for every piece. */
  pathways: string[]
  /** In the order of the register. */
  samples: CohortSample[]
  /** `values[row * pathways.length + column]`; NaN where nothing was returned, or where the view has no value. */
  values: Packed
  /** Of the values of all pieces. */
  range: ValueRange
  /** Samples chosen that have an answer, over all pieces; and those that have none. */
  totalSamples: number
  withoutResult: number
  /** For z-scores only, one line a pathway; else empty. */
  reference: ViewReference[]
  joined: JoinedNames[]
}

/** A property of samples that groups can be made of, or that a scale can show. */
export type Covariate = {
  name: string
  /** `numbers`: every value that is there is a number. */
  kind: 'categories' | 'numbers'
  /** The most frequent first, at most 100 of them. */
  values: { value: string; count: number }[]
  distinct: number
  missing: number
}

/** Values of covariates for samples, as text; null where there is none. One list a covariate, in the order requested. */
export type CovariateValues = { names: string[]; values: (string | null)[][] }

export const linkageSchema = z.enum(['average', 'complete', 'single', 'ward'])
/** `correlation`: 1 − Pearson's r. */
export const distanceSchema = z.enum(['euclidean', 'correlation'])
export type Linkage = z.infer<typeof linkageSchema>
export type Distance = z.infer<typeof distanceSchema>

/**
 * A tree as R's `hclust` gives it: `merge` has a pair for each step, −k for the k-th object (from 1), k for the
 * cluster of step k; `height` of each step; `order`: objects from left to right, from 0.
 */
export type Dendrogram = { merge: [number, number][]; height: number[]; order: number[] }

export type Clustering = {
  sampleIds: string[]
  pathways: string[]
  /** null: fewer than two, or more than can be clustered. */
  sampleTree: Dendrogram | null
  pathwayTree: Dendrogram | null
  /** Without a single value in common with the others, so that no distance can be reported. */
  leftOut: { samples: string[]; pathways: string[] }
  whyNoSamples: 'tooFew' | 'tooMany' | null
  whyNoPathways: 'tooFew' | 'tooMany' | null
  joined: JoinedNames[]
  linkage: Linkage
  distance: Distance
  /** Of the values that were clustered. */
  view: ValueView['kind']
}
/** Below this many samples no z-score is computed. */
export const minSamplesForZ = 3
export const maxClustered = 1000

/**
 * Principal components of samples over pathways, centred, and scaled to SD 1 where `scaled`. Pathways without spread
 * or missing in over a fifth of the samples are left out, then samples that lack one of the rest.
 */
export type Pca = CohortProvenance & {
  samples: CohortSample[]
  pathways: string[]
  scaled: boolean
  /** `sd` of the scores; `share` of the whole variance. At most ten. */
  components: { name: string; sd: number; share: number }[]
  /** `scores[sample * components.length + component]`. The largest loading of each component is positive. */
  scores: Packed
  /** `loadings[pathway * components.length + component]`. */
  loadings: Packed
  leftOut: { samples: string[]; pathways: string[]; withoutResult: number }
  why: 'tooFewSamples' | 'tooFewPathways' | null
  joined: JoinedNames[]
}

/** A number of a sample: from the answer of pathway-clock, or a covariate of the register. */
export const ageSourceSchema = z.object({ from: z.enum(['clock', 'covariate']), name }).strict()
export type AgeSource = z.infer<typeof ageSourceSchema>

/**
 * Both ages in years. `acceleration`: predicted − chronological. `residual`: predicted less what the line of the chosen
 * samples gives at this chronological age; null where there is no line.
 */
export type ClockPoint = CohortSample & {
  chronological: number
  predicted: number
  acceleration: number
  residual: number | null
  service: string
  synthetic: boolean
}

/** Predicted against chronological age, both under the names they came with. */
export type ClockPlot = CohortProvenance & {
  predicted: AgeSource | null
  chronological: AgeSource | null
  /** What can be chosen for either, the likeliest first. */
  sources: { predicted: AgeSource[]; chronological: AgeSource[] }
  points: ClockPoint[]
  leftOut: { withoutClock: number; withoutAge: number }
  /** Number of units, such as donors, if several points share one; else null. */
  units: { field: string; count: number } | null
  /** Least squares of predicted on chronological; null below three points or where all are of one chronological age. */
  line: { slope: number; intercept: number } | null
  /** Pearson's r with its 95% interval by Fisher's z, by `units` where there are; null as `line`, and where all are of one predicted age. */
  correlation: { r: number; rLow: number | null; rHigh: number | null } | null
  /** Mean absolute and mean signed difference (predicted − chronological), from one point on; null without. */
  errors: { meanAbsoluteError: number; meanDifference: number } | null
  /** All of it together, where all of it can be reported. */
  fit: ({ n: number } & NonNullField<'line'> & NonNullField<'correlation'> & NonNullField<'errors'>) | null
}

type NonNullField<K extends 'line' | 'correlation' | 'errors'> = NonNullable<ClockPlot[K]>

/** One answer that is stored; none is ever removed or written over. */
export type StoredResult = Provenance & {
  analysisId: string
  kind: 'activity' | 'clock'
  /** It gives values that are shown: the newest does, and those before it that have pathways that were not requested with it. */
  current: boolean
  /** As requested; empty: all. */
  pathways: string[]
  scores: number
}

/** One stored answer, whole. */
export type StoredResultDetail = StoredResult & {
  sampleId: string
  values: PathwayScore[]
  request: unknown
  raw: unknown
}

/** What changed between two answers of one kind about one sample; null where one of them has no value. */
export type Drift = {
  sampleId: string
  before: StoredResult
  after: StoredResult
  rows: ({ pathway: string; measure: Measure } & Change)[]
  /** What pathway-clock returned for the sample as a whole, under the service's own names. */
  values: ({ name: string } & Change)[]
}

type Change = { before: number | null; after: number | null; difference: number | null }
