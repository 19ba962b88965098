import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDialogs } from '../../state/dialogs.ts'
import { toolButtonProps } from '../../ui/IconButton.tsx'

/** Exports the tables of the current screen; study views have Share instead. `inTools`: as in `CopyAs`. */
export function ExportButton({ inTools = false }: { inTools?: boolean }) {
  const { t } = useTranslation('state')
  const openExport = useDialogs((state) => state.openExport)
  return (
    <Button
      {...toolButtonProps(inTools)}
      leftSection={<IconFileExport size={14} stroke={1.5} aria-hidden />}
      onClick={() => openExport()}
    >
      {t('action.export')}
    </Button>
  )
}
