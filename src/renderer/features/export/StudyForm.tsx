import { Button, Flex, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type ReportLanguage,
  reportLanguageSchema,
  type StudyChoice,
  wholeStudyOf,
} from '../../../shared/domain/studies/documents.ts'
import { isOfStudy } from '../../../shared/domain/studies/exporting.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { useCall } from '../../client/call.ts'
import type { DocumentSettings, ExportFileSettings, useExportFile } from '../../client/useExportFile.ts'
import { useStudyWords } from '../../state/cohort/titles.ts'
import { useCurrentStudyId } from '../../state/currentStudy.ts'
import { useExported } from '../../state/tables/shownTables.ts'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { RadioList } from '../../ui/forms/RadioList.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import {
  type Document,
  draftOfStudy,
  languageNames,
  lastOf,
  nameOfStudy,
  type Scope,
  type StudyDraft,
  scopeIn,
  scopes,
  settingsOfStudy,
  studiesOf,
  toReportLanguage,
} from './draft.ts'
import { ExportAgain, ExportPresets } from './ExportPresets.tsx'
import classes from './export.module.css'
import { useScopeNames } from './useTableWords.ts'

type Props = {
  document: Document
  draft: StudyDraft
  setDraft(draft: StudyDraft): void
  write: Pick<ReturnType<typeof useExportFile>, 'run' | 'pending' | 'failure' | 'value' | 'requested'>
  close(): void
}

export function StudyForm({ document, draft, setDraft, write, close }: Props) {
  const { t, i18n } = useTranslation('export')
  const { study: shown } = useExported()
  const records = useCall('exports.list', {}).data ?? []
  const change = (part: Partial<StudyDraft>) => setDraft({ ...draft, ...part })
  const studies = studiesOf(draft, shown, useCurrentStudyId() ?? allSamplesId)
  const scope = scopeIn(studies, draft.scope)
  const study = scope && studies[scope]
  const language = draft.language ?? toReportLanguage(i18n.language)
  const settings = study && settingsOfStudy(document, study, draft, language)
  const pdf = pdfOf(write.requested)
  const nameOf = useStudyName()
  const save = (given: DocumentSettings) =>
    void write.run(given, nameOfStudy(given, nameOf(given.study), toDay(new Date())))
  return (
    <Form gap="lg" miw={0} submit={() => settings && save(settings)}>
      <Flex rowGap="sm" columnGap="xl" wrap="wrap" align="center">
        <ExportPresets
          settings={settings}
          fits={(given) => isOfStudy(given) && given.document === document}
          apply={(given) => isOfStudy(given) && setDraft(draftOfStudy(draft, given))}
        />
        <ExportAgain
          last={lastOf(records, document)}
          pending={write.pending}
          run={(record) => void write.run(record.settings, record.fileName)}
        />
      </Flex>
      <div className={classes.columns}>
        <Stack gap={16}>
          <StudyFields studies={studies} scope={scope} language={language} choose={change} />
          {document === 'report' && (
            <RadioList
              label={t('term.format')}
              gap="tight"
              value={draft.format}
              change={(format) => change({ format })}
              options={(['html', 'pdf'] as const).map((format) => ({
                value: format,
                label: t(`reportFormats.${format}.name`),
                description: t(`reportFormats.${format}.for`),
              }))}
            />
          )}
        </Stack>
        <Contents document={document} />
      </div>
      {write.failure && <FailureNotice flush failure={write.failure} />}
      {pdf && write.failure && (
        <div>
          <Button
            size="xs"
            onClick={() => {
              change({ format: 'html' })
              save({ ...pdf, format: 'html' })
            }}
          >
            {t('study.asHtml')}
          </Button>
        </div>
      )}
      {write.value === 'cancelled' && <p role="status">{t('cancelled')}</p>}
      <div className={shared.dialogFoot}>
        <span className={shared.hint}>{t('study.research')}</span>
        <span className={shared.gap} />
        <Button onClick={close}>{t('cancel')}</Button>
        <Button variant="filled" type="submit" disabled={!settings} loading={write.pending}>
          {t(`study.save.${document}`)}
        </Button>
      </div>
    </Form>
  )
}

/** Returns the settings of a requested PDF report, which needs a browser that may be missing; else null. */
const pdfOf = (requested: ExportFileSettings | null) =>
  requested && 'document' in requested && requested.document === 'report' && requested.format === 'pdf'
    ? requested
    : null

const contents = {
  report: ['head', 'methods', 'tables', 'figures', 'small'],
  capsule: ['answers', 'requests', 'register', 'numbers', 'hashes', 'viewer'],
} as const

/** Lists the contents of the file, so that the user knows them before sharing it. */
function Contents({ document }: { document: Document }) {
  const { t } = useTranslation('export')
  return (
    <section className={classes.contents}>
      <h3>{t(`study.about.${document}`)}</h3>
      <ul>
        {contents[document].map((one) => (
          <li key={one}>{t(`study.contents.${one}`)}</li>
        ))}
      </ul>
      <Hint>{t('study.never')}</Hint>
    </section>
  )
}

/** Returns a function that names the study of a document; undefined if it does not cover a whole study. */
function useStudyName(): (study: Parameters<typeof wholeStudyOf>[0]) => string | undefined {
  const studies = useCall('studies.names', {}).data ?? []
  return (study) => {
    const studyId = wholeStudyOf(study)
    return studies.find((one) => one.studyId === studyId)?.name
  }
}

const toDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

type FieldsProps = {
  studies: Record<Scope, StudyChoice | null>
  scope: Scope | null
  language: ReportLanguage
  choose(part: { scope: Scope } | { language: ReportLanguage }): void
}

export function StudyFields({ studies, scope, language, choose }: FieldsProps) {
  const { t } = useTranslation('export')
  const words = useStudyWords().study
  const nameOf = useStudyName()
  const scopeNameOf = useScopeNames()
  return (
    <>
      <RadioList
        label={t('ofWhat')}
        gap="tight"
        value={scope}
        change={(next) => choose({ scope: next })}
        options={scopes.flatMap((one) => {
          const study = studies[one]
          if (!study) return []
          const description =
            one === 'everything' ? t('everything.resultsLong') : (nameOf(study) ?? words(study))
          return { value: one, label: scopeNameOf(one), description }
        })}
      />
      <RadioList
        label={t('study.language')}
        gap="tight"
        value={language}
        change={(next) => choose({ language: next })}
        options={reportLanguageSchema.options.map((one) => ({
          value: one,
          label: languageNames[one],
          lang: one,
        }))}
      />
    </>
  )
}
