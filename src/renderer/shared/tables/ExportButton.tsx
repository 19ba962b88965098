import { Button } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDialogs } from '../../state/dialogs.ts'

/** Exports the tables of the current screen; study views have Share instead. `inTools`: as in `CopyAs`. */
export function ExportButton({ inTools = false }: { inTools?: boolean }) {
  const { t } = useTranslation('state')
  const openExport = useDialogs((state) => state.openExport)
  const buttonProps = inTools
    ? { size: 'xs', variant: 'default' }
    : { size: 'compact-sm', variant: 'subtle', color: 'gray', c: 'dimmed' }
  return (
    <Button
      {...buttonProps}
      leftSection={<IconFileExport size={14} stroke={1.5} aria-hidden />}
      onClick={() => openExport()}
    >
      {t('exportTable')}
    </Button>
  )
}
