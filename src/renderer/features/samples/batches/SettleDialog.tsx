import { Button, Checkbox, Group, Progress, Radio, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FailureCode, isFailure, rejected } from '../../../../shared/contract/failures.ts'
import type { FileHandle } from '../../../../shared/contract/state.ts'
import type { SettleCheck } from '../../../../shared/domain/samples/importing.ts'
import {
  mostSettlements,
  parseSettlements,
  type SettlementFile,
} from '../../../../shared/domain/samples/settlementFile.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { chooseFile } from '../../../client/files.ts'
import { useDialogs } from '../../../state/dialogs.ts'
import { useUndoOffers } from '../../../state/undo.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { FactList, Hint } from '../../../ui/panes/Section.tsx'
import { Timestamp, TranslatedMessage } from '../../../ui/text/formats.tsx'

type Props = {
  batchId: string
  /** Lines of the file; undefined: all rows of unknown outcome. */
  rows: number[] | undefined
  count: number
  /** The reference of the order, if the dialog is about one order. */
  reference?: string | undefined
  close(): void
  done?: (() => void) | undefined
}

const ways = ['lookUp', 'placed', 'notPlaced'] as const
type Way = (typeof ways)[number]

/** Settles orders whose response was lost, in one of three ways, each with its cost. Nothing is sent automatically. */
export function SettleDialog({ batchId, rows, count, reference, close, done }: Props) {
  const { t } = useTranslation('samples')
  const idempotency = useCall('app.status', {}).data?.profile?.dialect.idempotency
  const canLookUp = idempotency === 'honoured' || idempotency === 'client_reference'
  const [chosenWay, setWay] = useState<Way | null>(null)
  // A way that may place an order again is not preselected.
  const way = chosenWay ?? (canLookUp ? 'lookUp' : count === 1 ? 'placed' : null)
  const [sampleId, setSampleId] = useState('')
  const [found, setFound] = useState<SettleCheck | null>(null)
  const [sendNow, setSendNow] = useState(false)
  const chosen = rows ? { rows } : {}
  const { confirmSending } = useDialogs()
  const undoOffers = useUndoOffers()
  const lookUp = useAction(async () => {
    setFound(await call('batches.checkSettlement', { batchId, ...chosen, sampleId: sampleId.trim() }))
  })
  const settle = useAction(async (check: boolean) => {
    if (way === null) return
    if (way === 'lookUp')
      confirmSending({ batchId, action: 'lookUp', ...chosen, ...(done && { sent: done }) })
    else {
      const as =
        way === 'placed' ? ({ kind: way, sampleId: sampleId.trim() } as const) : ({ kind: way } as const)
      const offerUndo = undoOffers.create()
      const settled = await call('batches.settleUnknown', { batchId, ...chosen, as, check })
      const isSent = way === 'notPlaced' && sendNow && settled.rows > 0
      if (isSent) confirmSending({ batchId, action: 'resume' })
      const messageKey = way === 'notPlaced' && !sendNow ? 'settle.waiting' : 'settle.done'
      const { skipped, lines } = settled
      const left = skipped.length > 0 ? ` ${t('settle.skipped', toSkipped(skipped))}` : ''
      const message = `${t(messageKey, { count: settled.rows })}${left}`
      if (isSent || lines.length === 0) notifications.show({ message })
      else offerUndo({ message, undo: () => call('batches.undoSettlement', { batchId, rows: lines }) })
      done?.()
    }
    close()
  })
  const isUnchecked = way === 'placed' && found?.sampleId !== sampleId.trim()
  // If the service did not respond, only the user can confirm the ID.
  const canSkipCheck = way === 'placed' && lookUp.failure !== null && unanswered.has(lookUp.failure.code)
  const failure = settle.failure ?? (way === 'placed' ? lookUp.failure : null)
  const isReady = way !== null && (way !== 'placed' || (count === 1 && sampleId.trim() !== ''))
  return (
    <Dialog
      opened
      onClose={close}
      title={reference ? t('settle.titleOne', { reference }) : t('settle.title', { count })}
      size={560}
    >
      <Form gap={16} submit={() => isReady && void (isUnchecked ? lookUp.run() : settle.run(true))}>
        <Text fz="xs">{t('settle.about')}</Text>
        <Radio.Group
          aria-label={t('settle.way')}
          value={way}
          onChange={(value) => setWay(ways.find((one) => one === value) ?? null)}
        >
          <Stack gap={12}>
            <Radio
              value="lookUp"
              disabled={!canLookUp}
              label={t('settle.lookUp')}
              description={canLookUp ? t('settle.lookUpHint', { count }) : t('settle.lookUpNot')}
            />
            <Radio
              value="placed"
              disabled={count !== 1}
              label={t('settle.placed')}
              description={t(count === 1 ? 'settle.placedHint' : 'settle.placedOne')}
            />
            {way === 'placed' && (
              <TextInput
                ml="wide"
                size="xs"
                data-autofocus
                maxLength={300}
                label={t('columns.sampleId')}
                value={sampleId}
                onChange={({ currentTarget }) => {
                  setSampleId(currentTarget.value)
                  setFound(null)
                  lookUp.reset()
                }}
              />
            )}
            {way === 'placed' && found && !isUnchecked && <Found check={found} />}
            <Radio value="notPlaced" label={t('settle.notPlaced')} description={t('settle.notPlacedHint')} />
            {way === 'notPlaced' && (
              <Checkbox
                ml="wide"
                label={t('settle.sendNow')}
                checked={sendNow}
                onChange={({ currentTarget }) => setSendNow(currentTarget.checked)}
              />
            )}
          </Stack>
        </Radio.Group>
        {failure && <FailureNotice flush failure={failure} />}
        <DialogButtons close={close}>
          {canSkipCheck && <Button {...settle.buttonProps(false)}>{t('settle.withoutCheck')}</Button>}
          <Button
            variant="filled"
            type="submit"
            loading={settle.pending || lookUp.pending}
            disabled={!isReady}
          >
            {t(way === null ? 'settle.now' : isUnchecked ? 'settle.check' : `settle.${way}Now`, { count })}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** Failures that do not tell whether the service has the sample. */
const unanswered: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'offline',
  'timeout',
  'serviceFailed',
  'rateLimited',
  'forbidden',
  'notSignedIn',
  'unreadable',
])

