import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JournalDoubt, OrderInQuestion } from '../../../shared/domain/app/appData.ts'
import type { Batch } from '../../../shared/domain/samples/importing.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { FactList, Hint, Section } from '../../ui/panes/Section.tsx'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { Timestamp, useTranslator } from '../../ui/text/formats.tsx'
import { TextLink } from '../../ui/text/TextLink.tsx'
import { AdoptDialog } from './AdoptDialog.tsx'
import { RowBadge } from './batches/BatchBadge.tsx'
import { SettleDialog } from './batches/SettleDialog.tsx'
import classes from './samples.module.css'
import { timeColumn } from './timeColumn.tsx'

type Props = { close(): void }

/** Shows why orders are stopped after damage, and which are in question. Allows orders again once the user confirms. */
export function OrdersInQuestion({ close }: Props) {
  const { t } = useTranslation('samples')
  const queries = useQueryClient()
  const doubt = useCall('journal.doubt', {})
  const [hasLooked, setHasLooked] = useState(false)
  const acknowledge = useAction(async () => {
    await call('journal.acknowledge', {})
    await queries.invalidateQueries({ queryKey: ['journal.status'] })
    notifications.show({ message: t('doubt.allowed') })
    close()
  })
  const { data, failure } = doubt
  return (
    <Dialog opened onClose={close} title={t('doubt.title')} size={760}>
      <Stack gap={16}>
        {failure && <FailureNotice flush failure={failure} retry={() => void doubt.refetch()} />}
        {data === undefined && !failure && <LoadingBar visible />}
        {data === null && <Text>{t('doubt.nothing')}</Text>}
        {data && (
          <>
            <Reasons doubt={data} />
            <Orders doubt={data} close={close} />
            <Missing isListEmpty={data.total === 0} />
            <Checkbox
              size="sm"
              label={t('doubt.looked')}
              description={t('doubt.lookedHint')}
              checked={hasLooked}
              onChange={({ currentTarget }) => setHasLooked(currentTarget.checked)}
            />
          </>
        )}
        {acknowledge.failure && <FailureNotice flush failure={acknowledge.failure} />}
        <Group gap={8} justify="flex-end" className={classes.foot}>
          <Button data-autofocus onClick={close}>
            {t('action.close')}
          </Button>
          {data && (
            <Button variant="filled" disabled={!hasLooked} {...acknowledge.buttonProps()}>
              {t('doubt.allow')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

function Reasons({ doubt: { since, reasons, newestOrderAt } }: { doubt: JournalDoubt }) {
  const { t } = useTranslation('samples')
  const translate = useTranslator()
  const time = (at: string | null) => (at === null ? t('term.none') : <Timestamp at={at} />)
  return (
    <>
      <Text>{t('doubt.about')}</Text>
      <FactList
        facts={[
          [t('doubt.found'), time(since)],
          [t('doubt.why'), translate(joinMessages(reasons, '; '))],
          [t('doubt.newest'), time(newestOrderAt)],
        ]}
      />
    </>
  )
}

const noBatches: readonly Batch[] = []

function Orders({ doubt: { orders, total }, close }: Props & { doubt: JournalDoubt }) {
  const { t } = useTranslation('samples')
  const batches = useCall('batches.list', {})
  const [settling, setSettling] = useState<Batch | null>(null)
  const list = batches.data ?? noBatches
  const columns = useOrderColumns(list, close)
  if (total === 0) return null
  return (
    <Section title={t('doubt.orders', { count: total })}>
      {batches.failure && (
        <FailureNotice flush failure={batches.failure} retry={() => void batches.refetch()} />
      )}
      <ul className={classes.inDoubt}>
        {list
          .filter(({ unknown }) => unknown > 0)
          .map((batch) => (
            <li key={batch.batchId}>
              <BatchLink batchId={batch.batchId} name={batch.fileName} close={close} />
              <Button size="compact-xs" onClick={() => setSettling(batch)}>
                {t('batch.settleAll', { count: batch.unknown })}
              </Button>
            </li>
          ))}
      </ul>
      {orders.length < total && <Hint>{t('doubt.shown', { count: orders.length })}</Hint>}
      <div className={classes.orders}>
        <DataTable
          label={t('doubt.orders', { count: total })}
          rows={orders}
          rowKey={({ batchId, row }) => `${batchId} ${row}`}
          columns={columns}
        />
      </div>
      {settling && (
        <SettleDialog
          batchId={settling.batchId}
          rows={undefined}
          count={settling.unknown}
          close={() => setSettling(null)}
        />
      )}
    </Section>
  )
}

function useOrderColumns(batches: readonly Batch[], close: () => void): TableColumn<OrderInQuestion>[] {
  const { t } = useTranslation('samples')
  return useMemo(() => {
    const names = new Map(batches.map(({ batchId, fileName }) => [batchId, fileName]))
    return [
      {
        id: 'reference',
        role: 'name',
        width: 190,
        label: t('field.client_reference'),
        cell: ({ clientReference }) => <bdi title={clientReference}>{clientReference}</bdi>,
      },
      {
        id: 'file',
        width: 190,
        label: t('term.file'),
        cell: ({ batchId }) => (
          <BatchLink batchId={batchId} name={names.get(batchId) ?? batchId} close={close} />
        ),
      },
      { id: 'line', width: 72, numeric: true, label: t('term.line'), cell: ({ row }) => row },
      { id: 'state', width: 140, label: t('term.state'), cell: ({ state }) => <RowBadge state={state} /> },
      timeColumn('sent', t('batch.sent'), ({ sentAt }) => sentAt),
    ]
  }, [batches, close, t])
}

const BatchLink = ({ batchId, name, close }: Props & { batchId: string; name: string }) => (
  <TextLink
    to="/activity/batches"
    search={{ batch: batchId, state: 'unknown' }}
    truncate
    title={name}
    onClick={close}
  >
    <bdi>{name}</bdi>
  </TextLink>
)

/** Explains orders that the journal has lost: the user finds them in the service's own list and adds them. */
function Missing({ isListEmpty }: { isListEmpty: boolean }) {
  const { t } = useTranslation('samples')
  const [isAdopting, setIsAdopting] = useState(false)
  return (
    <Section title={t(isListEmpty ? 'doubt.none' : 'doubt.missing')}>
      <Text fz="sm">{t('doubt.missingText')}</Text>
      <Group>
        <Button size="compact-sm" onClick={() => setIsAdopting(true)}>
          {t('adopt.open')}
        </Button>
      </Group>
      {isAdopting && <AdoptDialog close={() => setIsAdopting(false)} />}
    </Section>
  )
}
