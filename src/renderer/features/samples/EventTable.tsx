import { useTranslation } from 'react-i18next'
import type { BatchHistory } from '../../../shared/domain/importing.ts'
import { useRowHeight } from '../../ui/rowHeight.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { MessageCell } from '../../ui/TranslatedMessage.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { whoText } from './batch.ts'
import classes from './batches.module.css'

const known = [
  'paused',
  'interrupted',
  'resumed',
  'cancelled',
  'retried',
  'restored',
  'looked-up',
  'settled-placed',
  'settled-not-placed',
] as const

/** What was done to a batch or to a row of it, in the order in which it was done. */
export function EventTable({ events }: { events: BatchHistory['events'] }) {
  const { t } = useTranslation('samples')
  const wordOf = (what: string) => {
    const word = known.find((one) => one === what)
    return word ? t(`history.what.${word}`) : what
  }
  const rowHeight = useRowHeight()
  const rows = events.map((event, index) => ({ ...event, key: String(index) }))
  return (
    <div className={classes.events} style={{ height: Math.min(420, 34 + rows.length * rowHeight) }}>
      <VirtualTable
        label={t('history.eventsTitle')}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          {
            id: 'at',
            role: 'name',
            width: 120,
            label: t('history.when'),
            cell: ({ at }) => <Timestamp at={at} />,
          },
          {
            id: 'who',
            width: 240,
            label: t('history.who'),
            cell: ({ by }) => <span title={whoText(by)}>{whoText(by) || '–'}</span>,
          },
          { id: 'what', width: 240, label: t('history.whatHead'), cell: ({ what }) => wordOf(what) },
          { id: 'line', width: 72, numeric: true, label: t('batch.line'), cell: ({ row }) => row ?? '–' },
          {
            id: 'detail',
            width: 320,
            label: t('history.detail'),
            cell: ({ detail }) => <MessageCell text={detail} />,
          },
        ]}
      />
    </div>
  )
}
