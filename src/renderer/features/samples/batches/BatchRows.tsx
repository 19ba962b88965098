import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch, LedgerRow } from '../../../../shared/domain/samples/importing.ts'
import { allSamplesId } from '../../../../shared/domain/studies/study.ts'
import { toCopied } from '../../../../shared/tables/column.ts'
import { ledgerColumns } from '../../../../shared/tables/samples.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { useReadOnly } from '../../../state/appStatus.tsx'
import { usePublishShownColumns } from '../../../state/tables/shownTables.ts'
import { useTableLayout } from '../../../state/tables/useTableLayout.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { ColumnChooser } from '../../../ui/table/columns/ColumnChooser.tsx'
import { arrangeCopied, toShownColumns } from '../../../ui/table/columns/copiedColumns.ts'
import { DataTable, type RowSelection, type TableColumn } from '../../../ui/table/DataTable.tsx'
import { PageFoot } from '../../../ui/table/PageFoot.tsx'
import { MessageCell } from '../../../ui/text/formats.tsx'
import { TextButton, TextLink } from '../../../ui/text/TextLink.tsx'
import { timeColumn } from '../timeColumn.tsx'
import { RowBadge } from './BatchBadge.tsx'
import { batchPageSize, type CountedState, isOpen } from './batch.ts'
import classes from './batches.module.css'
import { SettleDialog } from './SettleDialog.tsx'

type Props = {
  batch: Batch
  state: CountedState | undefined
  chosen: ReadonlySet<number>
  choose(chosen: ReadonlySet<number>): void
}

/** Lists the rows of a batch in pages, each with its line in the file. Space selects a row that needs a decision. */
export function BatchRows({ batch, state, chosen, choose }: Props) {
  const { t } = useTranslation('samples')
  const [turned, setTurned] = useState({ state, page: 1 })
  const page = turned.state === state ? turned.page : 1
  const params = { batchId: batch.batchId, page, limit: batchPageSize }
  const list = useCall('batches.rows', state ? { ...params, state } : params)
  const [settled, setSettled] = useState<LedgerRow | null>(null)
  const rows = list.data?.rows ?? []
  const undo = useAction((row: LedgerRow) =>
    call('batches.undoSettlement', { batchId: batch.batchId, rows: [row.row] }),
  )
  const arranging = useTableLayout('batchRows')
  const readOnly = useReadOnly()
  const canChoose = (state === 'failed' || state === 'unknown') && batch.state !== 'running'
  const columns: TableColumn<LedgerRow>[] = [
    {
      id: 'line',
      role: 'name',
      copies: ['row'],
      width: 72,
      numeric: true,
      label: t('term.line'),
      cell: ({ row }) => row,
    },
    {
      id: 'reference',
      copies: ['client_reference'],
      width: 150,
      label: t('field.client_reference'),
      cell: ({ clientReference }) => <bdi title={clientReference}>{clientReference}</bdi>,
    },
    {
      id: 'state',
      copies: ['outcome'],
      width: 140,
      label: t('term.state'),
      cell: (row) => <RowBadge state={row.state} />,
    },
    {
      id: 'sample',
      copies: ['sample_id'],
      width: 170,
      label: t('columns.sampleId'),
      cell: (row) => (
        <Outcome
          row={row}
          act={batch.state === 'running' || readOnly ? null : { settle: setSettled, undo: undo.run }}
        />
      ),
    },
    {
      id: 'message',
      width: 320,
      label: t('batch.message'),
      cell: ({ message }) => <MessageCell text={message} />,
    },
    {
      id: 'attempts',
      copies: ['requests'],
      width: 80,
      numeric: true,
      label: t('batch.attempts'),
      cell: ({ attempts }) => attempts,
    },
    timeColumn('sent', t('batch.sent'), ({ sentAt }) => sentAt, { width: 100, copies: ['sent_at'] }),
    timeColumn('updated', t('batch.updated'), ({ updatedAt }) => updatedAt, {
      width: 100,
      copies: ['updated_at'],
    }),
  ]
  const shown = toShownColumns(columns, arranging.layout)
  usePublishShownColumns('history', shown)
  const selection: RowSelection<LedgerRow> = {
    isSelected: (line) => chosen.has(Number(line)),
    select: (keys, selected) => {
      const lines = new Set([...keys].map(Number))
      choose(selected ? chosen.union(lines) : chosen.difference(lines))
    },
    clear: () => choose(new Set()),
    allLabel: t('batch.tickPage'),
    labelOf: ({ row }) => t('batch.tick', { line: row }),
  }
  return (
    <>
      <LoadingBar visible={list.loading && !list.data} />
      {undo.failure && <FailureNotice failure={undo.failure} />}
      {list.failure && <FailureNotice failure={list.failure} retry={() => void list.refetch()} />}
      {rows.length > 0 && (
        <div className={classes.rowsHead}>
          <ColumnChooser columns={columns} arranging={arranging} />
          <CopyAs read={() => arrangeCopied(toCopied(ledgerColumns, rows), shown)} />
        </div>
      )}
      {list.data?.total === 0 ? (
        <EmptyState title={t('batch.noRows')} text={t('batch.noRowsText')} />
      ) : (
        <DataTable
          label={t('batch.rowsTitle')}
          rows={rows}
          rowKey={({ row }) => String(row)}
          selection={canChoose ? selection : null}
          columns={columns}
          arranging={arranging}
        />
      )}
      <PageFoot
        page={page}
        pageSize={batchPageSize}
        total={list.data?.total ?? 0}
        go={(next) => setTurned({ state, page: next })}
      />
      {settled && isOpen(settled.state) && (
        <SettleDialog
          batchId={batch.batchId}
          rows={[settled.row]}
          count={1}
          reference={settled.clientReference}
          close={() => setSettled(null)}
        />
      )}
    </>
  )
}

type OutcomeProps = {
  row: LedgerRow
  /** null while the batch cannot be changed. */
  act: { settle(row: LedgerRow): void; undo(row: LedgerRow): Promise<void> } | null
}

function Outcome({ row, act }: OutcomeProps) {
  const { t } = useTranslation('samples')
  const undo = row.undoable && act && (
    <TextButton
      aria-label={t('batch.undoNamed', { name: row.clientReference })}
      onClick={() => void act.undo(row)}
    >
      {t('action.undo')}
    </TextButton>
  )
  if (row.sampleId !== null)
    return (
      <>
        <TextLink
          to="/study/$studyId/samples"
          params={{ studyId: allSamplesId }}
          search={{ sample: row.sampleId, batch: row.batchId }}
          truncate
          title={row.sampleId}
        >
          {row.sampleId}
        </TextLink>
        {undo && <> · {undo}</>}
      </>
    )
  if (undo) return undo
  if (row.state !== 'unknown' || !act) return '–'
  return (
    <TextButton
      aria-label={t('batch.settleNamed', { name: row.clientReference })}
      onClick={() => act.settle(row)}
    >
      {t('batch.settleOne')}
    </TextButton>
  )
}
