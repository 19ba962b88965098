import { Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconFileImport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adoptFile, isCapsule } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { TranslatedMessage } from '../../ui/text/TranslatedMessage.tsx'
import { notifyCapsuleReadOnly } from '../notifications/toasts.ts'
import classes from './frame.module.css'

/** The whole window takes a file: a capsule is checked, any other leads to the import wizard; nothing is sent by a drop. */
export function DropTarget({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const openCapsule = useDialogs((state) => state.openCapsule)
  const { run, failure } = useAction(async (file: File) => {
    const adopted = await adoptFile(file)
    if (isCapsule(adopted)) openCapsule(adopted)
    else if (readOnly) notifyCapsuleReadOnly(t)
    else await navigate({ to: '/import', search: { file: adopted.fileId } })
  })
  const isDragOver = useWindowDrop((file) => void run(file))
  useEffect(() => {
    if (failure)
      notifications.show({
        color: 'red',
        title: t('dropFailed'),
        message: <TranslatedMessage text={failure.userMessage} />,
      })
  }, [failure, t])
  if (!isDragOver) return null
  return (
    <div className={classes.drop}>
      <IconFileImport size={40} stroke={1.5} aria-hidden />
      <Title order={2} fz={16}>
        {t(readOnly ? 'drop.capsule' : 'drop.title')}
      </Title>
      <Text c="dimmed">{t(readOnly ? 'drop.capsuleText' : 'drop.text')}</Text>
    </div>
  )
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Whether a file is held over the window. A part of the page that takes the drop itself prevents the default. */
function useWindowDrop(onDrop: (file: File) => void): boolean {
  const [isDragOver, setIsDragOver] = useState(false)
  useWindowEvent('dragover', (event) => {
    if (!holdsFiles(event)) return
    setIsDragOver(!event.defaultPrevented)
    event.preventDefault()
  })
  // Leaving one element for another is no leaving; outside of the window there is nothing to go to.
  useWindowEvent('dragleave', (event) => {
    if (event.relatedTarget === null) setIsDragOver(false)
  })
  useWindowEvent('drop', (event) => {
    setIsDragOver(false)
    if (event.defaultPrevented || !holdsFiles(event)) return
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    if (file) onDrop(file)
  })
  return isDragOver
}
