import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/samples/importing.ts'
import { call, useAction } from '../../client/call.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { TranslatedMessage } from '../../ui/text/formats.tsx'

type Props = { batch: Batch; close(): void }

/**
 * Cancels the unsent rows of a batch, after a summary of what stays. A running batch is paused when the dialog opens,
 * so that no order is sent while the user reads it. It stays paused until the user resumes it, which needs a new
 * confirmation, because more rows may wait by then.
 */
export function CancelBatch({ batch, close }: Props) {
  const { t } = useTranslation('state')
  const { batchId, created, unknown, queued, resumable } = batch
  const [wasRunning] = useState(batch.state === 'running')
  const pause = useAction(() => call('batches.pause', { batchId }))
  const { run: runPause } = pause
  useEffect(() => {
    if (wasRunning) void runPause()
  }, [wasRunning, runPause])
  const { confirmSending } = useDialogs()
  const cancel = useAction(async () => {
    const { message } = await call('batches.cancel', { batchId })
    notifications.show({ message: <TranslatedMessage text={message} />, autoClose: 12_000 })
    close()
  })
  const isPaused = wasRunning && pause.value !== null && batch.state === 'paused'
  const failure = cancel.failure ?? pause.failure
  return (
    <Stack gap={12}>
      <Text>{t('cancelBatch.queued', { count: queued })}</Text>
      <Text>{created === 0 ? t('cancelBatch.none') : t('cancelBatch.created', { count: created })}</Text>
      {unknown > 0 && <Text>{t('cancelBatch.unknown', { count: unknown })}</Text>}
      <Hint>{t('cancelBatch.later')}</Hint>
      {isPaused && <Text role="status">{t('cancelBatch.paused')}</Text>}
      {failure && <FailureNotice flush failure={failure} />}
      <Group gap={8} justify="flex-end">
        <Button data-autofocus autoFocus onClick={close}>
          {t(isPaused ? 'cancelBatch.leavePaused' : 'cancelBatch.leave')}
        </Button>
        {isPaused && resumable > 0 && (
          <Button
            onClick={() => {
              confirmSending({ batchId, action: 'resume' })
              close()
            }}
          >
            {t('cancelBatch.resume', { count: resumable })}
          </Button>
        )}
        <Button variant="filled" loading={cancel.pending || pause.pending} onClick={() => void cancel.run()}>
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
