import { Button } from '@mantine/core'
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../../shared/domain/samples/importing.ts'
import { useCall } from '../../../client/useCall.ts'
import { useReadOnly } from '../../../state/appStatus.tsx'
import { useDialogs } from '../../../state/dialogs.ts'
import { useStatusText } from '../../../state/statusBar.ts'
import { usePublishShownTables } from '../../../state/tables/shownTables.ts'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import shared from '../../../ui/shared.module.css'
import { numberFormatter } from '../../../ui/text/formats.ts'
import { BatchHead } from './BatchHead.tsx'
import { BatchHistoryView } from './BatchHistoryView.tsx'
import { BatchRows } from './BatchRows.tsx'
import { type CountedState, countedStates, linesOf } from './batch.ts'
import classes from './batches.module.css'
import { SettleDialog } from './SettleDialog.tsx'
import { SettleFileDialog } from './SettleFileDialog.tsx'

type Part = 'rows' | 'history'

type Props = {
  batchId: string
  state: CountedState | undefined
  part: Part
  go(to: { state?: CountedState | undefined; part?: Part }): void
  back(): void
}

const noLines: ReadonlySet<number> = new Set()

/** Shows one batch: its progress, open decisions, rows and history. */
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
  part: 'rows' | 'history'
  show(state: CountedState | undefined): void
  showHistory(): void
}

/** Filters the rows of a batch by state, with counts; one more tab for the history. */
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
    confirmSending({
      batchId,
      action: 'retryFailed',
      ...(failedLines && { rows: failedLines }),
      sent: done,
    })
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
