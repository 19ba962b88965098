import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shareDone } from '../../shared/contract/longWork.ts'
import type { Job } from '../../shared/contract/state.ts'
import { useEvent } from '../client/useEvent.ts'

/** What is over sooner is told by its end alone. */
const sayAfterMs = 5000
const steps = 4

type Said = { jobId: string; title: string; percent: number }

/** For those who do not see its bar: how far long work is, at each quarter of it. Its end is told by a toast. */
export function ProgressSaid() {
  const { t } = useTranslation('tray')
  const [said, setSaid] = useState<Said | null>(null)
  useEvent('job.progressed', (job) => {
    if (job.state !== 'running' || Date.now() - Date.parse(job.startedAt) < sayAfterMs) return
    const percent = quarterOf(job)
    if (percent === 0 || (said?.jobId === job.jobId && said.percent === percent)) return
    setSaid({ jobId: job.jobId, title: job.title, percent })
  })
  useEvent('job.ended', ({ jobId }) => {
    if (said?.jobId === jobId) setSaid(null)
  })
  return <VisuallyHidden role="status">{said && t('said', said)}</VisuallyHidden>
}

/** 0, 25, 50 or 75 percent. */
const quarterOf = (job: Job): number =>
  Math.min(steps - 1, Math.floor((shareDone([job]) ?? 0) * steps)) * (100 / steps)
