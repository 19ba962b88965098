import { capsuleExtension, toSafeFileName } from '../../../shared/domain/app/fileNames.ts'
import { everySample } from '../../../shared/domain/results/cohort.ts'
import {
  type ReportLanguage,
  type StudyChoice,
  type StudySettings,
  studyChoiceSchema,
} from '../../../shared/domain/studies/documents.ts'
import type { ExportRecord } from '../../../shared/domain/studies/exporting.ts'
import { isOfStudy } from '../../../shared/domain/studies/exporting.ts'
import { choiceInStudy } from '../../../shared/domain/studies/study.ts'
import type { DocumentSettings } from '../../client/useExportFile.ts'
import type { StudyInput } from '../../state/tables/shownTables.ts'
import { type Scope, unlessEqual } from './draft.ts'

export type Document = StudySettings['document']
type ReportFormat = Extract<StudySettings, { document: 'report' }>['format']

/**
 * What a person has chosen of a report, a capsule or a methods text. `language` is null as long as it is that of the
 * page. `given`: the study that came with a preset.
 */
export type StudyDraft = {
  scope: Scope
  given: StudyChoice | null
  format: ReportFormat
  language: ReportLanguage | null
}

export const firstStudy: StudyDraft = { scope: 'shown', given: null, format: 'html', language: null }

/** The studies that there are; null where there is none. */
export const studiesOf = (
  { given }: Pick<StudyDraft, 'given'>,
  shown: StudyInput | null,
  studyId: string,
): Record<Scope, StudyChoice | null> => {
  const everything: StudyChoice = { kind: 'cohort', of: choiceInStudy(everySample, studyId) }
  // An address may say more than can be asked for.
  return { everything, shown: unlessEqual(studyChoiceSchema.safeParse(shown).data, everything), given }
}

/** The same as an earlier report or capsule, or a preset. */
export const draftOfStudy = (draft: StudyDraft, settings: StudySettings): StudyDraft => ({
  scope: 'given',
  given: settings.study,
  format: settings.document === 'report' ? settings.format : draft.format,
  language: settings.language,
})

/** The request to main. */
export const settingsOfStudy = (
  document: Document,
  study: StudyChoice,
  { format }: Pick<StudyDraft, 'format'>,
  language: ReportLanguage,
): StudySettings =>
  document === 'report' ? { document, format, study, language } : { document, study, language }

/** The name that is suggested for the file: that of the study, where it is of one as a whole, and the day. */
export function nameOfStudy(settings: DocumentSettings, studyName: string | undefined, day: string): string {
  const { document } = settings
  const extension = document === 'report' ? settings.format : capsuleExtension
  const name = studyName ?? (document === 'report' ? 'Pathclock' : 'Pathclock study')
  return toSafeFileName(`${name}${document === 'report' ? ' report' : ''} ${day}.${extension}`)
}

/** The last document of this kind, the newest first. */
export const lastOf = (records: readonly ExportRecord[], document: Document) =>
  records.find(({ settings }) => isOfStudy(settings) && settings.document === document)

/** The language of the page where a document can be written in it, else English. */
export const toReportLanguage = (language: string): ReportLanguage =>
  language.startsWith('zh') ? 'zh-CN' : 'en'

/** Each by its own name, for whoever does not read the page's language. */
export const languageNames: Record<ReportLanguage, string> = { en: 'English', 'zh-CN': '简体中文' }
