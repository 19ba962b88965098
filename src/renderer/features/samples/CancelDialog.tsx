import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/importing.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'

/** Takes back what was not sent, after saying what stays. */
export function CancelDialog({ batch, close }: { batch: Batch; close: () => void }) {
  const { t } = useTranslation('samples')
  const { batchId, created, unknown, queued } = batch
  const cancel = useAction(async () => {
    const { message } = await call('batches.cancel', { batchId })
    notifications.show({ message, autoClose: 12_000 })
    close()
  })
  return (
    <Dialog opened onClose={close} title={t('batch.cancelTitle')} size={440}>
      <Stack gap={12}>
        <Text>{t('batch.cancelWaiting', { count: queued })}</Text>
        <Text>{created === 0 ? t('batch.cancelNone') : t('batch.cancelCreated', { count: created })}</Text>
        {unknown > 0 && <Text>{t('batch.cancelUnknown', { count: unknown })}</Text>}
        <Text fz={12} c="dimmed">
          {t('batch.cancelLater')}
        </Text>
        {cancel.failure && <FailureNotice flush failure={cancel.failure} />}
        <Group gap={8} justify="flex-end">
          <Button variant="default" data-autofocus onClick={close}>
            {t('batch.keepGoing')}
          </Button>
          <Button loading={cancel.pending} onClick={() => void cancel.run()}>
            {t('batch.cancelNow', { count: queued })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
