import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overallProgress } from '../../shared/contract/jobNotices.ts'
import type { Job } from '../../shared/contract/state.ts'
import { useEvent } from '../client/useEvent.ts'

/** What is over sooner is told by its end alone. */
const announceAfterMs = 5000
const steps = 4

type Announcement = { jobId: string; title: string; percent: number }

/** For those who do not see its bar: how far long work is, at each quarter of it. Its end is told by a toast. */
export function ProgressAnnouncer() {
  const { t } = useTranslation('tray')
  const [announced, setAnnounced] = useState<Announcement | null>(null)
  useEvent('job.progressed', (job) => {
    if (job.state !== 'running' || Date.now() - Date.parse(job.startedAt) < announceAfterMs) return
    const percent = quarterOf(job)
    if (percent === 0 || (announced?.jobId === job.jobId && announced.percent === percent)) return
    setAnnounced({ jobId: job.jobId, title: job.title, percent })
  })
  useEvent('job.ended', ({ jobId }) => {
    if (announced?.jobId === jobId) setAnnounced(null)
  })
  return <VisuallyHidden role="status">{announced && t('said', announced)}</VisuallyHidden>
}

/** 0, 25, 50 or 75 percent. */
const quarterOf = (job: Job): number =>
  Math.min(steps - 1, Math.floor((overallProgress([job]) ?? 0) * steps)) * (100 / steps)
