import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../shared/contract/state.ts'
import type { Batch } from '../../../shared/domain/importing.ts'
import { toDuration } from './durations.ts'
import classes from './import.module.css'

type Props = { job: Job | null; running: boolean; total: number; batch: Batch | null }

/** How far the sending is, how fast and how long still; it keeps its place when it has ended. */
export function Course({ job, running, total, batch }: Props) {
  const { t } = useTranslation('import')
  const ofRun = job?.total ?? total
  // Going on, or sending failed rows again, is about a part of the batch: then the batch says how far it is.
  const ofBatch = batch && (!running || batch.rows !== ofRun) ? batch : null
  const all = ofBatch?.rows ?? ofRun
  const ofJob = (job?.done ?? 0) + (job?.failed ?? 0)
  const ended = ofBatch ? ofBatch.created + ofBatch.failed + ofBatch.unknown : ofJob
  const left = typeof job?.etaS === 'number' && running ? toDuration(job.etaS) : null
  return (
    <div>
      <Progress
        value={all === 0 ? 0 : (ended / all) * 100}
        size="sm"
        aria-label={t('sent.title', { count: all })}
      />
      <Text fz={12} mt={4} className={classes.course}>
        {t('sent.progress', { done: ended, total: all })}
        {running &&
          typeof job?.ratePerMin === 'number' &&
          ` · ${t('sent.rate', { rate: Math.round(job.ratePerMin) })}`}
        {left && ` · ${t('sent.left', { time: t(`plan.${left.unit}`, { count: left.count }) })}`}
      </Text>
    </div>
  )
}
