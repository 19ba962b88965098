import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { FileHandle } from '../../shared/contract/state.ts'
import { kindOfFile } from '../../shared/domain/app/fileNames.ts'
import { useReadOnly } from '../state/appStatus.tsx'
import { useDialogs } from '../state/dialogs.ts'

/** Opens a file: checks a capsule or a backup, imports any other unless the workspace is read-only. */
export function useOpenFile(): (file: FileHandle, toImport?: (file: FileHandle) => void) => void {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const readOnly = useReadOnly()
  const { openCapsule, openBackup } = useDialogs()
  return (file, toImport = ({ fileId }) => void navigate({ to: '/import', search: { file: fileId } })) => {
    const kind = kindOfFile(file.name)
    if (kind === 'capsule') openCapsule(file)
    else if (kind === 'backup') openBackup(file)
    else if (readOnly)
      notifications.show({ color: 'yellow', title: t('dropFailed'), message: t('drop.capsuleText') })
    else toImport(file)
  }
}
