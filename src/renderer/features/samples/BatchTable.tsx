import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/importing.ts'
import { numberFormatter } from '../../ui/formats.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import type { Arranging } from '../../ui/useArrangedColumns.ts'
import { type TableColumn, VirtualTable } from '../../ui/VirtualTable.tsx'
import { BatchBadge } from './BatchBadge.tsx'
import { countedStates } from './batch.ts'

/** What is told of the imports. */
export function useBatchColumns(): TableColumn<Batch>[] {
  const { t, i18n } = useTranslation('samples')
  return useMemo(() => {
    const number = numberFormatter(i18n.language)
    return [
      {
        id: 'file',
        role: 'name',
        copies: ['file'],
        width: 240,
        label: t('batch.file'),
        cell: ({ fileName }) => (
          <span title={fileName}>
            <bdi>{fileName}</bdi>
          </span>
        ),
      },
      {
        id: 'state',
        copies: ['state'],
        width: 120,
        label: t('columns.state'),
        cell: (batch) => <BatchBadge batch={batch} />,
      },
      {
        id: 'rows',
        copies: ['rows'],
        width: 80,
        numeric: true,
        label: t('batch.rowsHead'),
        cell: ({ rows }) => number.format(rows),
      },
      ...countedStates.map((state) => ({
        id: state,
        copies: [state],
        width: state === 'unknown' ? 140 : 100,
        numeric: true,
        label: t(`batch.rowState.${state}`),
        cell: (batch: Batch) => (batch[state] === 0 ? '–' : number.format(batch[state])),
      })),
      {
        id: 'imported',
        copies: ['imported_at'],
        width: 120,
        label: t('batch.imported'),
        cell: ({ createdAt }) => <Timestamp at={createdAt} />,
      },
    ]
  }, [t, i18n.language])
}

type Props = {
  batches: readonly Batch[]
  columns: readonly TableColumn<Batch>[]
  arranging: Arranging
  show(batchId: string): void
}

/** All batches, the newest first, with how many of their rows are in which state. */
export function BatchTable({ batches, columns, arranging, show }: Props) {
  const { t } = useTranslation('samples')
  return (
    <VirtualTable
      label={t('batch.title')}
      rows={batches}
      rowKey={({ batchId }) => batchId}
      onRowClick={({ batchId }) => show(batchId)}
      columns={columns}
      arranging={arranging}
    />
  )
}
