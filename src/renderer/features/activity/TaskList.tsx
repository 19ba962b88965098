import { Box, Button, CloseButton, Group, Progress, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconPlayerPause,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createStore } from 'zustand/vanilla'
import type { Job } from '../../../shared/contract/state.ts'
import type { Batch } from '../../../shared/domain/samples/importing.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { Attention } from '../../shared/Attention.tsx'
import { CancelBatch } from '../../shared/batches/CancelBatch.tsx'
import { useAppStatus } from '../../state/appStatus.tsx'
import { useDialogs } from '../../state/dialogs.ts'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { createStoreHook } from '../../ui/pageState.ts'
import { Hint } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import {
  numberFormatter,
  Timestamp,
  TranslatedMessage,
  useDurationFormat,
  useTranslator,
} from '../../ui/text/formats.tsx'
import { TextLink } from '../../ui/text/TextLink.tsx'
import classes from './activity.module.css'

export function ActivityScreen() {
  const studies = useCall('studies.list', {})
  const jobs = useCall('jobs.list', {})
  return (
    <Box h="100%" style={{ overflowY: 'auto' }}>
      <LoadingBar visible={jobs.loading} />
      {jobs.failure && <FailureNotice failure={jobs.failure} retry={() => void jobs.refetch()} />}
      <div className={classes.column}>
        {studies.data && <Attention studies={studies.data} />}
        {jobs.data && <TaskList jobs={jobs.data} />}
      </div>
    </Box>
  )
}

