import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/importing.ts'
import { numberWriter } from '../../ui/formats.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { BatchBadge } from './BatchBadge.tsx'
import { countedStates } from './batch.ts'

type Props = { batches: Batch[]; show(batchId: string): void }

/** All batches, the newest first, with how many of their rows are in which state. */
export function BatchTable({ batches, show }: Props) {
  const { t, i18n } = useTranslation('samples')
  const number = numberWriter(i18n.language)
  return (
    <VirtualTable
      label={t('batch.title')}
      rows={batches}
      rowKey={({ batchId }) => batchId}
      onRowClick={({ batchId }) => show(batchId)}
      columns={[
        {
          id: 'file',
          width: 240,
          header: t('batch.file'),
          cell: ({ fileName }) => (
            <span title={fileName}>
              <bdi>{fileName}</bdi>
            </span>
          ),
        },
        {
          id: 'state',
          width: 120,
          header: t('columns.state'),
          cell: (batch) => <BatchBadge batch={batch} />,
        },
        {
          id: 'rows',
          width: 80,
          numeric: true,
          header: t('batch.rowsHead'),
          cell: ({ rows }) => number.format(rows),
        },
        ...countedStates.map((state) => ({
          id: state,
          width: state === 'unknown' ? 140 : 100,
          numeric: true,
          header: t(`batch.rowState.${state}`),
          cell: (batch: Batch) => (batch[state] === 0 ? '–' : number.format(batch[state])),
        })),
        {
          id: 'created',
          width: 120,
          header: t('batch.imported'),
          cell: ({ createdAt }) => <Timestamp at={createdAt} />,
        },
      ]}
    />
  )
}
