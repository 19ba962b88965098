import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { DrugChoice } from '../../../shared/domain/exporting.ts'
import { useExportFile } from '../../client/useExportFile.ts'
import { numberFormatter } from '../../ui/formats.ts'

/** Writes drugs as a CSV file, at a place the person chooses; `name` is that of the list they come from. */
export function useExport() {
  const { t, i18n } = useTranslation('lists')
  const { pending, failure, run } = useExportFile(({ file, rows }) => {
    const lines = numberFormatter(i18n.language).format(rows)
    notifications.show({ message: t('exported', { count: rows, lines, name: file.name }) })
  })
  return {
    pending,
    failure,
    run: (of: DrugChoice, name: string) =>
      run({ table: { kind: 'drugs', of }, format: 'csv' }, `pathclock-${toFileName(name)}.csv`),
  }
}

/** Letters and digits of any script, so that no file system takes offence. */
const toFileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80) || 'drugs'
