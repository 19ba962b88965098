import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { usePublishShownTables } from '../../state/shownTables.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { useReadOnly } from '../../state/useReadOnly.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { BatchHead } from './BatchHead.tsx'
import { BatchHistoryView } from './BatchHistoryView.tsx'
import { BatchRows } from './BatchRows.tsx'
import { BatchTodo } from './BatchTodo.tsx'
import type { CountedState } from './batch.ts'
import classes from './batches.module.css'
import { StateTabs } from './StateTabs.tsx'

type Part = 'rows' | 'history'

type Props = {
  batchId: string
  state: CountedState | undefined
  part: Part
  go(to: { state?: CountedState | undefined; part?: Part }): void
  back(): void
}

const noLines: ReadonlySet<number> = new Set()

/** One batch: how far it is, what is left to decide, each of its rows, and where it came from. */
export function BatchPage({ batchId, state, part, go, back }: Props) {
  const { t } = useTranslation('samples')
  const readOnly = useReadOnly()
  const history = useCall('batches.history', { batchId })
  const [chosen, setChosen] = useState(noLines)
  usePublishShownTables([{ kind: 'history', batchId }])
  const batch = history.data?.batch
  useStatusText(batch ? t('batch.rows', { count: batch.rows }) : null)
  if (!history.data || !batch) {
    if (history.failure)
      return <FailureNotice failure={history.failure} retry={() => void history.refetch()} />
    return <LoadingBar visible />
  }
  const show = (wanted: CountedState | undefined) => {
    setChosen(noLines)
    go({ state: wanted })
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
