import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/samples/importing.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { TranslatedMessage } from '../../ui/text/TranslatedMessage.tsx'

type Props = { batch: Batch; close(): void }

/**
 * Cancels what was not sent of a batch, after saying what stays. No order leaves while a person reads that: a batch that
 * is being sent is paused meanwhile, and goes on if it is left as it is.
 */
export function CancelBatch({ batch, close }: Props) {
  const { t } = useTranslation('state')
  const { batchId, created, unknown, queued } = batch
  const [wasRunning] = useState(batch.state === 'running')
  const isLeftAlone = useRef(true)
  const pause = useAction(() => call('batches.pause', { batchId }))
  const resume = useAction(async (paused: Promise<void>) => {
    await paused
    await call('batches.resume', { batchId })
  })
  const { run: runPause } = pause
  const { run: runResume } = resume
  useEffect(() => {
    if (!wasRunning) return
    const paused = runPause()
    return () => {
      if (isLeftAlone.current) void runResume(paused)
    }
  }, [wasRunning, runPause, runResume])
  const cancel = useAction(async () => {
    isLeftAlone.current = false
    const { message } = await call('batches.cancel', { batchId })
    notifications.show({ message: <TranslatedMessage text={message} />, autoClose: 12_000 })
    close()
  })
  return (
    <Stack gap={12}>
      <Text>{t('cancelBatch.queued', { count: queued })}</Text>
      <Text>{created === 0 ? t('cancelBatch.none') : t('cancelBatch.created', { count: created })}</Text>
      {unknown > 0 && <Text>{t('cancelBatch.unknown', { count: unknown })}</Text>}
      <Text fz="xs" c="dimmed">
        {t('cancelBatch.later')}
      </Text>
      {pause.failure && <FailureNotice flush failure={pause.failure} />}
      {cancel.failure && <FailureNotice flush failure={cancel.failure} />}
      <Group gap={8} justify="flex-end">
        <Button variant="default" data-autofocus autoFocus onClick={close}>
          {t('cancelBatch.leave')}
        </Button>
        <Button loading={cancel.pending || pause.pending} onClick={() => void cancel.run()}>
          {t('cancelBatch.cancel', { count: queued })}
        </Button>
      </Group>
    </Stack>
  )
}

export function CancelBatchDialog({ batch, close }: Props) {
  const { t } = useTranslation('state')
  return (
    <Dialog opened onClose={close} title={t('cancelBatch.title')} size={440}>
      <CancelBatch batch={batch} close={close} />
    </Dialog>
  )
}