/** Shows the sample as the service has it, for the user to compare before saving. */
function Found({ check: { sampleId, reference, status, createdAt, isOlder } }: { check: SettleCheck }) {
  const { t } = useTranslation('samples')
  return (
    <Stack gap={4} ml="wide" role="status">
      <Text fz="xs">
        {reference === null
          ? t('settle.foundUnnamed', { sampleId, status })
          : t('settle.found', { sampleId, reference, status })}
        {createdAt && (
          <>
            {' '}
            {t('settle.foundAt')} <Timestamp at={createdAt} />
          </>
        )}
      </Text>
      {isOlder && (
        <Text fz="xs" fw={600}>
          {t('settle.older')}
        </Text>
      )}
    </Stack>
  )
}

const shownLines = 20

const toSkipped = (lines: readonly number[]) => ({
  count: lines.length,
  lines: lines.slice(0, shownLines).join(', ') + (lines.length > shownLines ? ' …' : ''),
})

type Read = SettlementFile & { file: FileHandle }
type Outcome = { placed: number; notPlaced: number; undone: number; already: number }

const none: Outcome = { placed: 0, notPlaced: 0, undone: 0, already: 0 }
const shownProblems = 20

/** Settles the orders of a table row by row. Choosing the same table again continues where that stopped. */
export function SettleFileDialog({ batchId, close }: { batchId: string; close(): void }) {
  const { t } = useTranslation('samples')
  const [read, setRead] = useState<Read | null>(null)
  const [counts, setCounts] = useState<Outcome | null>(null)
  const [failures, setFailures] = useState<SettlementFile['problems']>([])
  const problems = [...(read?.problems ?? []), ...failures].toSorted((a, b) => a.line - b.line)
  const choose = useAction(async () => {
    const file = await chooseFile()
    if (!file) return
    const table = await call('files.preview', { fileId: file.fileId, rows: mostSettlements })
    const parsed = parseSettlements(table, batchId)
    if ('refused' in parsed) throw rejected(parsed.refused)
    setRead({ ...parsed, file })
    setFailures([])
    setCounts(null)
  })
  const settle = useAction(async () => {
    let done = none
    setCounts(done)
    setFailures([])
    for (const { line, ...settlement } of read?.settlements ?? [])
      try {
        const { outcome } = await call('batches.settleListed', settlement)
        done = { ...done, [outcome]: done[outcome] + 1 }
        setCounts(done)
      } catch (error) {
        if (!isFailure(error, 'rejected') && !isFailure(error, 'notFound')) throw error
        const { userMessage } = error
        setFailures((before) => [...before, { line, message: userMessage }])
      }
  })
  const failure = settle.failure ?? choose.failure
  const total = read?.settlements.length ?? 0
  const settled = counts ? counts.placed + counts.notPlaced + counts.already : 0
  const isDone = counts !== null && !settle.pending && !settle.failure
  return (
    <Dialog opened onClose={close} title={t('settleFile.title')} size={560}>
      <Stack gap={16}>
        <Text fz="sm">{t('settleFile.about')}</Text>
        <Group gap={12}>
          <Button data-autofocus disabled={settle.pending} {...choose.buttonProps()}>
            {t('action.chooseFile')}
          </Button>
          <Text component="output" fz="sm">
            {read?.file.name}
          </Text>
        </Group>
        {read && (
          <FactList
            facts={[
              [t('settleFile.rows'), total],
              read.undecided > 0 && [t('settleFile.undecided'), read.undecided],
              counts && [t('settleFile.placed'), counts.placed],
              counts && [t('settleFile.notPlaced'), counts.notPlaced],
              counts !== null && counts.already > 0 && [t('settleFile.already'), counts.already],
              problems.length > 0 && [t('settleFile.problems'), problems.length],
            ]}
          />
        )}
        {settle.pending && (
          <Progress
            size={4}
            value={total === 0 ? 0 : ((settled + failures.length) / total) * 100}
            aria-label={t('settleFile.title')}
          />
        )}
        {problems.length > 0 && (
          <Stack gap={4} role="status">
            {problems.slice(0, shownProblems).map(({ line, message }) => (
              <Text key={line} fz="xs">
                {t('settleFile.line', { line })} <TranslatedMessage text={message} />
              </Text>
            ))}
            {problems.length > shownProblems && (
              <Hint>{t('settleFile.more', { count: problems.length - shownProblems })}</Hint>
            )}
          </Stack>
        )}
        {failure && <FailureNotice flush failure={failure} />}
        <Group gap={8} justify="flex-end">
          <Button onClick={close}>{t(isDone ? 'action.close' : 'cancel')}</Button>
          {!isDone && (
            <Button variant="filled" disabled={total === 0} {...settle.buttonProps()}>
              {total === 0 ? t('settle.now') : t('settleFile.settle', { count: total })}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
