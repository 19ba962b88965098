import { useTranslation } from 'react-i18next'
import type { Batch } from '../../../shared/domain/importing.ts'
import { numberFormatter } from '../../ui/formats.ts'
import { type CountedState, countedStates } from './batch.ts'
import classes from './batches.module.css'

type Props = {
  batch: Batch
  state: CountedState | undefined
  part: 'rows' | 'history'
  show(state: CountedState | undefined): void
  showHistory(): void
}

/** The rows of a batch by their state, with how many there are; its history beside them. */
export function StateTabs({ batch, state, part, show, showHistory }: Props) {
  const { t, i18n } = useTranslation('samples')
  const number = numberFormatter(i18n.language)
  const tab = (name: string, count: number, wanted: CountedState | undefined) => (
    <button
      key={name}
      type="button"
      className={classes.tab}
      aria-pressed={part === 'rows' && state === wanted}
      onClick={() => show(wanted)}
    >
      {name} <span>{number.format(count)}</span>
    </button>
  )
  return (
    <div className={classes.tabs} role="group" aria-label={t('batch.show')}>
      {tab(t('batch.allRows'), batch.rows, undefined)}
      {countedStates.map((one) => tab(t(`batch.rowState.${one}`), batch[one], one))}
      <span className={classes.gap} />
      <button type="button" className={classes.tab} aria-pressed={part === 'history'} onClick={showHistory}>
        {t('batch.history')}
      </button>
    </div>
  )
}
