import { Button, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/importing.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { TranslatedMessage } from '../../ui/TranslatedMessage.tsx'
import { CancelOrders } from './CancelOrders.tsx'
import { Counts } from './Counts.tsx'
import { Course } from './Course.tsx'
import classes from './import.module.css'
import { LedgerRows } from './LedgerRows.tsx'
import { type Sending, useSending } from './useSending.ts'
import type { Sent } from './useWizard.ts'

/** The orders on their way and what became of them. Leaving the page stops nothing. */
export function SentStep({ sent, restart }: { sent: Sent; restart: () => void }) {
  const { t } = useTranslation('import')
  const sending = useSending(sent)
  const goTo = useBatchLink(sent.batchId)
  const { batch, job, running, failure } = sending
  return (
    <>
      <div className={classes.step}>
        <Title order={3} fz={16} aria-live="polite">
          {sentTitle()}
        </Title>
        <Course job={job} running={running} total={sent.total} batch={batch} />
        {batch && <Outcome batch={batch} />}
        {failure && <FailureNotice flush failure={failure} />}
        {sending.said && (
          <Text fz={13}>
            <TranslatedMessage text={sending.said} />
          </Text>
        )}
        {!sending.said && job?.message && job.state === 'failed' && (
          <Text fz={13}>
            <TranslatedMessage text={job.message} />
          </Text>
        )}
        {!running && batch && batch.queued > 0 && (
          <Text fz={13}>{t('sent.stopped', { count: batch.queued })}</Text>
        )}
        {batch && batch.failed > 0 && (
          <LedgerRows batchId={sent.batchId} state="failed" count={batch.failed}>
            <Button
              size="compact-sm"
              variant="default"
              disabled={running}
              loading={sending.retry.pending}
              onClick={() => void sending.retry.run()}
            >
              {t('sent.retry', { count: batch.failed })}
            </Button>
          </LedgerRows>
        )}
        {batch && batch.unknown > 0 && (
          <LedgerRows batchId={sent.batchId} state="unknown" count={batch.unknown}>
            <Button size="compact-sm" variant="default" onClick={() => goTo('/samples/batches')}>
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

function Outcome({ batch }: { batch: Batch }) {
  const { t } = useTranslation('import')
  return (
    <Counts
      counts={[
        { label: t('sent.created'), value: batch.created, of: batch.rows },
        { label: t('sent.failed'), value: batch.failed, kind: 'error' },
        { label: t('sent.unknown'), value: batch.unknown, kind: 'warning' },
        { label: t('sent.queued'), value: batch.queued },
        ...(batch.cancelled > 0 ? [{ label: t('sent.cancelled'), value: batch.cancelled }] : []),
      ]}
    />
  )
}

type ActionProps = { sent: Sent; sending: Sending; restart(): void }

function SentActions({ sent, sending, restart }: ActionProps) {
  const { t } = useTranslation('import')
  const [cancelling, setCancelling] = useState(false)
  const { batch, running, pause, resume } = sending
  const goTo = useBatchLink(sent.batchId)
  const queued = batch?.queued ?? 0
  return (
    <div className={classes.actions}>
      {running && (
        <Button variant="default" loading={pause.pending} onClick={() => void pause.run()}>
          {t('sent.pause')}
        </Button>
      )}
      {!running && queued > 0 && (
        <Button loading={resume.pending} onClick={() => void resume.run()}>
          {t('sent.resume')}
        </Button>
      )}
      {(running || queued > 0) && (
        <Button
          variant="default"
          color="red"
          // It comes to stand where the order was given: the second click of a double one does not mean it.
          onClick={({ detail }) => setCancelling(detail < 2)}
        >
          {t('sent.cancel')}
        </Button>
      )}
      {!running && (
        <Button variant="default" onClick={restart}>
          {t('sent.again')}
        </Button>
      )}
      <Button variant={running || queued > 0 ? 'default' : 'filled'} onClick={() => goTo('/samples')}>
        {t('sent.toSamples')}
      </Button>
      <Button variant="default" onClick={() => goTo('/samples/batches')}>
        {t('sent.toBatch')}
      </Button>
      <span className={classes.said}>{running && t('sent.leave')}</span>
      {cancelling && batch && (
        <CancelOrders batch={batch} cancel={sending.cancel} close={() => setCancelling(false)} />
      )}
    </div>
  )
}

/** Leads to what shows this batch: its samples, or its page. */
function useBatchLink(batch: string): (path: '/samples' | '/samples/batches') => void {
  const navigate = useNavigate()
  return (path) => void navigate({ to: path, search: { batch } as never })
}
