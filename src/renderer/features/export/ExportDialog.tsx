import { Button, Group, Progress, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { isSavedWhereChosen, reveal } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { type Exported, useExportFile } from '../../client/useExportFile.ts'
import { type ExportPart, exportParts, useDialogs } from '../../state/dialogs.ts'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Fact, Facts, Hint } from '../../ui/panes/Section.tsx'
import type { Draft } from './draft.ts'
import { ExportForm } from './ExportForm.tsx'
import classes from './export.module.css'
import { MethodsView } from './MethodsView.tsx'
import { StudyForm } from './StudyForm.tsx'
import { firstStudy } from './studyDraft.ts'

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
      size="xs"
      aria-label={t('parts.label')}
      value={part}
      disabled={disabled}
      onChange={(value) => choose(exportParts.find((one) => one === value) ?? 'table')}
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

/** Shows the location of the file, its size and its checksum. */
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
              <CopyButton value={sha256}>
                {({ copied, copy }) => (
                  <Button size="compact-xs" onClick={copy}>
                    {t(copied ? 'copied' : 'action.copy')}
                  </Button>
                )}
              </CopyButton>
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
