import { Box, Button, Progress, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../shared/contract/state.ts'
import type { Batch } from '../../../shared/domain/samples/importing.ts'
import { call, useAction, useCall, useEvent } from '../../client/call.ts'
import { CancelBatchDialog } from '../../shared/batches/CancelBatch.tsx'
import { useDialogs } from '../../state/dialogs.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { TranslatedMessage, useDurationFormat } from '../../ui/text/formats.tsx'
import classes from './import.module.css'
import { type Sent, useImport } from './importState.ts'
import { LineTable } from './LineTable.tsx'
import { Counts } from './SeverityMark.tsx'
import { ledgerRowsTable, mostCopied, readLedger } from './toCopied.ts'

/** Shows the progress and outcome of the orders. Sending goes on when the user leaves the page. */
export function Sending({ sent }: { sent: Sent }) {
  const { t } = useTranslation('import')
  const { restart, setOver } = useImport()
  const sending = useSending(sent)
  const toBatch = useBatchLink(sent.batchId)
  const { batch, job, running, failure } = sending
  const { confirmSending } = useDialogs()
  // A batch that is resumed, or that retries failed rows, is no longer over.
  const isOver = job !== null && batch !== null && !running && batch.queued === 0
  const isKnown = job !== null && batch !== null
  useEffect(() => {
    if (isKnown) setOver(isOver)
  }, [isKnown, isOver, setOver])
  return (
    <>
      <div className={classes.sending}>
        <Title order={3} fz="lg" aria-live="polite">
          {sentTitle()}
        </Title>
        <Course job={job} running={running} total={sent.total} batch={batch} />
        {batch && (
          <Counts
            counts={[
              { label: t('sent.created'), value: batch.created },
              { label: t('sent.failed'), value: batch.failed, severity: 'error' },
              { label: t('sent.unknown'), value: batch.unknown, severity: 'warning' },
              { label: t('sent.queued'), value: batch.queued },
              ...(batch.cancelled > 0 ? [{ label: t('sent.cancelled'), value: batch.cancelled }] : []),
            ]}
          />
        )}
        {failure && <FailureNotice flush failure={failure} />}
        {job?.message && job.state === 'failed' && (
          <Text fz="sm">
            <TranslatedMessage text={job.message} />
          </Text>
        )}
        {!running && batch && batch.queued > 0 && (
          <Text fz="sm">{t('sent.stopped', { count: batch.queued })}</Text>
        )}
        {batch && batch.failed > 0 && (
          <LedgerRows batchId={sent.batchId} state="failed" count={batch.failed}>
            <Button
              size="compact-sm"
              disabled={running}
              onClick={() => confirmSending({ batchId: sent.batchId, action: 'retryFailed' })}
            >
              {t('sent.retry', { count: batch.failed })}
            </Button>
          </LedgerRows>
        )}
        {batch && batch.unknown > 0 && (
          <LedgerRows batchId={sent.batchId} state="unknown" count={batch.unknown}>
            <Button size="compact-sm" onClick={toBatch}>
              {t('sent.settle')}
            </Button>
          </LedgerRows>
        )}
      </div>
      <SentActions sent={sent} sending={sending} restart={restart} />
    </>
  )

  function sentTitle(): string {
    if (running) return t('sent.title', { count: sent.total })
    if (batch?.state === 'cancelled') return t('sent.cancelledTitle', { count: batch.created })
    if (batch?.state === 'paused') return t('sent.pausedTitle')
    if (job?.state === 'failed') return t('sent.failedTitle')
    return t('sent.doneTitle', { count: batch?.created ?? job?.done ?? 0 })
  }
}

type ActionProps = { sent: Sent; sending: Sending; restart(): void }

function SentActions({ sent, sending, restart }: ActionProps) {
  const { t } = useTranslation('import')
  const [cancelling, setCancelling] = useState(false)
  const { batch, running, pause } = sending
  const { confirmSending } = useDialogs()
  const toBatch = useBatchLink(sent.batchId)
  const navigate = useNavigate()
  const queued = batch?.queued ?? 0
  return (
    <div className={classes.foot}>
      {running && (
        <Button loading={pause.pending} onClick={() => void pause.run()}>
          {t('action.pause')}
        </Button>
      )}
      {!running && queued > 0 && (
        <Button variant="filled" onClick={() => confirmSending({ batchId: sent.batchId, action: 'resume' })}>
          {t('sent.resume')}
        </Button>
      )}
      {(running || queued > 0) && (
        <Button
          color="red"
          // This button appears where the order button was, so the second click of a double-click must not cancel.
          onClick={({ detail }) => setCancelling(detail < 2)}
        >
          {t('action.askToCancel')}
        </Button>
      )}
      {!running && <Button onClick={restart}>{t('sent.again')}</Button>}
      <Button
        variant={running || queued > 0 ? 'default' : 'filled'}
        onClick={() => void navigate({ to: '/study/$studyId', params: { studyId: sent.studyId } })}
      >
        {t('sent.toStudy')}
      </Button>
      <Button
        onClick={() =>
          void navigate({
            to: '/study/$studyId/samples',
            params: { studyId: sent.studyId },
            search: { batch: sent.batchId },
          })
        }
      >
        {t('sent.toSamples')}
      </Button>
      <Button onClick={toBatch}>{t('action.showBatch')}</Button>
      <Box component="span" miw={0} fz="xs">
        {running && t('sent.leave')}
      </Box>
      {cancelling && batch && (
        <CancelBatchDialog
          batch={batch}
          close={() => {
            setCancelling(false)
            void sending.refetch()
          }}
        />
      )}
    </div>
  )
}

function useBatchLink(batch: string): () => void {
  const navigate = useNavigate()
  return () => void navigate({ to: '/activity/batches', search: { batch } })
}

const mostShown = 100

type LedgerRowsProps = { batchId: string; state: 'failed' | 'unknown'; count: number; children: ReactNode }

/** Lists rows that failed or whose outcome is unknown, each with its line in the file. `children`: the actions. */
function LedgerRows({ batchId, state, count, children }: LedgerRowsProps) {
  const { t } = useTranslation('import')
  const rows = useCall('batches.rows', { batchId, state, limit: mostShown }, { refetchKey: count })
  const title = t(state === 'failed' ? 'sent.failedRows' : 'sent.unknownRows')
  return (
    <Stack component="section" gap="sm" flex="none" miw={0} aria-label={title}>
      <div>
        <Title order={4} fz="sm">
          {title}
        </Title>
        <Text fz="xs" maw={720}>
          {t(state === 'failed' ? 'sent.failedHint' : 'sent.unknownHint')}
        </Text>
      </div>
      <div className={classes.row}>
        {children}
        {(rows.data?.total ?? 0) <= mostCopied && (
          <CopyAs inTools read={async () => ledgerRowsTable(await readLedger(batchId, state))} />
        )}
      </div>
      <LineTable
        label={title}
        rows={rows.data?.rows ?? []}
        total={rows.data?.total ?? 0}
        head={t('term.whatHappened')}
        cell={({ message }) => (message ? <TranslatedMessage text={message} /> : '–')}
      />
    </Stack>
  )
}

/** Returns the state of a running batch, updated from pushed events, with its actions. */
function useSending({ batchId, jobId: firstJobId }: Sent) {
  const [jobId, setJobId] = useState(firstJobId)
  const [pushed, setPushed] = useState<Job | null>(null)
  const jobs = useCall('jobs.list', {})
  const batches = useCall('batches.list', {})
  const { refetch } = batches
  // A resumed batch has a new job, even if another window resumed it.
  const take = (job: Job) => {
    if (job.kind !== 'import' || job.batchId !== batchId) return
    setJobId(job.jobId)
    setPushed(job)
    void refetch()
  }
  useEvent('job.progressed', take)
  useEvent('job.ended', take)
  const pause = useAction(async () => {
    await call('batches.pause', { batchId })
    await refetch()
  })
  const job = pushed?.jobId === jobId ? pushed : (jobs.data?.find((one) => one.jobId === jobId) ?? null)
  return {
    batch: batches.data?.find((one) => one.batchId === batchId) ?? null,
    job,
    running: job === null || job.state === 'running',
    failure: pause.failure ?? batches.failure,
    pause,
    refetch,
  }
}

type Sending = ReturnType<typeof useSending>

type CourseProps = { job: Job | null; running: boolean; total: number; batch: Batch | null }

/** Shows the progress of the batch, its rate and the time left. It stays in place after the batch ends. */
export function Course({ job, running, total, batch }: CourseProps) {
  const { t } = useTranslation('import')
  const formatDuration = useDurationFormat()
  const ofRun = job?.total ?? total
  // A resumed run covers only part of the batch, so the progress shown is that of the whole batch.
  const ofBatch = batch && (!running || batch.rows !== ofRun) ? batch : null
  const all = ofBatch?.rows ?? ofRun
  const ofJob = (job?.done ?? 0) + (job?.failed ?? 0)
  const ended = ofBatch ? ofBatch.created + ofBatch.failed + ofBatch.unknown : ofJob
  const left = typeof job?.etaS === 'number' && running ? formatDuration(job.etaS) : null
  return (
    <div>
      <Progress
        value={all === 0 ? 0 : (ended / all) * 100}
        size="sm"
        aria-label={t('sent.title', { count: all })}
      />
      <Text fz="xs" mt={4} c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('sent.progress', { done: ended, total: all })}
        {running &&
          typeof job?.ratePerMin === 'number' &&
          ` · ${t('sent.rate', { rate: Math.round(job.ratePerMin) })}`}
        {left && ` · ${t('term.timeLeft', { time: left })}`}
      </Text>
    </div>
  )
}
