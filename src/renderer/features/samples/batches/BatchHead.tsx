import { ActionIcon, Box, Button, Group, Progress } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../../shared/domain/samples/importing.ts'
import { allSamplesId } from '../../../../shared/domain/studies/study.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useCall } from '../../../client/useCall.ts'
import { CancelBatchDialog } from '../../../shared/batches/CancelBatch.tsx'
import { ExportButton } from '../../../shared/tables/ExportButton.tsx'
import { Writable } from '../../../state/appStatus.tsx'
import { useDialogs } from '../../../state/dialogs.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import shared from '../../../ui/shared.module.css'
import { useDurationFormat } from '../../../ui/text/duration.ts'
import { Timestamp } from '../../../ui/text/Timestamp.tsx'
import { BatchBadge } from './BatchBadge.tsx'
import { percentOf, toSend } from './batch.ts'
import classes from './batches.module.css'

/** Shows the file and progress of a batch, with the actions for the whole batch. */
export function BatchHead({ batch, back }: { batch: Batch; back: () => void }) {
  const { t } = useTranslation('samples')
  const navigate = useNavigate()
  const [cancelling, setCancelling] = useState(false)
  const { batchId, state } = batch
  const pause = useAction(() => call('batches.pause', { batchId }))
  const { confirmSending } = useDialogs()
  const left = toSend(batch)
  return (
    <>
      <Group gap="sm" flex="none" py="sm" pr="lg" pl="sm">
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
        <span className={shared.note}>
          <Timestamp at={batch.createdAt} />
        </span>
        <span className={shared.gap} />
        <Writable>
          {state === 'running' && (
            <Button size="xs" {...pause.buttonProps()}>
              {t('action.pause')}
            </Button>
          )}
          {state !== 'running' && left > 0 && (
            <Button variant="filled" size="xs" onClick={() => confirmSending({ batchId, action: 'resume' })}>
              {t(state === 'cancelled' ? 'batch.restore' : 'batch.resume', { count: left })}
            </Button>
          )}
          {batch.queued > 0 && (
            <Button size="xs" onClick={() => setCancelling(true)}>
              {t('action.askToCancel')}
            </Button>
          )}
        </Writable>
        <ExportButton inTools />
        <Button
          size="xs"
          disabled={batch.created === 0}
          onClick={() =>
            void navigate({
              to: '/study/$studyId/samples',
              params: { studyId: allSamplesId },
              search: { batch: batchId },
            })
          }
        >
          {t('batch.toSamples')}
        </Button>
      </Group>
      <Box flex="none" pb="sm" px="lg">
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
      </Box>
      {pause.failure && <FailureNotice failure={pause.failure} />}
      {cancelling && <CancelBatchDialog batch={batch} close={() => setCancelling(false)} />}
    </>
  )
}

const share = (rows: number, batch: Batch): number => (batch.rows === 0 ? 0 : (rows / batch.rows) * 100)

/** Shows the rate and the time left; nothing unless this app is sending the batch. */
function BatchPace({ batchId }: { batchId: string }) {
  const { t } = useTranslation('samples')
  const formatDuration = useDurationFormat()
  const jobs = useCall('jobs.list', {}).data ?? []
  const job = jobs.find((one) => one.batchId === batchId && one.state === 'running')
  if (!job) return null
  return (
    <>
      {job.ratePerMin !== null && <span>{t('batch.rate', { rate: Math.round(job.ratePerMin) })}</span>}
      {job.etaS !== null && <span>{t('term.timeLeft', { time: formatDuration(job.etaS) })}</span>}
    </>
  )
}
