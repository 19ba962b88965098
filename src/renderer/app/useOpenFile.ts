import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { FileHandle } from '../../shared/contract/state.ts'
import { isBackup, isCapsule } from '../client/files.ts'
import { useReadOnly } from '../state/appStatus.tsx'
import { useDialogs } from '../state/dialogs.ts'

/** Opens a file: a capsule or a backup is checked, any other leads to the import, and in a workspace that nothing is added to to a note. */
export function useOpenFile(): (file: FileHandle, toImport?: (file: FileHandle) => void) => void {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const readOnly = useReadOnly()
  const { openCapsule, openBackup } = useDialogs()
  return (file, toImport = ({ fileId }) => void navigate({ to: '/import', search: { file: fileId } })) => {
    if (isCapsule(file)) openCapsule(file)
    else if (isBackup(file)) openBackup(file)
    else if (readOnly)
      notifications.show({ color: 'yellow', title: t('dropFailed'), message: t('drop.capsuleText') })
    else toImport(file)
  }
}
