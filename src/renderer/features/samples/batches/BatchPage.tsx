import { Box, Button, Group, Progress } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconHelpCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../../shared/domain/samples/importing.ts'
import { allSamplesId } from '../../../../shared/domain/studies/study.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { CancelBatchDialog } from '../../../shared/batches/CancelBatch.tsx'
import { ExportButton } from '../../../shared/tables/ExportButton.tsx'
import { useReadOnly, Writable } from '../../../state/appStatus.tsx'
import { useDialogs } from '../../../state/dialogs.ts'
import { useStatusText } from '../../../state/statusBar.ts'
import { usePublishShownTables } from '../../../state/tables/shownTables.ts'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import shared from '../../../ui/shared.module.css'
import { numberFormatter, Timestamp, useDurationFormat } from '../../../ui/text/formats.tsx'
import { BatchBadge } from './BatchBadge.tsx'
import { BatchHistoryView } from './BatchHistoryView.tsx'
import { BatchRows } from './BatchRows.tsx'
import { type CountedState, countedStates, linesOf, percentOf, toSend } from './batch.ts'
import classes from './batches.module.css'
import { SettleDialog, SettleFileDialog } from './SettleDialog.tsx'

type Part = 'rows' | 'history'

type Props = {
  batchId: string
  state: CountedState | undefined
  part: Part
  go(to: { state?: CountedState | undefined; part?: Part }): void
  back(): void
}

const noLines: ReadonlySet<number> = new Set()

export function BatchPage({ batchId, state, part, go, back }: Props) {
  const { t } = useTranslation('samples')
  const readOnly = useReadOnly()
  const history = useCall('batches.history', { batchId })
  const [chosen, setChosen] = useState(noLines)
  usePublishShownTables([{ kind: 'history', batchId }])
  const batch = history.data?.batch
  useStatusText(batch ? t('counted.rows', { count: batch.rows }) : null)
  if (!history.data || !batch) {
    if (history.failure)
      return <FailureNotice failure={history.failure} retry={() => void history.refetch()} />
    return <LoadingBar visible />
  }
  const show = (next: CountedState | undefined) => {
    setChosen(noLines)
    go({ state: next })
  }
  return (
    <section className={classes.batch} aria-label={t('batch.label', { name: batch.fileName })}>
      <BatchHead batch={batch} back={back} />
      {history.failure && <FailureNotice failure={history.failure} retry={() => void history.refetch()} />}
      {batch.state !== 'running' && !readOnly && (
        <BatchTodo batch={batch} state={state} chosen={chosen} done={() => setChosen(noLines)} show={show} />
      )}
      <StateTabs
        batch={batch}
        state={state}
        part={part}
        show={show}
        showHistory={() => go({ part: 'history' })}
      />
      {part === 'rows' ? (
        <BatchRows batch={batch} state={state} chosen={chosen} choose={setChosen} />
      ) : (
        <BatchHistoryView history={history.data} />
      )}
    </section>
  )
}

type StateTabsProps = {
  batch: Batch
  state: CountedState | undefined
  part: Part
  show(state: CountedState | undefined): void
  showHistory(): void
}

function StateTabs({ batch, state, part, show, showHistory }: StateTabsProps) {
  const { t, i18n } = useTranslation('samples')
  const number = numberFormatter(i18n.language)
  const tab = (name: string, count: number, next: CountedState | undefined) => (
    <button
      key={name}
      type="button"
      className={classes.tab}
      aria-pressed={part === 'rows' && state === next}
      onClick={() => show(next)}
    >
      {name} <span>{number.format(count)}</span>
    </button>
  )
  return (
    <div className={classes.tabs} role="group" aria-label={t('batch.show')}>
      {tab(t('batch.allRows'), batch.rows, undefined)}
      {countedStates.map((one) => tab(t(`batch.rowState.${one}`), batch[one], one))}
      <span className={shared.gap} />
      <button type="button" className={classes.tab} aria-pressed={part === 'history'} onClick={showHistory}>
        {t('batch.history')}
      </button>
    </div>
  )
}

type BatchTodoProps = {
  batch: Batch
  /** The state of the shown rows; only these can be selected. */
  state: CountedState | undefined
  chosen: ReadonlySet<number>
  done(): void
  show(state: CountedState): void
}

/** Shows the decisions that a paused or finished batch needs: orders of unknown outcome, and failed rows. */
function BatchTodo({ batch, state, chosen, done, show }: BatchTodoProps) {
  const { t } = useTranslation('samples')
  const [settling, setSettling] = useState<'chosen' | 'file' | null>(null)
  const { batchId, failed, unknown, queued } = batch
  const again = batch.resumable - queued
  const lines = linesOf(chosen)
  const unknownLines = state === 'unknown' ? lines : undefined
  const failedLines = state === 'failed' ? lines : undefined
  const { confirmSending } = useDialogs()
  const retry = () =>
    confirmSending({ batchId, action: 'retryFailed', ...(failedLines && { rows: failedLines }), sent: done })
  return (
    <>
      {unknown > 0 && (
        <div className={classes.todo} data-state="unknown">
          <IconHelpCircle size={18} stroke={1.75} aria-hidden />
          <p>
            <strong>{t('batch.unknownTitle', { count: unknown })}</strong>{' '}
            {again > 0
              ? t('batch.unknownAgain', { count: again })
              : t('batch.unknownHint', { count: unknown })}
          </p>
          {state !== 'unknown' && (
            <Button size="xs" onClick={() => show('unknown')}>
              {t('batch.showThem', { count: unknown })}
            </Button>
          )}
          {unknown > 1 && !unknownLines && (
            <Button size="xs" onClick={() => setSettling('file')}>
              {t('batch.settleFile')}
            </Button>
          )}
          <Button size="xs" onClick={() => setSettling('chosen')}>
            {unknownLines
              ? t('batch.settleChosen', { count: unknownLines.length })
              : t('batch.settleAll', { count: unknown })}
          </Button>
        </div>
      )}
      {failed > 0 && (
        <div className={classes.todo} data-state="failed">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          <p>
            <strong>{t('batch.failedTitle', { count: failed })}</strong> {t('batch.failedHint')}{' '}
            {queued > 0 && t('batch.keepWaiting', { count: queued })}
          </p>
          {state !== 'failed' && (
            <Button size="xs" onClick={() => show('failed')}>
              {t('batch.showThem', { count: failed })}
            </Button>
          )}
          <Button size="xs" onClick={retry}>
            {failedLines
              ? t('batch.retryChosen', { count: failedLines.length })
              : t('batch.retryAll', { count: failed })}
          </Button>
        </div>
      )}
      {settling === 'file' && <SettleFileDialog batchId={batchId} close={() => setSettling(null)} />}
      {settling === 'chosen' && (
        <SettleDialog
          batchId={batchId}
          rows={unknownLines}
          count={unknownLines?.length ?? unknown}
          close={() => setSettling(null)}
          done={done}
        />
      )}
    </>
  )
}

function BatchHead({ batch, back }: { batch: Batch; back: () => void }) {
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
        <IconButton icon={IconArrowLeft} iconSize={18} size="md" label={t('batch.back')} onClick={back} />
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
