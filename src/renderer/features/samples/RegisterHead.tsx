import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../shared/domain/sample.ts'
import { Writable } from '../../state/Writable.tsx'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { arrangeCopied, type ShownColumns } from '../../ui/copiedColumns.ts'
import classes from './register.module.css'
import { countOf, mostChosen, mostCopied, nothingChosen, type Selection, samplesOf } from './selection.ts'
import { toCopied } from './toCopied.ts'
import type { Question } from './view.ts'

type Props = {
  rows: readonly Sample[]
  /** How many samples the question finds; null until it is known. */
  total: number | null
  /** It finds all there are. */
  isAll: boolean
  question: Question
  selection: Selection
  select(selection: Selection): void
  annotate(): void
  /** The button that chooses the columns. */
  columns: ReactNode
  shown: ShownColumns | null
}

/** How many samples are found and chosen, and what can be done with those that are chosen; it always keeps its place. */
export function RegisterHead(props: Props) {
  const { rows, total, isAll, question, selection, select, annotate, columns, shown } = props
  const { t } = useTranslation('samples')
  const count = countOf(selection)
  const tooMany = total !== null && total > mostChosen
  const copied = count > 0 ? count : rows.length
  const selectAll = () => select({ kind: 'matching', question, total: total ?? 0, except: new Set() })
  return (
    <div className={classes.head} role="group" aria-label={t('head')}>
      <output className={classes.count}>
        {count > 0 ? t('selected', { count }) : total !== null && t('total', { count: total })}
      </output>
      {count > 0 ? (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => select(nothingChosen)}>
          {t('clearSelection')}
        </Button>
      ) : null}
      {total !== null && total > rows.length && count < total && (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={tooMany}
          title={tooMany ? t('tooManyToSelect', { most: mostChosen }) : undefined}
          onClick={selectAll}
        >
          {t(isAll ? 'selectAll' : 'selectMatching', { count: total })}
        </Button>
      )}
      <span className={classes.gap} />
      <Writable>
        <Button
          size="compact-sm"
          variant="default"
          disabled={count === 0}
          title={count === 0 ? t('annotateMany.none') : undefined}
          onClick={annotate}
        >
          {t('annotateMany.open')}
        </Button>
      </Writable>
      {columns}
      {copied > mostCopied ? (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled
          title={t('tooManyToCopy', { most: mostCopied })}
        >
          {t('copyTooMany')}
        </Button>
      ) : (
        <CopyAs
          read={async () =>
            arrangeCopied(toCopied(count > 0 ? await samplesOf(selection, rows) : rows), shown)
          }
        />
      )}
    </div>
  )
}
