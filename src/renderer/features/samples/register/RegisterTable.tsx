import { Button, Checkbox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { Writable } from '../../../state/appStatus.tsx'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import type { Arranging } from '../../../ui/table/columns/columnLayout.ts'
import { arrangeCopied, type ShownColumns } from '../../../ui/table/columns/copiedColumns.ts'
import { type TableColumn, VirtualTable } from '../../../ui/table/VirtualTable.tsx'
import classes from './register.module.css'
import { toCopied } from './register.ts'
import {
  between,
  choose,
  countOf,
  isChosen,
  mostChosen,
  mostCopied,
  nothingChosen,
  type Selection,
  samplesOf,
} from './selection.ts'
import type { Question } from './view.ts'

type Props = {
  rows: Sample[]
  columns: readonly TableColumn<Sample>[]
  arranging: Arranging
  selection: Selection
  select(selection: Selection): void
  open: string | null
  show(sampleId: string | null): void
}

/** The register as a table. Enter opens a sample, Space ticks it, Shift with Space ticks up to here. */
export function RegisterTable({ rows, columns, arranging, selection, select, open, show }: Props) {
  const { t } = useTranslation('samples')
  const last = useRef<string | null>(null)
  const toggle = ({ sampleId }: Sample, through: boolean) => {
    const range = between(rows, through ? last.current : sampleId, sampleId)
    select(choose(selection, range, !isChosen(selection, sampleId)))
    last.current = sampleId
  }
  const press = (event: KeyboardEvent, active: Sample | undefined) => {
    const all = event.key === 'a' && (event.ctrlKey || event.metaKey)
    if (event.key === ' ' && active) toggle(active, event.shiftKey)
    else if (all) select(choose(selection, rows, true))
    else if (event.key === 'Escape' && open !== null) show(null)
    else if (event.key === 'Escape') select(nothingChosen)
    else return
    event.preventDefault()
  }
  const chosen = rows.filter(({ sampleId }) => isChosen(selection, sampleId)).length
  const all = rows.length > 0 && chosen === rows.length
  return (
    <VirtualTable
      label={t('title')}
      rows={rows}
      arranging={arranging}
      rowKey={({ sampleId }) => sampleId}
      selectedKey={open}
      onRowClick={({ sampleId }) => show(sampleId)}
      onKey={press}
      columns={[
        {
          id: 'tick',
          role: 'mark',
          label: t('selectPage'),
          width: 36,
          header: (
            <Checkbox
              size="xs"
              aria-label={t('selectPage')}
              checked={all}
              indeterminate={!all && chosen > 0}
              onChange={() => select(choose(selection, rows, !all))}
            />
          ),
          cell: (sample) => (
            <Checkbox
              size="xs"
              tabIndex={-1}
              aria-label={t('select', { name: sample.clientReference })}
              checked={isChosen(selection, sample.sampleId)}
              onChange={(event) => toggle(sample, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          ),
        },
        ...columns,
      ]}
    />
  )
}

type RegisterHeadProps = {
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
export function RegisterHead(props: RegisterHeadProps) {
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
