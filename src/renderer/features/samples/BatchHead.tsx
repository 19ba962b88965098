import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/importing.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { Writable } from '../../state/Writable.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { BatchBadge } from './BatchBadge.tsx'
import { BatchPace } from './BatchPace.tsx'
import { percentOf, toSend } from './batch.ts'
import classes from './batches.module.css'
import { CancelDialog } from './CancelDialog.tsx'
import { SaveOutcome, useSaveOutcome } from './SaveOutcome.tsx'

/** Which batch this is and how far it is, with what can be done to it as a whole. */
export function BatchHead({ batch, back }: { batch: Batch; back: () => void }) {
  const { t } = useTranslation('samples')
  const navigate = useNavigate()
  const [cancelling, setCancelling] = useState(false)
  const { batchId, state } = batch
  const pause = useAction(() => call('batches.pause', { batchId }))
  const resume = useAction(() => call('batches.resume', { batchId }))
  const save = useSaveOutcome(batch)
  const failure = pause.failure ?? resume.failure ?? save.failure
  const left = toSend(batch)
  return (
    <>
      <div className={classes.head}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('batch.back')}
          title={t('batch.back')}
          onClick={back}
        >
          <IconArrowLeft size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
        <h2 className={classes.name} title={batch.fileName}>
          <bdi>{batch.fileName}</bdi>
        </h2>
        <BatchBadge batch={batch} />
        <span className={classes.dimmed}>
          <Timestamp at={batch.createdAt} />
        </span>
        <span className={classes.gap} />
        <Writable>
          {state === 'running' && (
            <Button size="xs" variant="default" loading={pause.pending} onClick={() => void pause.run()}>
              {t('batch.pause')}
            </Button>
          )}
          {state !== 'running' && left > 0 && (
            <Button size="xs" loading={resume.pending} onClick={() => void resume.run()}>
              {t(state === 'cancelled' ? 'batch.restore' : 'batch.resume', { count: left })}
            </Button>
          )}
          {batch.queued > 0 && (
            <Button size="xs" variant="default" onClick={() => setCancelling(true)}>
              {t('batch.cancel')}
            </Button>
          )}
        </Writable>
        <SaveOutcome save={save} />
        <Button
          size="xs"
          variant="default"
          disabled={batch.created === 0}
          onClick={() => void navigate({ to: '/samples', search: { batch: batchId } as never })}
        >
          {t('batch.toSamples')}
        </Button>
      </div>
      <div className={classes.progress}>
        <Progress.Root size={8} aria-hidden>
          <Progress.Section value={share(batch.created, batch)} color="var(--pathclock-good)" />
          <Progress.Section value={share(batch.failed, batch)} color="var(--pathclock-bad)" />
          <Progress.Section value={share(batch.unknown, batch)} color="var(--pathclock-warn)" />
          <Progress.Section value={share(batch.cancelled, batch)} color="gray" />
        </Progress.Root>
        <div className={classes.pace}>
          <span>
            {t('batch.progress', {
              done: batch.rows - batch.queued,
              count: batch.rows,
              percent: Math.floor(percentOf(batch)),
            })}
          </span>
          <BatchPace batchId={batchId} />
        </div>
      </div>
      {failure && <FailureNotice failure={failure} />}
      {cancelling && <CancelDialog batch={batch} close={() => setCancelling(false)} />}
    </>
  )
}

const share = (rows: number, batch: Batch): number => (batch.rows === 0 ? 0 : (rows / batch.rows) * 100)
