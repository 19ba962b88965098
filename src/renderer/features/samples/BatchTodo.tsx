import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/importing.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { type CountedState, linesOf } from './batch.ts'
import classes from './batches.module.css'
import { SettleDialog } from './SettleDialog.tsx'

type Props = {
  batch: Batch
  /** The rows that are shown; lines are chosen among those. */
  state: CountedState | undefined
  chosen: ReadonlySet<number>
  done(): void
  show(state: CountedState): void
}

/** What a person has to decide of a batch that rests: orders of unknown outcome, and rows that the service refused. */
export function BatchTodo({ batch, state, chosen, done, show }: Props) {
  const { t } = useTranslation('samples')
  const [settling, setSettling] = useState(false)
  const { batchId, failed, unknown, queued } = batch
  const again = batch.resumable - queued
  const lines = linesOf(chosen)
  const unknownLines = state === 'unknown' ? lines : undefined
  const failedLines = state === 'failed' ? lines : undefined
  const retry = useAction(async () => {
    const given = failedLines ? { rows: failedLines } : {}
    const { rows, skipped } = await call('batches.retryFailed', { batchId, ...given })
    const said = [t('batch.retrying', { count: rows })]
    if (skipped.length > 0)
      said.push(t('batch.skipped', { count: skipped.length, lines: skipped.join(', ') }))
    notifications.show({ message: said.join(' ') })
    done()
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
            <Button size="xs" variant="default" onClick={() => show('unknown')}>
              {t('batch.showThem', { count: unknown })}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => setSettling(true)}>
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
            <Button size="xs" variant="default" onClick={() => show('failed')}>
              {t('batch.showThem', { count: failed })}
            </Button>
          )}
          <Button size="xs" variant="default" loading={retry.pending} onClick={() => void retry.run()}>
            {failedLines
              ? t('batch.retryChosen', { count: failedLines.length })
              : t('batch.retryAll', { count: failed })}
          </Button>
        </div>
      )}
      {retry.failure && <FailureNotice failure={retry.failure} />}
      {settling && (
        <SettleDialog
          batchId={batchId}
          rows={unknownLines}
          count={unknownLines?.length ?? unknown}
          close={() => setSettling(false)}
          done={done}
        />
      )}
    </>
  )
}
