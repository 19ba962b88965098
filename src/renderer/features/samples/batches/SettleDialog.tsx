import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useCall } from '../../../client/useCall.ts'
import { useDialogs } from '../../../state/dialogs.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import classes from '../samples.module.css'

type Props = {
  batchId: string
  /** Lines of the file; undefined: every row of unknown outcome. */
  rows: number[] | undefined
  count: number
  /** The reference of the one order it is about. */
  reference?: string | undefined
  close(): void
  done?: (() => void) | undefined
}

const ways = ['lookUp', 'placed', 'notPlaced'] as const
type Way = (typeof ways)[number]

/** Settles orders whose answer was lost, by one of three ways; each says what it costs. Nothing is sent by itself. */
export function SettleDialog({ batchId, rows, count, reference, close, done }: Props) {
  const { t } = useTranslation('samples')
  const conventions = useCall('app.status', {}).data?.profile?.conventions
  const idempotency = conventions?.set.idempotency ?? conventions?.found.idempotency
  const canLookUp = idempotency === 'honoured' || idempotency === 'client_reference'
  const [chosenWay, setWay] = useState<Way | null>(null)
  // Nothing that may order again is chosen beforehand.
  const way = chosenWay ?? (canLookUp ? 'lookUp' : count === 1 ? 'placed' : null)
  const [sampleId, setSampleId] = useState('')
  const [sendNow, setSendNow] = useState(false)
  const chosen = rows ? { rows } : {}
  const { confirmSending } = useDialogs()
  const settle = useAction(async () => {
    if (way === null) return
    if (way === 'lookUp')
      confirmSending({ batchId, action: 'lookUp', ...chosen, ...(done && { sent: done }) })
    else {
      const as =
        way === 'placed' ? ({ kind: way, sampleId: sampleId.trim() } as const) : ({ kind: way } as const)
      const settled = await call('batches.settleUnknown', { batchId, ...chosen, as })
      if (way === 'notPlaced' && sendNow && settled.rows > 0) confirmSending({ batchId, action: 'resume' })
      const messageKey = way === 'notPlaced' && !sendNow ? 'settle.waiting' : 'settle.done'
      const { skipped } = settled
      const left = skipped.length > 0 ? ` ${t('settle.skipped', toSkipped(skipped))}` : ''
      notifications.show({ message: `${t(messageKey, { count: settled.rows })}${left}` })
      done?.()
    }
    close()
  })
  const isReady = way !== null && (way !== 'placed' || (count === 1 && sampleId.trim() !== ''))
  return (
    <Dialog
      opened
      onClose={close}
      title={reference ? t('settle.titleOne', { reference }) : t('settle.title', { count })}
      size={560}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void settle.run()
        }}
      >
        <Stack gap={16}>
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
                  className={classes.indented ?? ''}
                  size="xs"
                  data-autofocus
                  maxLength={300}
                  label={t('columns.sampleId')}
                  value={sampleId}
                  onChange={({ currentTarget }) => setSampleId(currentTarget.value)}
                />
              )}
              <Radio
                value="notPlaced"
                label={t('settle.notPlaced')}
                description={t('settle.notPlacedHint')}
              />
              {way === 'notPlaced' && (
                <Checkbox
                  className={classes.indented ?? ''}
                  size="xs"
                  label={t('settle.sendNow')}
                  checked={sendNow}
                  onChange={({ currentTarget }) => setSendNow(currentTarget.checked)}
                />
              )}
            </Stack>
          </Radio.Group>
          {settle.failure && <FailureNotice flush failure={settle.failure} />}
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('added.cancel')}
            </Button>
            <Button type="submit" loading={settle.pending} disabled={!isReady}>
              {t(way === null ? 'settle.now' : `settle.${way}Now`, { count })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

const shownLines = 20

const toSkipped = (lines: readonly number[]) => ({
  count: lines.length,
  lines: lines.slice(0, shownLines).join(', ') + (lines.length > shownLines ? ' …' : ''),
})
