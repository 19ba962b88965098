import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { call, useAction, useCall } from '../../client/call.ts'
import { type SendingRequest, useDialogs } from '../../state/dialogs.ts'
import { ConfirmPaidCall } from '../../ui/dialogs/ConfirmPaidCall.tsx'

/** The dialog to confirm sending orders of an existing batch again: waiting, rejected or unknown ones. */
export function ConfirmSending() {
  const { sending, close } = useDialogs()
  return sending && <Confirm request={sending} close={() => close('sending')} />
}

function Confirm({ request: { sent, ...request }, close }: { request: SendingRequest; close(): void }) {
  const { t } = useTranslation('state')
  const { action, batchId, rows } = request
  const cost = useCall('batches.estimate', request)
  const send = useAction(async () => {
    const chosen = { batchId, ...(rows && { rows }) }
    if (action === 'resume') await call('batches.resume', { batchId })
    else if (action === 'lookUp') await call('batches.lookUpUnknown', chosen)
    else {
      const { rows: count, skipped } = await call('batches.retryFailed', chosen)
      const sentences = [t('sending.retrying', { count })]
      if (skipped.length > 0)
        sentences.push(t('sending.skipped', { count: skipped.length, lines: skipped.join(', ') }))
      notifications.show({ message: sentences.join(' ') })
    }
    sent?.()
    close()
  })
  return (
    <ConfirmPaidCall
      title={t(`sending.title.${action}`)}
      confirm={t('action.orderSamples', { count: cost.data?.count ?? 0 })}
      cost={cost}
      action={send}
      close={close}
    />
  )
}
