import { SegmentedControl } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSavedWhereChosen } from '../../client/files.ts'
import { useExportFile } from '../../client/useExportFile.ts'
import { type ExportPart, exportParts, useDialogs } from '../../state/dialogs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Course } from './Course.tsx'
import type { Draft } from './draft.ts'
import { ExportForm } from './ExportForm.tsx'
import classes from './export.module.css'
import { MethodsView } from './MethodsView.tsx'
import { StudyForm } from './StudyForm.tsx'
import { firstStudy } from './studyDraft.ts'
import { Written } from './Written.tsx'

type Props = { opened: boolean; close(): void }

/**
 * Writes what is known here as a file: a table, or a document of a study. It stands as long as the page does, so that a file that is still
 * written when the dialog is closed is handed over, and told of when it is opened again.
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
  const { exportPart: part, openExport } = useDialogs()
  const { pending, job, asked, value, reset } = write
  const isOfStudy = asked !== null && 'document' in asked
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
    openExport(next)
  }
  return (
    <Dialog
      opened={opened}
      onClose={leave}
      title={t(exported ? 'doneTitle' : `titles.${part}`)}
      size={isWriting || exported ? 640 : 980}
      closeButtonProps={{ 'aria-label': t('close') }}
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
