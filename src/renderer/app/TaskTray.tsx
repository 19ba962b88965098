import { Button, Progress, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../shared/contract/state.ts'
import { call } from '../client/call.ts'
import { useAction } from '../client/useAction.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { Timestamp } from '../ui/Timestamp.tsx'
import { durationOf } from './duration.ts'
import classes from './frame.module.css'

/** Long work, the newest first: how far, how fast, how much longer, and the way to stop it. */
export function TaskTray({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useTranslation('app')
  return (
    <section aria-label={t('tray.title')}>
      <Title order={2} fz={13} px={16} py={12}>
        {t('tray.title')}
      </Title>
      {jobs.length === 0 && (
        <Text fz={12} c="dimmed" px={16} pb={16}>
          {t('tray.empty')}
        </Text>
      )}
      <ul className={classes.jobs}>
        {jobs.map((job) => (
          <Task key={job.jobId} job={job} />
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

function Task({ job }: { job: Job }) {
  const { t } = useTranslation('app')
  const cancel = useAction(() => call('jobs.cancel', { jobId: job.jobId }))
  const running = job.state === 'running'
  const Icon = stateIcons[job.state]
  return (
    <li className={classes.job}>
      <div className={classes.jobHead}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <strong>{job.title}</strong>
        {running ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('tray.cancelNamed', { title: job.title })}
            loading={cancel.pending}
            onClick={() => void cancel.run()}
          >
            {t('tray.cancel')}
          </Button>
        ) : (
          <Text fz={12}>{t(`tray.state.${job.state}`)}</Text>
        )}
      </div>
      {running && job.total !== null && (
        <Progress size={4} value={percentOf(job)} aria-label={job.title} transitionDuration={160} />
      )}
      <Facts job={job} />
      {job.message && <Text fz={12}>{job.message}</Text>}
      {cancel.failure && <FailureNotice failure={cancel.failure} />}
    </li>
  )
}

function Facts({ job }: { job: Job }) {
  const { t, i18n } = useTranslation('app')
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 })
  const done = number.format(job.done)
  const facts = [
    job.total === null
      ? t('tray.countOnly', { done })
      : `${t('tray.count', { done, total: number.format(job.total) })} (${Math.floor(percentOf(job))}%)`,
    job.failed > 0 && t('tray.failed', { count: job.failed }),
    job.state === 'running' && job.ratePerMin && t('tray.rate', { rate: number.format(job.ratePerMin) }),
    job.state === 'running' && job.etaS !== null && t('tray.eta', { time: durationOf(job.etaS, t) }),
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
