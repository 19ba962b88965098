import { z } from 'zod'
import type { PaidCall } from '../requests/paidCall.ts'
import {
  type AgeSource,
  ageSourceSchema,
  type CohortProvenance,
  type JoinedNames,
  sampleChoiceSchema,
} from './cohort.ts'
import type { NamedSample } from './cohortQuality.ts'
import type { ComparedMeasure } from './comparison.ts'

const name = z.string().trim().min(1).max(200)
const measureSchema = z.enum(['activity', 'aging_offset', 'age_acceleration', 'age_acceleration_residual'])
const pathways = z.array(z.string().min(1).max(200)).max(10_000).default([])

/**
 * A field of samples as a predictor or covariate. `as`: absent, a field of numbers is a number, unless its name is that
 * of a batch or a unit. `reference`: the first level of a factor; absent, the control or the first by name.
 */
const modelTermSchema = z.strictObject({
  field: name,
  as: z.enum(['factor', 'number']).optional(),
  reference: z.string().max(1000).optional(),
})
export type ModelTermRequest = z.infer<typeof modelTermSchema>

/** outcome ~ terms (the first is the predictor), with at most one interaction of two of them. */
export const modelRequestSchema = z.strictObject({
  measure: measureSchema,
  of: sampleChoiceSchema.default({ filter: {} }),
  terms: z.array(modelTermSchema).min(1).max(20),
  interaction: z.tuple([name, name]).nullable().default(null),
  /**
   * Contrasts by name: `treated - control` (levels of a factor), `dose` (the slope of a number), `treated:dose` (the
   * slope in one group). Empty: each level of the predictor minus the reference, or its slope.
   */
  contrasts: z.array(z.string().trim().min(1).max(1000)).max(100).default([]),
  /** Moderates variances across pathways (limma's `eBayes`); `trend` lets them depend on the mean. */
  moderation: z.enum(['none', 'constant', 'trend']).default('none'),
  /** The field of the donor or other unit, whose samples are not independent. */
  block: name.nullable().default(null),
  /** Tests |effect| > this (limma's `treat`), in units of the measure. 0 tests for any effect. */
  leastEffect: z.number().min(0).max(1e300).default(0),
  /** Tests |effect| < this, by two one-sided tests; null: does not. */
  equivalence: z.number().positive().max(1e300).nullable().default(null),
  pathways,
  predicted: ageSourceSchema.optional(),
  chronological: ageSourceSchema.optional(),
})
type ModelRequest = z.infer<typeof modelRequestSchema>

/** A term as it was used. `levels`: of a factor, the reference first, with their samples. */
export type ModelTerm = { field: string; kind: 'factor'; levels: { value: string; n: number }[] } | NumberTerm
/** The range of a number among the samples used. */
type NumberTerm = { field: string; kind: 'number'; low: number; high: number; mean: number }

/** A contrast of one pathway. With a `why`, its numbers are null, and it counts as p = 1 in the q of others. */
export type ModelRow = {
  pathway: string
  contrast: string
  /** The samples with a value. */
  n: number
  /** Of the two levels of the contrast, unadjusted; empty for other contrasts. */
  groups: { n: number; mean: number | null }[]
  /** The residual standard deviation of the pathway; moderated if the model is. */
  sd: number | null
  estimate: number | null
  se: number | null
  t: number | null
  df: number | null
  p: number | null
  /** By Benjamini–Hochberg over the pathways of this contrast. Null for the clock, which is one test. */
  q: number | null
  /** The same over all contrasts and pathways. */
  qAll: number | null
  ciLow: number | null
  ciHigh: number | null
  /** By two one-sided tests; null unless a margin was given. */
  equivalenceP: number | null
  why: 'notEstimable' | null
}

/** A coefficient of a pathway, by the column of the design, as R names it. */
export type ModelCoefficient = {
  name: string
  estimate: number
  se: number
  t: number
  df: number
  p: number
}

