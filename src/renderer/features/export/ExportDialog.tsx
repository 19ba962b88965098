import { Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liesWhereChosen } from '../../client/files.ts'
import { useExportTable } from '../../client/useExportTable.ts'
import { Course } from './Course.tsx'
import type { Draft } from './draft.ts'
import { ExportForm } from './ExportForm.tsx'
import classes from './export.module.css'
import { Written } from './Written.tsx'

type Props = { opened: boolean; close(): void }

/**
 * Writes a table of what is known here as a file. It stands as long as the page does, so that a file that is still
 * written when the dialog is closed is handed over, and told of when it is opened again.
 */
export function ExportDialog({ opened, close }: Props) {
  const { t } = useTranslation('export')
  const isOpen = useRef(opened)
  useEffect(() => {
    isOpen.current = opened
  })
  const write = useExportTable(({ file }) => {
    if (isOpen.current) return
    notifications.show({
      message: t(liesWhereChosen ? 'done.saved' : 'done.downloaded', { name: file.name }),
    })
  })
  const [draft, setDraft] = useState<Draft | null>(null)
  const { pending, job, value, reset } = write
  const exported = value !== null && value !== 'cancelled' ? value : null
  const isWriting = pending && job !== null
  const leave = () => {
    if (!pending) {
      reset()
      setDraft(null)
    }
    close()
  }
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={t(exported ? 'doneTitle' : 'title')}
      size={isWriting || exported ? 520 : 980}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ body: classes.body ?? '' }}
    >
      {isWriting ? (
        <Course job={job} close={leave} />
      ) : exported ? (
        <Written exported={exported} again={reset} close={leave} />
      ) : (
        <ExportForm draft={draft} setDraft={setDraft} write={write} close={leave} />
      )}
    </Modal>
  )
}
