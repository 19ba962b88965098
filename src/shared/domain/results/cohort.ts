import { z } from 'zod'
import { sampleFilterSchema } from '../samples/sample.ts'
import type { Measure, PathwayScore, Provenance } from './analysis.ts'
import type { Packed } from './packedNumbers.ts'
import type { ValueRange } from './valueRange.ts'

const id = z.string().min(1).max(300)
const name = z.string().trim().min(1).max(200)

/**
 * A choice of samples: by id, or by a search of the register without those in `except`. Results report how many chosen
 * samples lack the data they need.
 */
export const sampleChoiceSchema = z.union([
  z.strictObject({ sampleIds: z.array(id).min(1).max(100_000) }),
  z.strictObject({
    text: z.string().max(1000).optional(),
    filter: sampleFilterSchema,
    except: z.array(id).max(100_000).optional(),
  }),
])
export type SampleChoice = z.infer<typeof sampleChoiceSchema>
export const everySample: SampleChoice = { filter: {} }
/** True if the choice includes the whole register. */
export const isEverySample = (of: SampleChoice): boolean =>
  !('sampleIds' in of) && !of.text && Object.keys(of.filter).length === 0 && !of.except?.length

/**
 * The way to show values. `raw`: as returned. `z`: (value − mean) / sample SD over the chosen samples. `zControls`: the
 * same over the controls. `rank`: the rank among the chosen samples; the lowest value is 1, and equal values share
 * their mean rank.
 */
export const valueViewSchema = z.union([
  z.strictObject({ kind: z.enum(['raw', 'z', 'rank']) }),
  z.strictObject({ kind: z.literal('zControls'), controls: sampleChoiceSchema }),
])
export type ValueView = z.infer<typeof valueViewSchema>

/**
 * Mean and sample SD (n − 1) of one pathway over the reference samples of a z-score; null if n is 0 (mean) or below 2
 * (SD). `why`: the reason why it has no z-scores: fewer than three values, or no spread.
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

/** The combined origin of numbers from several results. */
export type CohortProvenance = {
  service: string | null
  oldestFetchedAt: string | null
  newestFetchedAt: string | null
  synthetic: boolean
}

/**
 * Spellings of one pathway that the alias table merged: `names` as returned; `pathway` is the first of them.
 * `samplesWithSeveral`: the number of samples with values under several spellings. The first name's value is used.
 */
export type JoinedNames = { pathway: string; names: string[]; samplesWithSeveral: number }

/** One page of the samples × pathways matrix of a measure. */
export type ValueMatrix = CohortProvenance & {
  measure: Measure
  view: ValueView['kind']
  /** Names the values of all pages. It is another one if results or the choice of samples changed in between. */
  snapshot: string
  /** By name, ignoring case; the same on every page. */
  pathways: string[]
  /** In register order. */
  samples: CohortSample[]
  /** `values[row * pathways.length + column]`. NaN if nothing was returned or the view has no value. */
  values: Packed
  /** The range of the values on all pages. */
  range: ValueRange
  /** The number of chosen samples with a result, over all pages, and of those without one. */
  totalSamples: number
  withoutResult: number
  /** For z-scores only: one entry per pathway. Otherwise empty. */
  reference: ViewReference[]
  joined: JoinedNames[]
}

/** A property of samples that can define groups or a color scale. */
export type Covariate = {
  name: string
  /** `numbers`: every value that is not missing is a number. */
  kind: 'categories' | 'numbers'
  /** The most frequent first; at most 100. */
  values: { value: string; count: number }[]
  distinct: number
  missing: number
}

/** Values of covariates for samples as text; null if missing. One list per covariate, in the requested order. */
export type CovariateValues = { names: string[]; values: (string | null)[][] }

export const linkageSchema = z.enum(['average', 'complete', 'single', 'ward'])
/** `correlation`: 1 − Pearson's r. */
export const distanceSchema = z.enum(['euclidean', 'correlation'])
export type Linkage = z.infer<typeof linkageSchema>
export type Distance = z.infer<typeof distanceSchema>

/**
 * A tree in the format of R's `hclust`. `merge`: a pair for each step; −k is the k-th object (from 1), k the cluster of
 * step k. `height`: the height of each step. `order`: the objects from left to right, from 0.
 */
export type Dendrogram = { merge: [number, number][]; height: number[]; order: number[] }

