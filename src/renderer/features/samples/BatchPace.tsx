import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'

/** How fast a batch is sent and how much longer it takes; nothing while nobody sends it from here. */
export function BatchPace({ batchId }: { batchId: string }) {
  const { t } = useTranslation('samples')
  const jobs = useCall('jobs.list', {}).data ?? []
  const job = jobs.find((one) => one.batchId === batchId && one.state === 'running')
  if (!job) return null
  const minutes = job.etaS === null ? null : Math.ceil(job.etaS / 60)
  return (
    <>
      {job.ratePerMin !== null && <span>{t('batch.rate', { rate: Math.round(job.ratePerMin) })}</span>}
      {minutes !== null && <span>{t('batch.eta', { count: minutes })}</span>}
    </>
  )
}
