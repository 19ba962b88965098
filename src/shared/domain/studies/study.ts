import { z } from 'zod'
import { lazy } from '../../lazy.ts'
import { type SampleChoice, sampleChoiceSchema } from '../results/cohort.ts'
import { comparisonRequestSchema } from '../results/comparison.ts'
import type { SampleFilter, SampleStage } from '../samples/sample.ts'

/** The study that contains every sample of the register. It cannot be archived, and samples cannot be added to it. */
export const allSamplesId = 'all'

/** Restricts a filter to a study, replacing any study that it named. */
export function filterInStudy(filter: SampleFilter, studyId: string): SampleFilter {
  const { study: _study, ...filtered } = filter
  return studyId === allSamplesId ? filtered : { ...filtered, study: studyId }
}

/** Restricts a choice of samples to a study. Samples named one by one stay as they are. */
export const choiceInStudy = (of: SampleChoice, studyId: string): SampleChoice =>
  'sampleIds' in of ? of : { ...of, filter: filterInStudy(of.filter, studyId) }

export type StageCounts = Record<SampleStage, number>
export const noSamples: StageCounts = {
  ordered: 0,
  processing: 0,
  ready: 0,
  analyzed: 0,
  failed: 0,
  unknown: 0,
}

/**
 * Removes line breaks and other control characters, including those that change text direction, because the name is
 * printed within sentences.
 */
export const toPlainName = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
const studyName = z.string().overwrite(toPlainName).trim().min(1).max(200)
const fieldName = z.string().trim().min(1).max(200)
const colour = z.string().regex(/^#[0-9a-f]{6}$/i)

/** The grouping of a study's samples. Absent parts were not chosen by the user. */
const designSchema = z.strictObject({
  groupBy: fieldName.nullable(),
  /** The order of the groups, each with its color on all screens. Unlisted groups follow by name. */
  groups: z.array(z.strictObject({ value: z.string().max(1000), colour: colour.optional() })).max(100),
  /** The group that the others are compared with, or null. */
  control: z.string().max(1000).nullable(),
  /** The field that identifies samples belonging together, or null. */
  pairBy: fieldName.nullable(),
  /** Fields that the user declared independent although samples of equal value have similar activities. */
  independent: z.array(fieldName).max(100),
})
export type StudyDesign = z.infer<typeof designSchema>
export const chosenDesignSchema = designSchema.partial()
export type ChosenDesign = z.infer<typeof chosenDesignSchema>

const byName = lazy(() => new Intl.Collator('en', { numeric: true }))
/** Sorts groups in natural order: 3 before 12. */
export const inNameOrder = (names: readonly string[]): string[] => names.toSorted(byName().compare)

/** Sorts the values of the grouping field: first those that the user listed, then the others by name. */
export function inGroupOrder(groups: StudyDesign['groups'], values: readonly string[]): string[] {
  const listed = new Set(groups.map(({ value }) => value))
  const present = new Set(values)
  return [
    ...[...listed].filter((value) => present.has(value)),
    ...inNameOrder([...present].filter((value) => !listed.has(value))),
  ]
}

/** Refers to the study's own samples, so that it stays valid when samples are added or removed. */
export const savedComparisonSchema = comparisonRequestSchema.omit({ of: true })
export type SavedComparison = {
  comparisonId: string
  name: string
  request: z.infer<typeof savedComparisonSchema>
  savedAt: string
}

/** Times are ISO 8601. */
export type Study = {
  studyId: string
  name: string
  /** The user's question for the study; empty if none was entered. */
  question: string
  notes: string
  design: StudyDesign
  /** The parts of the design that the user chose. The others are suggested from the fields of the samples. */
  chosen: (keyof StudyDesign)[]
  comparisons: SavedComparison[]
  createdAt: string
  changedAt: string
  archivedAt: string | null
}

export type StudyName = Pick<Study, 'studyId' | 'name' | 'question' | 'archivedAt'>

export type StudySummary = Pick<
  Study,
  'studyId' | 'name' | 'question' | 'createdAt' | 'changedAt' | 'archivedAt'
> & {
  samples: number
  stages: StageCounts
  /** The number of unsent orders in the study's batches, and of those with an unknown outcome. */
  toOrder: number
  inDoubt: number
  synthetic: boolean
}

export const newStudySchema = z.strictObject({
  name: studyName,
  question: z.string().trim().max(2000).default(''),
  /** The initial samples. Absent: none. */
  of: sampleChoiceSchema.optional(),
})

/** Absent parts stay as they are. A null within `design` means that the user chose none. */
export const studyChangeSchema = z
  .strictObject({
    name: studyName,
    question: z.string().trim().max(2000),
    notes: z.string().trim().max(20_000),
    design: chosenDesignSchema,
  })
  .partial()

/** The destination study of an import: an existing one, or a new one with this name. */
export const importStudySchema = z.union([
  z.strictObject({ studyId: z.string().min(1).max(300) }),
  z.strictObject({ name: studyName }),
])
export type ImportStudy = z.infer<typeof importStudySchema>
