import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/samples/importing.ts'
import { useCall } from '../../client/call.ts'
import { TryExample } from '../../shared/help/Examples.tsx'
import { Writable } from '../../state/appStatus.tsx'
import { type SearchParams, useSearchParams } from '../../state/searchParams.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { useTableLayout } from '../../state/tables/useTableLayout.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { ToolRow } from '../../ui/panes/ToolRow.tsx'
import shared from '../../ui/shared.module.css'
import { ColumnChooser } from '../../ui/table/columns/ColumnChooser.tsx'
import { arrangeCopied, toShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { numberFormatter } from '../../ui/text/formats.tsx'
import { BatchBadge } from './batches/BatchBadge.tsx'
import { BatchPage } from './batches/BatchPage.tsx'
import { batchesTable, countedStates } from './batches/batch.ts'
import { timeColumn } from './timeColumn.tsx'

/** Lists the imported files with the states of their rows, or shows the page of one batch. */
export function BatchesScreen() {
  const { t } = useTranslation('samples')
  const navigate = useNavigate()
  const { search, change } = useSearchParams('/activity/batches')
  const batchId = search.batch ?? null
  const batches = useCall('batches.list', {})
  const go = (to: SearchParams<'/activity/batches'>) =>
    change({ batch: undefined, state: undefined, part: undefined, ...to })
  useStatusText(batches.data && batchId === null ? t('batch.total', { count: batches.data.length }) : null)
  const columns = useBatchColumns()
  const arranging = useTableLayout('batches')
  const listed = batchId === null ? (batches.data ?? []) : []
  return (
    <div className={shared.page}>
      <ToolRow
        primary={
          <Writable>
            <Button
              size="xs"
              // A batch and the empty list have a primary button of their own.
              variant={listed.length === 0 ? 'default' : 'filled'}
              onClick={() => void navigate({ to: '/import' })}
            >
              {t('import')}
            </Button>
          </Writable>
        }
      >
        {listed.length > 0 && (
          <>
            <ColumnChooser size="xs" columns={columns} arranging={arranging} />
            <CopyAs
              inTools
              read={() => arrangeCopied(batchesTable(listed), toShownColumns(columns, arranging.layout))}
            />
          </>
        )}
      </ToolRow>
      <LoadingBar visible={batches.loading && !batches.data} />
      {batches.failure && <FailureNotice failure={batches.failure} retry={() => void batches.refetch()} />}
      {batchId === null && batches.data?.length === 0 && (
        <EmptyState
          title={t('batch.emptyTitle')}
          text={t('batch.empty')}
          action={
            <Writable>
              <Group gap={8} justify="center">
                <Button variant="filled" onClick={() => void navigate({ to: '/import' })}>
                  {t('action.importSamples')}
                </Button>
                <TryExample />
              </Group>
            </Writable>
          }
        />
      )}
      {listed.length > 0 && (
        <DataTable
          label={t('term.batches')}
          rows={listed}
          rowKey={(batch) => batch.batchId}
          open={(batch) => go({ batch: batch.batchId })}
          columns={columns}
          arranging={arranging}
        />
      )}
      {batchId !== null && (
        <BatchPage
          key={batchId}
          batchId={batchId}
          state={search.state}
          part={search.part ?? 'rows'}
          go={(to) => go({ batch: batchId, ...to })}
          back={() => go({})}
        />
      )}
    </div>
  )
}

function useBatchColumns(): TableColumn<Batch>[] {
  const { t, i18n } = useTranslation('samples')
  return useMemo(() => {
    const number = numberFormatter(i18n.language)
    return [
      {
        id: 'file',
        role: 'name',
        width: 240,
        label: t('term.file'),
        cell: ({ fileName }) => <bdi title={fileName}>{fileName}</bdi>,
      },
      { id: 'state', width: 120, label: t('term.state'), cell: (batch) => <BatchBadge batch={batch} /> },
      {
        id: 'rows',
        width: 80,
        numeric: true,
        label: t('term.rows'),
        cell: ({ rows }) => number.format(rows),
      },
      ...countedStates.map((state) => ({
        id: state,
        width: state === 'unknown' ? 140 : 100,
        numeric: true,
        label: t(`batch.rowState.${state}`),
        cell: (batch: Batch) => number.format(batch[state]),
      })),
      timeColumn('imported', t('batch.imported'), ({ createdAt }) => createdAt, { copies: ['imported_at'] }),
    ]
  }, [t, i18n.language])
}
