import { Button, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../shared/domain/importing.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import classes from './frame.module.css'

/** A batch that nobody sends: paused here, or left behind by a run that ended. */
export function PausedBatch({ batch }: { batch: Batch }) {
  const { t } = useTranslation('tray')
  const { batchId, fileName: title, rows, queued, failed, unknown } = batch
  const resume = useAction(() => call('batches.resume', { batchId }))
  const done = rows - queued
  const facts = [
    t('count', { done, total: rows, percent: rows === 0 ? 100 : Math.floor((done / rows) * 100) }),
    failed > 0 && t('failed', { count: failed }),
    unknown > 0 && t('unknown', { count: unknown }),
  ]
  return (
    <li className={classes.job}>
      <div className={classes.jobHead}>
        <IconPlayerPause size={16} stroke={1.75} aria-hidden />
        <strong>{title}</strong>
        <Text fz={12}>{t(batch.interrupted ? 'interrupted' : 'paused')}</Text>
      </div>
      <div className={classes.jobFacts}>{facts.filter(Boolean).join(' · ')}</div>
      <div className={classes.jobActions}>
        <Button
          size="compact-xs"
          aria-label={t('goOnNamed', { title })}
          loading={resume.pending}
          onClick={() => void resume.run()}
        >
          {t('goOn')}
        </Button>
        <CancelBatch batch={batch} title={title} />
        <BatchLink batchId={batchId} title={title} />
      </div>
      {resume.failure && <FailureNotice flush failure={resume.failure} />}
    </li>
  )
}

/** Pausing and cancelling a batch that is being sent. */
export function BatchControls({ batch, title }: { batch: Batch; title: string }) {
  const { t } = useTranslation('tray')
  const pause = useAction(() => call('batches.pause', { batchId: batch.batchId }))
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('pauseNamed', { title })}
        loading={pause.pending}
        onClick={() => void pause.run()}
      >
        {t('pause')}
      </Button>
      <CancelBatch batch={batch} title={title} />
      {pause.failure && <FailureNotice flush failure={pause.failure} />}
    </>
  )
}

/** Sends what the service refused once more, after the batch has come to rest. */
export function RetryFailed({ batch }: { batch: Batch }) {
  const { t } = useTranslation('tray')
  const retry = useAction(() => call('batches.retryFailed', { batchId: batch.batchId }))
  return (
    <>
      <Button size="compact-xs" variant="default" loading={retry.pending} onClick={() => void retry.run()}>
        {t('retry', { count: batch.failed })}
      </Button>
      {retry.failure && <FailureNotice flush failure={retry.failure} />}
    </>
  )
}

/** Cancels after saying what stays. */
function CancelBatch({ batch, title }: { batch: Batch; title: string }) {
  const { t } = useTranslation('tray')
  const [isConfirming, setIsConfirming] = useState(false)
  const cancel = useAction(async () => {
    await call('batches.cancel', { batchId: batch.batchId })
    setIsConfirming(false)
  })
  if (!isConfirming)
    return (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('cancelNamed', { title })}
        onClick={() => setIsConfirming(true)}
      >
        {t('cancel')}
      </Button>
    )
  return (
    <div className={classes.jobAsk} role="group" aria-label={t('cancelNamed', { title })}>
      <Text fz={12}>{t('ask', { count: batch.queued })}</Text>
      <div className={classes.jobActions}>
        <Button size="compact-xs" loading={cancel.pending} onClick={() => void cancel.run()}>
          {t('yes')}
        </Button>
        <Button size="compact-xs" variant="default" autoFocus onClick={() => setIsConfirming(false)}>
          {t('no')}
        </Button>
      </div>
      {cancel.failure && <FailureNotice flush failure={cancel.failure} />}
    </div>
  )
}

export function BatchLink({ batchId, title }: { batchId: string; title: string }) {
  const { t } = useTranslation('tray')
  return (
    <Link
      to="/samples/batches"
      search={{ batch: batchId } as never}
      className={classes.jobLink}
      aria-label={t('openNamed', { title })}
    >
      {t('open')}
    </Link>
  )
}
