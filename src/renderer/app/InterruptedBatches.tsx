import { Button, CloseButton } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../shared/domain/importing.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { useCall } from '../client/useCall.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { Banner } from './Banner.tsx'

/** Imports that no person stopped and whose rows wait: orders cost money, so that each goes on when one says so. */
export function InterruptedBatches() {
  const running = (useCall('jobs.list', {}).data ?? []).filter(({ state }) => state === 'running')
  // Asked for while nothing is sent; other work, such as keeping drugs, may run for days.
  const isSending = running.some(({ batchId }) => batchId)
  const batches = useCall('batches.list', {}, { enabled: !isSending }).data ?? []
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const isOpen = ({ batchId, interrupted }: Batch) =>
    interrupted && !dismissed.includes(batchId) && !running.some((job) => job.batchId === batchId)
  return batches
    .filter(isOpen)
    .map((batch) => (
      <Interrupted
        key={batch.batchId}
        batch={batch}
        dismiss={() => setDismissed((before) => [...before, batch.batchId])}
      />
    ))
}

function Interrupted({ batch, dismiss }: { batch: Batch; dismiss(): void }) {
  const { t } = useTranslation('tray')
  const { batchId, fileName: title, queued, unknown } = batch
  const resume = useAction(() => call('batches.resume', { batchId }))
  const unknownNote = unknown > 0 ? ` ${t('interruptedUnknown', { count: unknown })}` : ''
  return (
    <>
      <Banner
        icon={IconPlayerPause}
        action={
          <>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('goOnInterrupted', { title })}
              loading={resume.pending}
              onClick={() => void resume.run()}
            >
              {t('goOn')}
            </Button>
            <CloseButton size="xs" aria-label={t('leaveInterrupted', { title })} onClick={dismiss} />
          </>
        }
      >
        {t('interruptedNote', { title, count: queued })}
        {unknownNote}
      </Banner>
      {resume.failure && <FailureNotice failure={resume.failure} />}
    </>
  )
}