/** A limitation of the design, or data that was left out. Shown with every model. */
export type ModelNote =
  | { kind: 'noField'; field: string; samples: number }
  | { kind: 'noResult'; samples: number }
  | { kind: 'noClock'; samples: number }
  | { kind: 'noAge'; samples: number }
  /** Terms that are constant within each unit, so that its intercept replaces them. */
  | { kind: 'absorbed'; fields: string[] }
  | { kind: 'fewSamples'; term: string; level: string; samples: number }
  | { kind: 'fewDf'; df: number }
  /** Missing values leave these pathways as few degrees of freedom. */
  | { kind: 'fewValues'; pathways: string[] }
  /** Too few to take the estimated correlation for a known one. */
  | { kind: 'fewUnits'; units: number }
  /** The interval of a term is `widening` times as wide as without the other terms. `with`: the one that overlaps most. */
  | { kind: 'inflation'; term: string; gvif: number; widening: number; with: string }
  /** The correlation within units is estimated as 0. */
  | { kind: 'noRepeats' }
  | { kind: 'severalServices'; services: string[] }
  | ({ kind: 'joinedNames' } & JoinedNames)

export type ModelResult = CohortProvenance & {
  measure: ComparedMeasure
  /** In R's syntax, such as `~ group * sex + age`. */
  formula: string
  terms: ModelTerm[]
  interaction: [string, string] | null
  /**
   * The contrasts, in the order of the request. `groups`: the two levels of a difference, of the factor `field`; null
   * for a slope. `weights`: of the coefficients.
   */
  contrasts: {
    name: string
    field: string
    groups: readonly [string, string] | null
    weights: readonly number[]
  }[]
  moderation: ModelRequest['moderation']
  /** Of the prior variance; null without moderation or if the variances differ by chance alone (`isInfinite`). */
  prior: { df: number | null; isInfinite: boolean } | null
  /**
   * `intercept`: each unit is complete and has its own. `correlation`: within units, shared by all pathways.
   */
  block: { field: string; as: 'intercept' | 'correlation'; units: number; correlation: number | null } | null
  leastEffect: number
  equivalence: number | null
  sampleIds: string[]
  /** The columns of the design, as R names them. */
  coefficientNames: string[]
  /** By contrast, then by p, then by name; without p last. */
  rows: ModelRow[]
  notes: ModelNote[]
  /** The sources of the ages; null for pathways. */
  ages: { predicted: AgeSource | null; chronological: AgeSource | null } | null
}

/**
 * A fitted value of the model: at a level or number of the predictor, and a level of the interacting factor. It has no
 * interval if each unit has its own intercept.
 */
export type AdjustedMean = {
  level: string | null
  number: number | null
  by: string | null
  estimate: number
  ciLow: number | null
  ciHigh: number | null
}

/** One pathway of a model in detail. Lists have one entry per sample with a value. */
export type ModelDiagnostics = {
  pathway: string
  measure: ComparedMeasure
  formula: string
  coefficients: ModelCoefficient[]
  samples: NamedSample[]
  values: number[]
  fitted: number[]
  residuals: number[]
  /** Residuals divided by their standard error, and the quantiles of a normal distribution at their ranks. */
  standardized: number[]
  quantiles: number[]
  /** The outcome, adjusted for the other terms. `at`: the value of the predictor as text. */
  partial: number[]
  at: string[]
  /** The level of the factor that interacts with the predictor; null without one. */
  by: (string | null)[]
  /** The outcome at each level of the predictor, or along its range, with the other terms at their mean. */
  means: AdjustedMean[]
}

/** Samples with the same value of `unit` are measurements of one thing. */
export const agreementRequestSchema = z.strictObject({
  measure: measureSchema.exclude(['age_acceleration_residual']),
  of: sampleChoiceSchema.default({ filter: {} }),
  unit: name,
  /** Tests that the mean difference of repeats lies within ±this, unless null. */
  equivalence: z.number().positive().max(1e300).nullable().default(null),
  pathways,
  predicted: ageSourceSchema.optional(),
  chronological: ageSourceSchema.optional(),
})
type AgreementRequest = z.infer<typeof agreementRequestSchema>

