import { Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { saveFile } from '../../charts/saving/clipboard.ts'
import { useCall } from '../../client/useCall.ts'
import { useCurrentStudyId } from '../../state/currentStudy.ts'
import { useExported } from '../../state/tables/shownTables.ts'
import { copyText } from '../../ui/copy/CopyButton.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import shared from '../../ui/shared.module.css'
import { scopeIn } from './draft.ts'
import classes from './export.module.css'
import { StudyFields } from './StudyForm.tsx'
import { type StudyDraft, studiesOf, toReportLanguage } from './studyDraft.ts'

type Props = { draft: StudyDraft; setDraft(draft: StudyDraft): void; close(): void }

/** Shows how the numbers of a study were computed, as text for a paper and as R and Python code. */
export function MethodsView({ draft, setDraft, close }: Props) {
  const { t, i18n } = useTranslation('export')
  const { study: shown } = useExported()
  const studies = studiesOf(draft, shown, useCurrentStudyId() ?? allSamplesId)
  const scope = scopeIn(studies, draft.scope)
  const study = (scope && studies[scope]) ?? studies.everything
  const language = draft.language ?? toReportLanguage(i18n.language)
  const methods = useCall(
    'documents.methods',
    { study: study ?? { kind: 'cohort' }, language },
    { enabled: study !== null },
  )
  const made = methods.failure ? undefined : methods.data
  // The text of the previous study stays visible while the next one loads, but cannot be copied or saved.
  const ready = methods.isPreviousData ? undefined : made
  return (
    <Stack gap="lg" miw={0}>
      <div className={classes.columns}>
        <Stack gap="lg" miw={0}>
          <StudyFields
            studies={studies}
            scope={scope}
            language={language}
            choose={(part) => setDraft({ ...draft, ...part })}
          />
        </Stack>
        <div className={`${classes.chooser} ${classes.methodsRoom}`}>
          <div className={classes.loading}>
            <LoadingBar visible={methods.loading} />
          </div>
          {methods.failure && (
            <FailureNotice flush failure={methods.failure} retry={() => void methods.refetch()} />
          )}
          {made && (
            <Textarea
              readOnly
              label={t('methods.label')}
              description={t('methods.about')}
              lang={language}
              value={toPlain(made.text)}
              classNames={{ input: classes.methods ?? '' }}
            />
          )}
        </div>
      </div>
      <div className={shared.dialogFoot}>
        <CopyTexts text={ready?.text} />
        <span className={shared.gap} />
        <Button
          disabled={!ready}
          onClick={() => ready && saveFile(new Blob([ready.r]), 'pathclock-methods.R')}
        >
          {t('methods.saveR')}
        </Button>
        <Button
          disabled={!ready}
          onClick={() => ready && saveFile(new Blob([ready.python]), 'pathclock_methods.py')}
        >
          {t('methods.savePython')}
        </Button>
        <Button variant="filled" onClick={close}>
          {t('action.close')}
        </Button>
      </div>
    </Stack>
  )
}

/** `text`: Markdown. */
function CopyTexts({ text }: { text: string | undefined }) {
  const { t } = useTranslation('export')
  const [copyState, setCopyState] = useState<'copied' | 'copyFailed' | null>(null)
  const copy = (words: string) =>
    void copyText(words)
      .then(() => setCopyState('copied'))
      .catch(() => setCopyState('copyFailed'))
  return (
    <>
      <Button disabled={!text} onClick={() => copy(toPlain(text ?? ''))}>
        {t('methods.copy')}
      </Button>
      <Button disabled={!text} onClick={() => copy(text ?? '')}>
        {t('methods.copyMarkdown')}
      </Button>
      <output className={shared.hint}>{copyState && t(`${copyState}`)}</output>
    </>
  )
}

/** Removes the Markdown marks from headings and paragraphs, for pasting into a paper. */
const toPlain = (markdown: string): string =>
  markdown
    .replaceAll(/^#+ /gm, '')
    .replaceAll(/\*\*(.+?)\*\*/g, '$1')
    .replaceAll(/`([^`\n]+)`/g, '$1')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim()
