import { Button, Group, Progress, Stack, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../shared/contract/state.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { saveFile } from '../../charts/saving/clipboard.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { isSavedWhereChosen, reveal } from '../../client/files.ts'
import { type Exported, useExportFile } from '../../client/useExportFile.ts'
import { useCurrentStudyId } from '../../state/currentStudy.ts'
import { type ExportPart, exportParts, useDialogs } from '../../state/dialogs.ts'
import { useExported } from '../../state/tables/shownTables.ts'
import { CopyButton, copyText } from '../../ui/copy/CopyButton.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Fact, Facts, Hint } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { type Draft, firstStudy, type StudyDraft, scopeIn, studiesOf, toReportLanguage } from './draft.ts'
import { ExportForm } from './ExportForm.tsx'
import classes from './export.module.css'
import { StudyFields, StudyForm } from './StudyForm.tsx'

type Props = { opened: boolean; close(): void }

/**
 * Exports a table or a document of a study to a file. It stays mounted, so that a file still being written when the
 * dialog closes is delivered, and shown when the dialog opens again.
 */
export function ExportDialog({ opened, close }: Props) {
  const { t } = useTranslation('export')
  const isOpen = useRef(opened)
  useEffect(() => {
    isOpen.current = opened
  })
  const write = useExportFile(({ file }) => {
    if (isOpen.current) return
    notifications.show({
      message: t(isSavedWhereChosen ? 'done.saved' : 'done.downloaded', { name: file.name }),
    })
  })
  const [draft, setDraft] = useState<Draft | null>(null)
  const [study, setStudy] = useState(firstStudy)
  const { exportPart: part, exportOf, openExport } = useDialogs()
  const { pending, job, requested, value, reset } = write
  const isOfStudy = requested !== null && 'document' in requested
  const exported = value !== null && value !== 'cancelled' ? value : null
  const isWriting = pending && job !== null
  const leave = () => {
    if (!pending) {
      reset()
      setDraft(null)
      setStudy(firstStudy)
    }
    close()
  }
  const choose = (next: ExportPart) => {
    reset()
    openExport(next, exportOf)
  }
  return (
    <Dialog
      opened={opened}
      onClose={leave}
      title={t(exported ? 'doneTitle' : `titles.${part}`)}
      size={isWriting || exported ? 640 : 980}
      classNames={{ body: classes.body ?? '' }}
    >
      {isWriting ? (
        <Course job={job} isOfStudy={isOfStudy} close={leave} />
      ) : exported ? (
        <Written exported={exported} isOfStudy={isOfStudy} again={reset} close={leave} />
      ) : (
        <>
          <Parts part={part} choose={choose} disabled={pending} />
          {part === 'table' && <ExportForm draft={draft} setDraft={setDraft} write={write} close={leave} />}
          {part === 'methods' && <MethodsView draft={study} setDraft={setStudy} close={leave} />}
          {(part === 'report' || part === 'capsule') && (
            <StudyForm
              key={part}
              document={part}
              draft={study}
              setDraft={setStudy}
              write={write}
              close={leave}
            />
          )}
        </>
      )}
    </Dialog>
  )
}

type PartsProps = { part: ExportPart; disabled: boolean; choose(part: ExportPart): void }

function Parts({ part, disabled, choose }: PartsProps) {
  const { t } = useTranslation('export')
  return (
    <SegmentedControl
      className={classes.parts}
      aria-label={t('parts.label')}
      value={part}
      disabled={disabled}
      onChange={choose}
      data={exportParts.map((value) => ({ value, label: t(`parts.${value}`) }))}
    />
  )
}

type CourseProps = { job: Job; isOfStudy: boolean; close(): void }

/** Shows the progress of the export. If the dialog is closed, the task tray shows it. */
function Course({ job, isOfStudy, close }: CourseProps) {
  const { t } = useTranslation('export')
  const cancel = useAction(() => call('jobs.cancel', { jobId: job.jobId }))
  const { done, total } = job
  return (
    <Stack gap={16}>
      <div role="status">
        {isOfStudy
          ? t('course.study')
          : total === null
            ? t('course.rows', { done })
            : t('course.rowsOf', { done, total })}
      </div>
      <Progress
        size={8}
        value={total ? Math.min(100, (done / total) * 100) : 100}
        animated={total === null}
        aria-label={t('course.label')}
      />
      <Hint>{t('course.note')}</Hint>
      {cancel.failure && <FailureNotice flush failure={cancel.failure} />}
      <Group gap={8} justify="flex-end">
        <Button {...cancel.buttonProps()}>{t('course.cancel')}</Button>
        <Button variant="filled" data-autofocus onClick={close}>
          {t('course.close')}
        </Button>
      </Group>
    </Stack>
  )
}

type WrittenProps = { exported: Exported; isOfStudy: boolean; again(): void; close(): void }

function Written({ exported: { file, rows, sha256 }, isOfStudy, again, close }: WrittenProps) {
  const { t } = useTranslation('export')
  const show = useAction(() => reveal(file))
  return (
    <Stack gap={16}>
      <div role="status">{t(isSavedWhereChosen ? 'done.saved' : 'done.downloaded', { name: file.name })}</div>
      <Facts>
        <Fact name={t(isOfStudy ? 'done.samples' : 'term.rows')}>{t('done.count', { count: rows })}</Fact>
        {sha256 !== null && (
          <>
            <Fact name={t('term.size')}>{t('counted.bytes', { count: file.sizeBytes })}</Fact>
            <Fact name="SHA-256">
              <code>{sha256}</code>
              <CopyButton value={sha256}>{t('action.copy')}</CopyButton>
            </Fact>
          </>
        )}
      </Facts>
      {show.failure && <FailureNotice flush failure={show.failure} />}
      <Group gap={8} justify="flex-end">
        {isSavedWhereChosen && <Button {...show.buttonProps()}>{t('done.reveal')}</Button>}
        <Button onClick={again}>{t('done.another')}</Button>
        <Button variant="filled" data-autofocus onClick={close}>
          {t('action.close')}
        </Button>
      </Group>
    </Stack>
  )
}

type MethodsViewProps = { draft: StudyDraft; setDraft(draft: StudyDraft): void; close(): void }

/** Shows how the numbers of a study were computed, as text for a paper and as R and Python code. */
function MethodsView({ draft, setDraft, close }: MethodsViewProps) {
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
