import { Button, Progress, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useEvent } from '../../client/useEvent.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Counts } from './Counts.tsx'
import classes from './import.module.css'
import { LedgerRows } from './LedgerRows.tsx'
import { toDuration } from './mapping.ts'
import type { Sent } from './useWizard.ts'

/** The orders on their way and what became of them. It only watches: leaving the page stops nothing. */
export function SentStep({ sent, restart }: { sent: Sent; restart: () => void }) {
  const { t } = useTranslation('import')
  const navigate = useNavigate()
  const [jobId, setJobId] = useState(sent.jobId)
  const jobs = useCall('jobs.list', {})
  const batches = useCall('batches.list', {})
  const [pushed, setPushed] = useState<Job | null>(null)
  const take = (job: Job) => {
    if (job.jobId !== jobId) return
    setPushed(job)
    void batches.refetch()
  }
  useEvent('job.progressed', take)
  useEvent('job.ended', take)
  const job = pushed?.jobId === jobId ? pushed : (jobs.data?.find((one) => one.jobId === jobId) ?? null)
  const batch = batches.data?.find(({ batchId }) => batchId === sent.batchId) ?? null
  const running = job === null || job.state === 'running'
  const stop = useAction(() => call('jobs.cancel', { jobId }))
  const resume = useAction(async () => {
    const started = await call('batches.resume', { batchId: sent.batchId })
    setJobId(started.jobId)
  })
  const failure = stop.failure ?? resume.failure ?? batches.failure
  return (
    <div className={classes.step}>
      <Title order={3} fz={16} aria-live="polite">
        {sentTitle()}
      </Title>
      {running && <Course job={job} total={sent.total} />}
      {batch && (
        <Counts
          counts={[
            { label: t('sent.created'), value: batch.created },
            { label: t('sent.failed'), value: batch.failed },
            { label: t('sent.unknown'), value: batch.unknown },
            { label: t('sent.queued'), value: batch.queued },
          ]}
        />
      )}
      {failure && <FailureNotice failure={failure} />}
      {job?.message && job.state !== 'done' && <Text fz={13}>{job.message}</Text>}
      {!running && (batch?.queued ?? 0) > 0 && (
        <Text fz={13}>{t('sent.stopped', { count: batch?.queued ?? 0 })}</Text>
      )}
      {batch && batch.failed > 0 && <LedgerRows batchId={sent.batchId} state="failed" count={batch.failed} />}
      {batch && batch.unknown > 0 && (
        <LedgerRows batchId={sent.batchId} state="unknown" count={batch.unknown} />
      )}
      <div className={classes.actions}>
        {running ? (
          <Button variant="default" loading={stop.pending} onClick={() => void stop.run()}>
            {t('sent.stop')}
          </Button>
        ) : (
          (batch?.queued ?? 0) > 0 && (
            <Button loading={resume.pending} onClick={() => void resume.run()}>
              {t('sent.resume')}
            </Button>
          )
        )}
        <Button variant={running ? 'default' : 'filled'} onClick={() => void navigate({ to: '/samples' })}>
          {t('sent.toSamples')}
        </Button>
        {!running && (
          <Button variant="default" onClick={restart}>
            {t('sent.again')}
          </Button>
        )}
        {running && <Text fz={12}>{t('sent.leave')}</Text>}
      </div>
    </div>
  )

  function sentTitle(): string {
    if (running) return t('sent.title', { count: sent.total })
    if (job?.state === 'failed') return t('sent.failedTitle')
    if (job?.state === 'cancelled') return t('sent.cancelledTitle')
    return t('sent.doneTitle', { count: batch?.created ?? job?.done ?? 0 })
  }
}

function Course({ job, total }: { job: Job | null; total: number }) {
  const { t } = useTranslation('import')
  const all = job?.total ?? total
  const ended = (job?.done ?? 0) + (job?.failed ?? 0)
  const left = typeof job?.etaS === 'number' ? toDuration(job.etaS) : null
  return (
    <div>
      <Progress
        value={all === 0 ? 0 : (ended / all) * 100}
        size="sm"
        aria-label={t('sent.title', { count: all })}
      />
      <Text fz={12} mt={4} className={classes.hint}>
        {t('sent.progress', { done: ended, total: all })}
        {typeof job?.ratePerMin === 'number' && ` · ${t('sent.rate', { rate: Math.round(job.ratePerMin) })}`}
        {left && ` · ${t('sent.left', { time: t(`plan.${left.unit}`, { count: left.count }) })}`}
      </Text>
    </div>
  )
}