export type Clustering = {
  /** The objects of the trees. Empty if there are too many to cluster. */
  sampleIds: string[]
  pathways: string[]
  /** Null if there are fewer than two or too many to cluster. */
  sampleTree: Dendrogram | null
  pathwayTree: Dendrogram | null
  /** Samples and pathways that have no values in common with the others, so that no distance can be computed. */
  leftOut: { samples: string[]; pathways: string[] }
  whyNoSamples: 'tooFew' | 'tooMany' | null
  whyNoPathways: 'tooFew' | 'tooMany' | null
  joined: JoinedNames[]
  linkage: Linkage
  distance: Distance
  /** The view of the clustered values. */
  view: ValueView['kind']
}
/** z-scores need at least this many samples. */
export const minSamplesForZ = 3
export const maxClustered = 1000

/**
 * Principal components of samples over pathways, centered, and scaled to SD 1 if `scaled`. Leaves out pathways without
 * spread or missing in more than a fifth of the samples, then samples that lack one of the remaining pathways.
 */
export type Pca = CohortProvenance & {
  samples: CohortSample[]
  pathways: string[]
  scaled: boolean
  /** `sd`: of the scores. `share`: of the total variance. At most ten components. */
  components: { name: string; sd: number; share: number }[]
  /** `scores[sample * components.length + component]`. The largest loading of each component is positive. */
  scores: Packed
  /** `loadings[pathway * components.length + component]`. */
  loadings: Packed
  leftOut: { samples: string[]; pathways: string[]; withoutResult: number }
  why: 'tooFewSamples' | 'tooFewPathways' | null
  joined: JoinedNames[]
}

/** A number of a sample, from the result of pathway-clock or from a covariate of the register. */
export const ageSourceSchema = z.strictObject({ from: z.enum(['clock', 'covariate']), name })
export type AgeSource = z.infer<typeof ageSourceSchema>

/**
 * Both ages are in years. `acceleration`: predicted − chronological. `residual`: predicted minus the regression line of
 * the chosen samples at this chronological age; null if there is no line.
 */
export type ClockPoint = CohortSample & {
  chronological: number
  predicted: number
  acceleration: number
  residual: number | null
  service: string
  synthetic: boolean
}

/** Predicted against chronological age, each with its source. */
export type ClockPlot = CohortProvenance & {
  predicted: AgeSource | null
  chronological: AgeSource | null
  /** The sources that can be chosen for each age, most likely first. */
  sources: { predicted: AgeSource[]; chronological: AgeSource[] }
  points: ClockPoint[]
  leftOut: { withoutClock: number; withoutAge: number }
  /** The number of units (such as donors) if several points share one; else null. */
  units: { field: string; count: number } | null
  /**
   * Least-squares fit of predicted on chronological age; null for fewer than three points or if all chronological ages
   * are equal.
   */
  line: { slope: number; intercept: number } | null
  /**
   * Pearson's r with its 95% interval by Fisher's z, counting `units` if there are any. Null if `line` is null or all
   * predicted ages are equal.
   */
  correlation: { r: number; rLow: number | null; rHigh: number | null } | null
  /** Mean absolute and mean signed difference (predicted − chronological); null without points. */
  errors: { meanAbsoluteError: number; meanDifference: number } | null
  /** All of these figures together; null if one of them is missing. */
  fit: ({ n: number } & NonNullField<'line'> & NonNullField<'correlation'> & NonNullField<'errors'>) | null
}

type NonNullField<K extends 'line' | 'correlation' | 'errors'> = NonNullable<ClockPlot[K]>

/** One stored result. Results are never removed or overwritten. */
export type StoredResult = Provenance & {
  analysisId: string
  kind: 'activity' | 'clock'
  /** True if its values are shown: it is the newest, or it has pathways that newer requests did not include. */
  current: boolean
  /** The requested pathways; empty: all. */
  pathways: string[]
  scores: number
}

export type StoredResultDetail = StoredResult & {
  sampleId: string
  values: PathwayScore[]
  request: unknown
  raw: unknown
}

/** The changes between two results of the same kind for one sample. A field is null if a value is missing. */
export type Drift = {
  sampleId: string
  before: StoredResult
  after: StoredResult
  rows: ({ pathway: string; measure: Measure } & Change)[]
  /** The numbers that pathway-clock returned for the sample as a whole, under the service's own names. */
  values: ({ name: string } & Change)[]
}

type Change = { before: number | null; after: number | null; difference: number | null }
