import { Button } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ExportRecord, TableKind } from '../../../shared/domain/exporting.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './export.module.css'
import { useTableWords } from './useTableWords.ts'

type Props = {
  /** The newest first. */
  records: readonly ExportRecord[]
  kind: TableKind
  pending: boolean
  run(record: ExportRecord): void
}

/** The last export of this kind once more, with the same settings, in one click. */
export function ExportAgain({ records, kind, pending, run }: Props) {
  const { t } = useTranslation('export')
  const words = useTableWords()
  const last = records.find(({ settings }) => settings.table.kind === kind && !settings.dictionary)
  if (!last) return null
  const { table, format, columns } = last.settings
  return (
    <div className={classes.again}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRepeat size={14} stroke={1.5} aria-hidden />}
        disabled={pending}
        onClick={() => run(last)}
      >
        {t('again')}
      </Button>
      <span className={classes.note}>
        {[
          t(`kinds.${kind}.name`),
          words(table),
          t(`formats.${format}.name`),
          columns && t('columnCount', { count: columns.length }),
        ]
          .filter(Boolean)
          .join(' · ')}
        {' · '}
        <Timestamp at={last.at} />
      </span>
    </div>
  )
}
