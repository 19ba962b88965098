import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../../shared/contract/contract.ts'
import { call } from '../../client/call.ts'
import { chooseSave, deliver } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'

/** Writes drugs as a CSV file, at a place the person chooses; `name` is that of the list they come from. */
export function useExport() {
  const { t, i18n } = useTranslation('lists')
  return useAction(async (of: Input<'exports.drugs'>['of'], name: string) => {
    const place = await chooseSave(`pathclock-${toFileName(name)}.csv`)
    if (!place) return
    const { file, rows } = await call('exports.drugs', { fileId: place.fileId, format: 'csv', of })
    await deliver(file)
    const lines = new Intl.NumberFormat(i18n.language).format(rows)
    notifications.show({ message: t('exported', { count: rows, lines, name: file.name }) })
  })
}

/** Letters and digits of any script, so that no file system takes offence. */
const toFileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80) || 'drugs'
