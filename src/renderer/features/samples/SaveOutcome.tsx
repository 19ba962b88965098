import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatExtension, type TableFormat, tableFormatSchema } from '../../../shared/domain/exporting.ts'
import type { Batch } from '../../../shared/domain/importing.ts'
import { useExportFile } from '../../client/useExportFile.ts'
import { toFileName } from './register.ts'

/** Writes what became of every row of a batch, in a form that is chosen. */
export function useSaveOutcome({ batchId, fileName }: Batch) {
  const { t } = useTranslation('samples')
  const { pending, failure, run } = useExportFile(({ file, rows }) =>
    notifications.show({ message: t('batch.saved', { count: rows, name: file.name }) }),
  )
  return {
    pending,
    failure,
    run: (format: TableFormat) =>
      run(
        { table: { kind: 'history', batchId }, format },
        toFileName(fileName.replace(/\.\w+$/, ''), `-outcome.${formatExtension[format]}`),
      ),
  }
}

/** The forms that it can be saved in. */
export function SaveOutcome({ save }: { save: ReturnType<typeof useSaveOutcome> }) {
  const { t } = useTranslation('samples')
  return (
    <Menu position="bottom-end" withinPortal={false} hideDetached={false}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={save.pending}
          rightSection={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
        >
          {t('batch.save')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tableFormatSchema.options.map((format) => (
          <Menu.Item key={format} onClick={() => void save.run(format)}>
            {t(`batch.formats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
