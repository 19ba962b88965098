import { Button, Group } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { TryExample } from '../../state/Examples.tsx'
import { useStatusText } from '../../state/statusBar.ts'
import { useTableLayout } from '../../state/useTableLayout.ts'
import { Writable } from '../../state/Writable.tsx'
import { ColumnChooser } from '../../ui/ColumnChooser.tsx'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { arrangeCopied, toShownColumns } from '../../ui/copiedColumns.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { BatchPage } from './BatchPage.tsx'
import { BatchTable, useBatchColumns } from './BatchTable.tsx'
import { parseState } from './batch.ts'
import { batchesTable } from './batchTables.ts'
import { SampleViews } from './SampleViews.tsx'
import classes from './samples.module.css'

/** Every file that was imported, what became of its rows, and the page of the one that is chosen. */
export function BatchesScreen() {
  const { t } = useTranslation('samples')
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const batchId = typeof search['batch'] === 'string' ? search['batch'] : null
  const batches = useCall('batches.list', {})
  const go = (to: Record<string, unknown>) => void navigate({ to: '/samples/batches', search: to as never })
  useStatusText(batches.data && batchId === null ? t('batch.total', { count: batches.data.length }) : null)
  const columns = useBatchColumns()
  const arranging = useTableLayout('batches')
  const listed = batchId === null ? (batches.data ?? []) : []
  return (
    <div className={classes.page}>
      <ToolRow
        primary={
          <Writable>
            <Button size="xs" onClick={() => void navigate({ to: '/import' })}>
              {t('import')}
            </Button>
          </Writable>
        }
      >
        <SampleViews current="batches" />
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
                <Button onClick={() => void navigate({ to: '/import' })}>{t('empty.action')}</Button>
                <TryExample />
              </Group>
            </Writable>
          }
        />
      )}
      {listed.length > 0 && (
        <BatchTable
          batches={listed}
          columns={columns}
          arranging={arranging}
          show={(batch) => go({ batch })}
        />
      )}
      {batchId !== null && (
        <BatchPage
          key={batchId}
          batchId={batchId}
          state={parseState(search['state'])}
          part={search['part'] === 'history' ? 'history' : 'rows'}
          go={(to) => go({ batch: batchId, ...to })}
          back={() => go({})}
        />
      )}
    </div>
  )
}
