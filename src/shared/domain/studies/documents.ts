import { z } from 'zod'
import type { Message } from '../../words/message.ts'
import { everySample, sampleChoiceSchema } from '../results/cohort.ts'
import { comparisonRequestSchema } from '../results/comparison.ts'
import { modelRequestSchema } from '../results/model.ts'
import { allSamplesId } from './study.ts'

const id = z.string().min(1).max(300)

/**
 * The subject of a report or a capsule: one sample, or several samples and, if requested, a comparison of groups among
 * them.
 */
export const studyChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('sample'), sampleId: id }),
  z.strictObject({
    kind: z.literal('cohort'),
    of: sampleChoiceSchema.default(everySample),
    /** Covers both measures, among the samples of the study. */
    comparison: comparisonRequestSchema.omit({ of: true, measure: true }).optional(),
    /** Of both measures, and of the clock at the same chronological age. */
    model: modelRequestSchema.omit({ of: true, measure: true }).optional(),
  }),
])
export type StudyChoice = z.infer<typeof studyChoiceSchema>

/** Returns the study that a document covers as a whole; null for one sample or another selection. */
export function wholeStudyOf(study: z.input<typeof studyChoiceSchema>): string | null {
  if (study.kind === 'sample' || !study.of || 'sampleIds' in study.of) return null
  const { text, filter, except } = study.of
  const isNarrowed = Boolean(text) || Boolean(except?.length) || Object.keys(filter).length > 1
  return isNarrowed ? null : (filter.study ?? null)
}

/** Returns the study whose samples a document covers, all or some; null for one sample. */
export function studyOf(study: z.input<typeof studyChoiceSchema>): string | null {
  if (study.kind === 'sample') return null
  const { of = everySample } = study
  return ('filter' in of ? of.filter.study : undefined) ?? allSamplesId
}

export const reportLanguageSchema = z.enum(['en', 'zh-CN'])
export type ReportLanguage = z.infer<typeof reportLanguageSchema>

/**
 * `report`: one page for people, as self-contained HTML or as PDF. `capsule`: a zip with all the data behind the
 * numbers, a hash of each file, and the same page as its viewer.
 */
export const studySettingsSchema = z.discriminatedUnion('document', [
  z.strictObject({
    document: z.literal('report'),
    format: z.enum(['html', 'pdf']),
    study: studyChoiceSchema,
    language: reportLanguageSchema.default('en'),
  }),
  z.strictObject({
    document: z.literal('capsule'),
    study: studyChoiceSchema,
    /** The language of its viewer. The methods are included in both languages. */
    language: reportLanguageSchema.default('en'),
  }),
])
export type StudySettings = z.infer<typeof studySettingsSchema>

/**
 * A description of how a study's numbers were computed: text for a paper's methods section, and scripts that recompute
 * them.
 */
export type StudyMethods = {
  text: string
  /** Each script reads the study's CSV tables from its own folder and compares its results with theirs. */
  r: string
  python: string
}

/**
 * A mismatch between the files and the capsule's manifest. `unsafe`: a path or entry type that a capsule never has,
 * such as one outside its folder, a link, a duplicate, or one that unpacks to fill the disk. `unreadable` and
 * `repeated`: the file has the listed hash, but from `line` on it is not in Pathclock's format, or repeats an earlier
 * id.
 */
export type CapsuleProblem = {
  path: string
  problem: 'changed' | 'missing' | 'unlisted' | 'unsafe' | 'unreadable' | 'repeated'
  line?: number
}

/** The description in a capsule, and the check of its files against its manifest. */
export type CapsuleCheck = {
  intact: boolean
  /** The hash of the whole file in hexadecimal, to compare with the one shown when it was made. */
  sha256: string
  sizeBytes: number
  /** The number of files in its manifest. */
  files: number
  problems: CapsuleProblem[]
  madeAt: string
  /** The name and version of the program that made it. */
  application: string
  study: StudyChoice
  /** The name of the study, if the capsule covers a whole study; else null. */
  studyName: string | null
  /** The parts that this version ignores. */
  note: Message | null
  samples: number
  answers: number
  services: string[]
  synthetic: boolean
}
