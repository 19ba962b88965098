import { Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adoptFile } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { useFailureToast } from '../../state/useFailureToast.ts'
import { useOpenFile } from '../useOpenFile.ts'
import classes from './frame.module.css'

/** The whole window takes a file: a capsule is checked, any other leads to the import wizard; nothing is sent by a drop. */
export function DropTarget({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('app')
  const openFile = useOpenFile()
  const { run, failure } = useAction(async (file: File) => openFile(await adoptFile(file)))
  const isDragOver = useWindowDrop((file) => void run(file))
  useFailureToast(failure, t('dropFailed'))
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
