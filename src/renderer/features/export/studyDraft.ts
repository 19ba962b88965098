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
 * The choices for a report, a capsule or a methods text. `language`: null while the user has not chosen one, so that
 * it follows the page. `given`: the study of a preset or an earlier export.
 */
export type StudyDraft = {
  scope: Scope
  given: StudyChoice | null
  format: ReportFormat
  language: ReportLanguage | null
}

export const firstStudy: StudyDraft = { scope: 'shown', given: null, format: 'html', language: null }

/** Returns the studies that can be exported, by scope; null if a scope has none. */
export const studiesOf = (
  { given }: Pick<StudyDraft, 'given'>,
  shown: StudyInput | null,
  studyId: string,
): Record<Scope, StudyChoice | null> => {
  const everything: StudyChoice = { kind: 'cohort', of: choiceInStudy(everySample, studyId) }
  // The address may hold a study that fails validation; it is then left out.
  return { everything, shown: unlessEqual(studyChoiceSchema.safeParse(shown).data, everything), given }
}

export const draftOfStudy = (draft: StudyDraft, settings: StudySettings): StudyDraft => ({
  scope: 'given',
  given: settings.study,
  format: settings.document === 'report' ? settings.format : draft.format,
  language: settings.language,
})

export const settingsOfStudy = (
  document: Document,
  study: StudyChoice,
  { format }: Pick<StudyDraft, 'format'>,
  language: ReportLanguage,
): StudySettings =>
  document === 'report' ? { document, format, study, language } : { document, study, language }

/** Returns the suggested file name: the name of the study if the document covers a whole one, and the date. */
export function nameOfStudy(settings: DocumentSettings, studyName: string | undefined, day: string): string {
  const { document } = settings
  const extension = document === 'report' ? settings.format : capsuleExtension
  const name = studyName ?? (document === 'report' ? 'Pathclock' : 'Pathclock study')
  return toSafeFileName(`${name}${document === 'report' ? ' report' : ''} ${day}.${extension}`)
}

/** Returns the last exported document of this kind. `records` are sorted from newest to oldest. */
export const lastOf = (records: readonly ExportRecord[], document: Document) =>
  records.find(({ settings }) => isOfStudy(settings) && settings.document === document)

/** Returns the language of the page if documents support it, else English. */
export const toReportLanguage = (language: string): ReportLanguage =>
  language.startsWith('zh') ? 'zh-CN' : 'en'

/** The names of languages in themselves, for users who cannot read the language of the page. */
export const languageNames: Record<ReportLanguage, string> = { en: 'English', 'zh-CN': '简体中文' }
