import { z } from 'zod'
import type { Message } from '../../messages/message.ts'
import { everySample, sampleChoiceSchema } from '../results/cohort.ts'
import { comparisonRequestSchema } from '../results/comparison.ts'

const id = z.string().min(1).max(300)

/** What a report or a capsule is of: one sample, or samples together and, where requested, a comparison of groups of them. */
export const studyChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sample'), sampleId: id }).strict(),
  z
    .object({
      kind: z.literal('cohort'),
      of: sampleChoiceSchema.default(everySample),
      /** Of both measures, among the samples of the study. */
      comparison: comparisonRequestSchema.omit({ of: true, measure: true }).optional(),
    })
    .strict(),
])
export type StudyChoice = z.infer<typeof studyChoiceSchema>

/** The study of which a document is as a whole; null: one sample, or samples that were chosen otherwise. */
export function wholeStudyOf(study: z.input<typeof studyChoiceSchema>): string | null {
  if (study.kind === 'sample' || !study.of || 'sampleIds' in study.of) return null
  const { text, filter, except } = study.of
  const isNarrowed = Boolean(text) || Boolean(except?.length) || Object.keys(filter).length > 1
  return isNarrowed ? null : (filter.study ?? null)
}

export const reportLanguageSchema = z.enum(['en', 'zh-CN'])
export type ReportLanguage = z.infer<typeof reportLanguageSchema>

/**
 * `report`: one page for people, as HTML that needs nothing else or as PDF; `capsule`: a zip that holds all that the
 * numbers were made of, with the hash of each file and the same page as its viewer.
 */
export const studySettingsSchema = z.discriminatedUnion('document', [
  z
    .object({
      document: z.literal('report'),
      format: z.enum(['html', 'pdf']),
      study: studyChoiceSchema,
      language: reportLanguageSchema.default('en'),
    })
    .strict(),
  z
    .object({
      document: z.literal('capsule'),
      study: studyChoiceSchema,
      /** Of its viewer; the methods are in it in both. */
      language: reportLanguageSchema.default('en'),
    })
    .strict(),
])
export type StudySettings = z.infer<typeof studySettingsSchema>

/** How the numbers of a study were made: for a paper's methods section, and programs that make them again. */
export type StudyMethods = {
  text: string
  /** Each reads the tables of the study, CSV, from its folder, and compares what it reckons with what they say. */
  r: string
  python: string
}

/**
 * What does not agree with the capsule's own list. `unsafe`: a name or a kind that no file of a capsule has, such as one that
 * leads out of its folder, a link, one that is there twice, or one that unpacks to fill the disk. `unreadable` and `repeated`:
 * as listed, but from `line` on not as Pathclock writes it, or with an id that stands there already.
 */
export type CapsuleProblem = {
  path: string
  problem: 'changed' | 'missing' | 'unlisted' | 'unsafe' | 'unreadable' | 'repeated'
  line?: number
}

/** What a capsule says of itself, and whether its files are those that it lists. */
export type CapsuleCheck = {
  intact: boolean
  /** Of the whole file, in hexadecimal; to be compared with what was reported when it was made. */
  sha256: string
  sizeBytes: number
  /** Those that its list names. */
  files: number
  problems: CapsuleProblem[]
  madeAt: string
  /** Name and version of the program that made it. */
  application: string
  study: StudyChoice
  /** Of the study that it is of as a whole; null: of other samples. */
  studyName: string | null
  /** What of it this version passes over. */
  note: Message | null
  samples: number
  answers: number
  services: string[]
  synthetic: boolean
}