/** The agreement of repeats for one pathway. Numbers are null if it has too few units or no spread. */
export type AgreementRow = {
  pathway: string
  units: number
  repeats: number
  icc: number | null
  iccLow: number | null
  iccHigh: number | null
  /** Bland–Altman: second − first repeat. */
  bias: number | null
  biasLow: number | null
  biasHigh: number | null
  limitLow: number | null
  limitHigh: number | null
  equivalenceP: number | null
}

export type Agreement = CohortProvenance & {
  measure: AgreementRequest['measure']
  unit: string
  equivalence: number | null
  rows: AgreementRow[]
  /** If one pathway was requested: mean and difference of each unit's first two repeats. */
  points: { unit: string; mean: number; difference: number }[]
  leftOut: { withoutUnit: number; withoutRepeat: number; withoutResult: number }
}

export const planDesignSchema = z.enum(['unpaired', 'paired', 'covariates', 'moderated'])
export const planRequestSchema = z.strictObject({
  design: planDesignSchema,
  /** The smallest difference to find, in the unit of `sd`. */
  effect: z.number().positive().max(1e300),
  /** Within a group. 1: the effect is in standard deviations. */
  sd: z.number().positive().max(1e300).optional(),
  /** Of two samples of one donor; for paired designs. */
  icc: z.number().min(0).max(0.99).optional(),
  /** The share of the variance within groups that the covariates explain. */
  explained: z.number().min(0).max(0.99).optional(),
  /** Of variances moderated across pathways, for the moderated design. */
  priorDf: z.number().min(0).max(1e6).optional(),
  power: z.number().min(0.5).max(0.99).default(0.8),
  /** p must be below this. */
  level: z.number().positive().max(0.5).default(0.05),
  /** A pilot study: it replaces the assumed numbers that are absent. */
  pilot: z
    .strictObject({
      measure: measureSchema.default('activity'),
      of: sampleChoiceSchema,
      group: name,
      donor: name.nullable().default(null),
      covariates: z.array(name).max(18).default([]),
      /** Null: the pathway of median spread. */
      pathway: name.nullable().default(null),
    })
    .optional(),
})
type PlanRequest = z.infer<typeof planRequestSchema>

export type SamplePlan = {
  design: PlanRequest['design']
  effect: number
  level: number
  /** The numbers that were used, and their origin. */
  sd: number
  /** 0 unless paired. */
  icc: number
  explained: number
  covariates: number
  /** Of moderated variances; null without moderation or if the variances of pathways differ by chance alone. */
  priorDf: number | null
  /** The pilot that the numbers come from; null: they were given or assumed. */
  pilot: { samples: number; pathway: string } | null
  /** The samples of each of the two groups; the donors of a paired design. */
  perGroup: number
  samples: number
  /** Requested, and at `perGroup`, by simulation. */
  requestedPower: number
  power: number
  simulations: number
  /** Power at other sizes, for a curve. */
  curve: { perGroup: number; power: number }[]
  /** The orders and requests of `samples` new samples, with their results. */
  cost: PaidCall
}

/** A comparison or model that was run in a study. Identical ones are one question, asked several times. */
export type StudyQuestion = {
  questionId: string
  kind: 'comparison' | 'clock' | 'model'
  /** JSON of the request without its samples. */
  request: unknown
  /** The number of tests, such as pathways × contrasts. */
  tests: number
  firstAt: string
  lastAt: string
  times: number
}

/** The number of tests in a study: those of the overview in their sets, and those of saved comparisons. */
export type TestCount = { tests: number; sets: number; saved: number }

type Formula = { terms: readonly { field: string }[]; interaction?: readonly string[] | null | undefined }

/** Returns a model in R's syntax, such as `~ group * sex + age`. */
export function formulaOf({ terms, interaction }: Formula): string {
  const written = (name: string) => (/^[A-Za-z.][\w.]*$/.test(name) ? name : `\`${name}\``)
  const product = interaction ? [interaction.map(written).join(' * ')] : []
  const others = terms.flatMap(({ field }) => (interaction?.includes(field) ? [] : [written(field)]))
  return `~ ${[...product, ...others].join(' + ')}`
}

/** Quotes a name with a character that has a meaning in contrasts. */
export const quoteName = (name: string): string =>
  /[-−:="]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
