import { Button, CloseButton, Progress, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../shared/contract/state.ts'
import type { Batch } from '../../shared/domain/importing.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { useCall } from '../client/useCall.ts'
import { useDismissedJobs } from '../state/dismissedJobs.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { numberFormatter } from '../ui/formats.ts'
import { Timestamp } from '../ui/Timestamp.tsx'
import { TranslatedMessage, useTranslator } from '../ui/TranslatedMessage.tsx'
import { formatDuration } from './duration.ts'
import classes from './frame.module.css'
import { BatchControls, BatchLink, PausedBatch, RetryFailed } from './TrayBatch.tsx'
import { useAppStatus } from './useAppStatus.ts'

/** Long work, the newest first: how far, how fast, how much longer, and the way to stop it. Batches outlive a restart. */
export function TaskTray({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useTranslation('app')
  const { t: words } = useTranslation('tray')
  const { jobIds: dismissed, dismiss } = useDismissedJobs()
  const isPausedByService = useAppStatus()?.quota?.paused === true
  const batches = useCall('batches.list', {}).data ?? []
  const paused = batches.filter(({ state, queued }) => state === 'paused' && queued > 0)
  const isPaused = ({ batchId }: Job) => paused.some((batch) => batch.batchId === batchId)
  // A paused batch says more than the job that ended when it was paused.
  const shown = jobs.filter((job) => !dismissed.has(job.jobId) && (job.state === 'running' || !isPaused(job)))
  const ended = shown.filter(({ state }) => state !== 'running').map(({ jobId }) => jobId)
  return (
    <section aria-label={t('tray.title')}>
      <div className={classes.trayHead}>
        <Title order={2} fz={13}>
          {t('tray.title')}
        </Title>
        {ended.length > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => dismiss(ended)}>
            {words('clear')}
          </Button>
        )}
      </div>
      {shown.length + paused.length === 0 && (
        <Text fz={12} c="dimmed" px={16} pb={16}>
          {t('tray.empty')}
        </Text>
      )}
      {isPausedByService && shown.some(({ state }) => state === 'running') && (
        <Text fz={12} px={16} pb={8} role="status">
          {t('status.pausedHint')}
        </Text>
      )}
      <ul className={classes.jobs}>
        {shown.map((job) => (
          <Task
            key={job.jobId}
            job={job}
            batch={batches.find(({ batchId }) => batchId === job.batchId)}
            dismiss={() => dismiss([job.jobId])}
          />
        ))}
        {paused.map((batch) => (
          <PausedBatch key={batch.batchId} batch={batch} />
        ))}
      </ul>
    </section>
  )
}

const stateIcons: Record<Job['state'], TablerIcon> = {
  running: IconPlayerPlay,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconBan,
}

type TaskProps = { job: Job; batch: Batch | undefined; dismiss(): void }

function Task({ job, batch, dismiss }: TaskProps) {
  const { t } = useTranslation('app')
  const { t: words } = useTranslation('tray')
  const cancel = useAction(() => call('jobs.cancel', { jobId: job.jobId }))
  const title = useTranslator()(job.title)
  const running = job.state === 'running'
  const Icon = stateIcons[job.state]
  return (
    <li className={classes.job}>
      <div className={classes.jobHead}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <strong>{title}</strong>
        {!running && <Text fz={12}>{t(`tray.state.${job.state}`)}</Text>}
        {running && !batch && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('tray.cancelNamed', { title })}
            loading={cancel.pending}
            onClick={() => void cancel.run()}
          >
            {t('tray.cancel')}
          </Button>
        )}
        {!running && <CloseButton size="xs" aria-label={words('dismiss', { title })} onClick={dismiss} />}
      </div>
      {running && job.total !== null && (
        <Progress size={4} value={percentOf(job)} aria-label={title} transitionDuration={160} />
      )}
      <Facts job={job} />
      {job.message && (
        <Text fz={12} className={classes.jobMessage ?? ''}>
          <TranslatedMessage text={job.message} />
        </Text>
      )}
      {batch && (
        <div className={classes.jobActions}>
          {running && <BatchControls batch={batch} title={title} />}
          {!running && batch.state !== 'running' && batch.failed > 0 && <RetryFailed batch={batch} />}
          <BatchLink batchId={batch.batchId} title={title} />
        </div>
      )}
      {cancel.failure && <FailureNotice flush failure={cancel.failure} />}
    </li>
  )
}

function Facts({ job }: { job: Job }) {
  const { t, i18n } = useTranslation('app')
  const number = numberFormatter(i18n.language, { maximumFractionDigits: 0 })
  const done = number.format(job.done)
  const facts = [
    job.total === null
      ? t('tray.countOnly', { done })
      : `${t('tray.count', { done, total: number.format(job.total) })} (${Math.floor(percentOf(job))}%)`,
    job.failed > 0 && t('tray.failed', { count: job.failed }),
    job.state === 'running' && job.ratePerMin && t('tray.rate', { rate: number.format(job.ratePerMin) }),
    job.state === 'running' && job.etaS !== null && t('tray.eta', { time: formatDuration(job.etaS, t) }),
  ]
  return (
    <div className={classes.jobFacts}>
      {facts.filter(Boolean).join(' · ')}
      {job.endedAt && (
        <>
          {' · '}
          <Timestamp at={job.endedAt} />
        </>
      )}
    </div>
  )
}

/** 0 to 100; what failed is behind us too. */
const percentOf = ({ done, failed, total }: Job): number =>
  total ? Math.min(100, ((done + failed) / total) * 100) : 0