/** Lists tasks, newest first, and paused batches of earlier sessions. */
export function TaskList({ jobs }: { jobs: readonly Job[] }) {
  const { t } = useTranslation('app')
  const { t: words } = useTranslation('tray')
  const { jobIds: dismissed, dismiss } = useDismissedJobs()
  const isPausedByService = useAppStatus()?.quota?.paused === true
  const batches = useCall('batches.list', {}).data ?? []
  const paused = batches.filter(({ state, queued }) => state === 'paused' && queued > 0)
  const isPaused = ({ batchId }: Job) => paused.some((batch) => batch.batchId === batchId)
  // A paused batch is shown instead of the job that ended when it was paused.
  const shown = jobs.filter((job) => !dismissed.has(job.jobId) && (job.state === 'running' || !isPaused(job)))
  const [cancelling, setCancelling] = useState<Cancelling | null>(null)
  const cancelled = batches.find(({ batchId }) => batchId === cancelling?.batchId)
  const ended = shown.filter(({ state }) => state !== 'running').map(({ jobId }) => jobId)
  return (
    <section aria-label={t('tray.title')}>
      <Group gap={0} wrap="nowrap" justify="space-between" mih={44} py={0} pr="md" pl="lg">
        <Title order={2} fz="sm">
          {t('tray.title')}
        </Title>
        {ended.length > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => dismiss(ended)}>
            {words('clear')}
          </Button>
        )}
      </Group>
      {shown.length + paused.length === 0 && (
        <Hint px={16} pb={16}>
          {t('tray.empty')}
        </Hint>
      )}
      {isPausedByService && shown.some(({ state }) => state === 'running') && (
        <Text fz="xs" px={16} pb={8} role="status">
          {t('status.pausedHint')}
        </Text>
      )}
      {cancelling && cancelled && (
        <Box fz="xs" style={{ flexBasis: '100%' }} role="group" aria-label={words('cancelNamed', cancelling)}>
          <CancelBatch batch={cancelled} close={() => setCancelling(null)} />
        </Box>
      )}
      <ul className={classes.jobs}>
        {shown.map((job) => (
          <Task
            key={job.jobId}
            job={job}
            batch={batches.find(({ batchId }) => batchId === job.batchId)}
            dismiss={() => dismiss([job.jobId])}
            cancel={setCancelling}
          />
        ))}
        {paused.map((batch) => (
          <PausedBatch key={batch.batchId} batch={batch} cancel={setCancelling} />
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

/** The batch about to be canceled, with the title of its task, which changes when the batch is paused. */
type Cancelling = { batchId: string; title: string }
type CancelProps = { cancel(cancelling: Cancelling): void }

type TaskProps = CancelProps & { job: Job; batch: Batch | undefined; dismiss(): void }

function Task({ job, batch, dismiss, cancel: cancelBatch }: TaskProps) {
  const { t } = useTranslation('app')
  const { t: words } = useTranslation('tray')
  const { confirmSending } = useDialogs()
  const cancel = useAction(() => call('jobs.cancel', { jobId: job.jobId }))
  const title = useTranslator()(job.title)
  const running = job.state === 'running'
  const Icon = stateIcons[job.state]
  return (
    <li className={classes.job}>
      <div className={classes.jobHead}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <strong>{title}</strong>
        {!running && <Text fz="xs">{t(`tray.state.${job.state}`)}</Text>}
        {running && !batch && (
          <Button size="compact-xs" aria-label={t('tray.cancelNamed', { title })} {...cancel.buttonProps()}>
            {t('cancel')}
          </Button>
        )}
        {!running && <CloseButton size="xs" aria-label={words('dismiss', { title })} onClick={dismiss} />}
      </div>
      {running && job.total !== null && (
        <Progress size={4} value={percentOf(job)} aria-label={title} transitionDuration={160} />
      )}
      <Facts job={job} />
      {job.message && (
        <Text fz="xs" className={classes.jobMessage ?? ''}>
          <TranslatedMessage text={job.message} />
        </Text>
      )}
      {batch && (
        <Group gap="sm" mt="xs">
          {running && <BatchControls batch={batch} title={title} cancel={cancelBatch} />}
          {/* Sends the rows that the service rejected again, once the batch has stopped. */}
          {!running && batch.state !== 'running' && batch.failed > 0 && (
            <Button
              size="compact-xs"
              onClick={() => confirmSending({ batchId: batch.batchId, action: 'retryFailed' })}
            >
              {words('retry', { count: batch.failed })}
            </Button>
          )}
          <BatchLink batchId={batch.batchId} title={title} />
        </Group>
      )}
      {cancel.failure && <FailureNotice flush failure={cancel.failure} />}
    </li>
  )
}

function Facts({ job }: { job: Job }) {
  const { t, i18n } = useTranslation('app')
  const number = numberFormatter(i18n.language, { maximumFractionDigits: 0 })
  const formatDuration = useDurationFormat()
  const done = number.format(job.done)
  const facts = [
    job.total === null
      ? t('tray.countOnly', { done })
      : `${t('tray.count', { done, total: number.format(job.total) })} (${Math.floor(percentOf(job))}%)`,
    job.failed > 0 && t('tray.failed', { count: job.failed }),
    job.state === 'running' && job.ratePerMin && t('tray.rate', { rate: number.format(job.ratePerMin) }),
    job.state === 'running' && job.etaS !== null && t('term.timeLeft', { time: formatDuration(job.etaS) }),
  ]
  return (
    <div className={shared.note}>
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

/** Returns the progress from 0 to 100. Failed items count as done. */
const percentOf = ({ done, failed, total }: Job): number =>
  total ? Math.min(100, ((done + failed) / total) * 100) : 0

/** A batch that is paused or was left over from an earlier session. */
function PausedBatch({ batch, cancel }: CancelProps & { batch: Batch }) {
  const { t } = useTranslation('tray')
  const { batchId, fileName: title, rows, queued, failed, unknown } = batch
  const { confirmSending } = useDialogs()
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
        <Text fz="xs">{t(batch.interrupted ? 'interrupted' : 'paused')}</Text>
      </div>
      <div className={shared.note}>{facts.filter(Boolean).join(' · ')}</div>
      <Group gap="sm" mt="xs">
        <Button
          variant="filled"
          size="compact-xs"
          aria-label={t('goOnNamed', { title })}
          onClick={() => confirmSending({ batchId, action: 'resume' })}
        >
          {t('action.resume')}
        </Button>
        <CancelButton batchId={batch.batchId} title={title} cancel={cancel} />
        <BatchLink batchId={batchId} title={title} />
      </Group>
    </li>
  )
}

function BatchControls({ batch, title, cancel }: CancelProps & { batch: Batch; title: string }) {
  const { t } = useTranslation('tray')
  const pause = useAction(() => call('batches.pause', { batchId: batch.batchId }))
  return (
    <>
      <Button size="compact-xs" aria-label={t('pauseNamed', { title })} {...pause.buttonProps()}>
        {t('action.pause')}
      </Button>
      <CancelButton batchId={batch.batchId} title={title} cancel={cancel} />
      {pause.failure && <FailureNotice flush failure={pause.failure} />}
    </>
  )
}

/** Opens the question inside the tray, because a dialog would close the tray. */
function CancelButton({ batchId, title, cancel }: CancelProps & Cancelling) {
  const { t } = useTranslation('tray')
  const label = t('cancelNamed', { title })
  return (
    <Button size="compact-xs" aria-label={label} onClick={() => cancel({ batchId, title })}>
      {t('action.askToCancel')}
    </Button>
  )
}

function BatchLink({ batchId, title }: Cancelling) {
  const { t } = useTranslation('tray')
  const label = t('openNamed', { title })
  return (
    <TextLink to="/activity/batches" search={{ batch: batchId }} fz="xs" aria-label={label}>
      {t('open')}
    </TextLink>
  )
}

type DismissedJobs = { jobIds: ReadonlySet<string>; dismiss(jobIds: readonly string[]): void }

/** Holds the ended tasks that the user dismissed, until the app quits. */
const useDismissedJobs = createStoreHook(() =>
  createStore<DismissedJobs>()((set) => ({
    jobIds: new Set(),
    dismiss: (jobIds) => set((state) => ({ jobIds: new Set([...state.jobIds, ...jobIds]) })),
  })),
)
