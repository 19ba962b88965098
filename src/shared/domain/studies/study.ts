import { z } from 'zod'
import { lazy } from '../../lazy.ts'
import { type SampleChoice, sampleChoiceSchema } from '../results/cohort.ts'
import { comparisonRequestSchema } from '../results/comparison.ts'
import type { SampleFilter, SampleStage } from '../samples/sample.ts'

/** The study that every sample of the register belongs to. It cannot be archived, and nothing is added to it. */
export const allSamplesId = 'all'

/** The filter within a study, whichever study it named itself. */
export function filterInStudy(filter: SampleFilter, studyId: string): SampleFilter {
  const { study: _study, ...filtered } = filter
  return studyId === allSamplesId ? filtered : { ...filtered, study: studyId }
}

/** The choice within a study; samples that are named one by one are in it. */
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

/** Without line breaks and other control characters, and without those that turn the direction of text: it is printed among other words. */
export const toPlainName = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
const studyName = z.string().overwrite(toPlainName).trim().min(1).max(200)
const fieldName = z.string().trim().min(1).max(200)
const colour = z.string().regex(/^#[0-9a-f]{6}$/i)

/** How the samples of a study are grouped. What is left out was not chosen by a person. */
const designSchema = z
  .object({
    /** The field that makes the groups; null: there are none. */
    groupBy: fieldName.nullable(),
    /** In their order, each with the color that it has everywhere; groups that are not listed follow by name. */
    groups: z.array(z.object({ value: z.string().max(1000), colour: colour.optional() }).strict()).max(100),
    /** The group that others are compared with; null: none is. */
    control: z.string().max(1000).nullable(),
    /** The field whose value says which samples belong together; null: none do. */
    pairBy: fieldName.nullable(),
    /** Fields whose samples of one value the user declared independent, although their activities are alike. */
    independent: z.array(fieldName).max(100),
  })
  .strict()
export type StudyDesign = z.infer<typeof designSchema>
export const chosenDesignSchema = designSchema.partial()
export type ChosenDesign = z.infer<typeof chosenDesignSchema>

const byName = lazy(() => new Intl.Collator('en', { numeric: true }))
/** Groups as people count them: 3 before 12. */
export const inNameOrder = (names: readonly string[]): string[] => names.toSorted(byName().compare)

/** The values of the field that makes the groups as they stand everywhere: as a person listed them, then the others by name. */
export function inGroupOrder(groups: StudyDesign['groups'], values: readonly string[]): string[] {
  const listed = new Set(groups.map(({ value }) => value))
  const present = new Set(values)
  return [
    ...[...listed].filter((value) => present.has(value)),
    ...inNameOrder([...present].filter((value) => !listed.has(value))),
  ]
}

/** Of the study's own samples, so that it stays true when samples come or go. */
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
  /** What the study asks, in a person's words; empty where nobody wrote it. */
  question: string
  notes: string
  design: StudyDesign
  /** Which parts of the design a person chose; the others are suggested from the fields of the samples. */
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
  /** Orders of the study's batches that were not sent yet, and those of unknown outcome. */
  toOrder: number
  inDoubt: number
  synthetic: boolean
}

export const newStudySchema = z
  .object({
    name: studyName,
    question: z.string().trim().max(2000).default(''),
    /** The samples that it begins with; none where it is left out. */
    of: sampleChoiceSchema.optional(),
  })
  .strict()

/** What is left out stays; a part of the design that is null in `design` itself is chosen to be none. */
export const studyChangeSchema = z
  .object({
    name: studyName,
    question: z.string().trim().max(2000),
    notes: z.string().trim().max(20_000),
    design: chosenDesignSchema,
  })
  .partial()

/** Where the samples of an import go: a study that is there, or a new one of this name. */
export const importStudySchema = z.union([
  z.object({ studyId: z.string().min(1).max(300) }).strict(),
  z.object({ name: studyName }).strict(),
])
export type ImportStudy = z.infer<typeof importStudySchema>
