import { Button, Drawer, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/importing.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useEvent } from '../../client/useEvent.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './samples.module.css'

/** The files that were imported, what became of their rows, and going on with those that stopped. */
export function Batches({ close }: { close: () => void }) {
  const { t } = useTranslation('samples')
  const batches = useCall('batches.list', {})
  const again = () => void batches.refetch()
  useEvent('job.progressed', again)
  useEvent('job.ended', again)
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="md"
      title={t('batch.title')}
      closeButtonProps={{ 'aria-label': t('batch.close') }}
    >
      {batches.failure && <FailureNotice failure={batches.failure} />}
      {batches.data?.length === 0 && <Text fz={13}>{t('batch.empty')}</Text>}
      <ul className={classes.batches}>
        {batches.data?.map((batch) => (
          <BatchItem key={batch.batchId} batch={batch} resumed={again} />
        ))}
      </ul>
    </Drawer>
  )
}

function BatchItem({ batch, resumed }: { batch: Batch; resumed: () => void }) {
  const { t } = useTranslation('samples')
  const resume = useAction(async () => {
    await call('batches.resume', { batchId: batch.batchId })
    resumed()
  })
  const canResume = batch.state !== 'running' && batch.queued > 0
  return (
    <li className={classes.batch}>
      <div className={classes.batchHead}>
        <strong>{batch.fileName}</strong>
        <span>{t(`batch.${batch.state}`)}</span>
        {canResume && (
          <Button size="compact-xs" loading={resume.pending} onClick={() => void resume.run()}>
            {t('batch.resume')}
          </Button>
        )}
      </div>
      <Text fz={12} c="dimmed">
        <Timestamp at={batch.createdAt} /> · {t('batch.rows', { count: batch.rows })}
      </Text>
      <Text fz={12}>
        {t('batch.counts', {
          created: batch.created,
          failed: batch.failed,
          unknown: batch.unknown,
          queued: batch.queued,
        })}
      </Text>
      {batch.failed > 0 && <Text fz={12}>{t('batch.failedHint')}</Text>}
      {batch.unknown > 0 && <Text fz={12}>{t('batch.unknownHint')}</Text>}
      {resume.failure && <FailureNotice failure={resume.failure} />}
    </li>
  )
}
