import { Box, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import shared from '../../../ui/shared.module.css'
import type { Arranging } from '../../../ui/table/columns/columnLayout.ts'
import { arrangeCopied, type ShownColumns } from '../../../ui/table/columns/copiedColumns.ts'
import { DataTable, type TableColumn, type ValueColumn } from '../../../ui/table/DataTable.tsx'
import classes from './register.module.css'
import { toCopied } from './register.ts'
import {
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
  columns: readonly (TableColumn<Sample> | ValueColumn<Sample>)[]
  arranging: Arranging
  selection: Selection
  select(selection: Selection): void
  open: string | null
  show(sampleId: string | null): void
}

/** Shows the register as a table. Enter opens a sample, Space selects it, Shift+Space selects a range. */
export function RegisterTable({ rows, columns, arranging, selection, select, open, show }: Props) {
  const { t } = useTranslation('samples')
  return (
    <DataTable
      label={t('term.samples')}
      rows={rows}
      arranging={arranging}
      rowKey={({ sampleId }) => sampleId}
      openKey={open}
      open={({ sampleId }) => show(sampleId)}
      columns={columns}
      selection={{
        isSelected: (sampleId) => isChosen(selection, sampleId),
        select: (sampleIds, selected) => select(choose(selection, sampleIds, selected)),
        clear: () => (open === null ? select(nothingChosen) : show(null)),
        allLabel: t('selectPage'),
        labelOf: ({ clientReference }) => t('select', { name: clientReference }),
      }}
    />
  )
}

type RegisterHeadProps = {
  rows: readonly Sample[]
  /** The number of samples that the query finds; null until it is known. */
  total: number | null
  /** True if the query finds all samples. */
  isAll: boolean
  question: Question
  selection: Selection
  select(selection: Selection): void
  /** The button that chooses the columns. */
  columns: ReactNode
  shown: ShownColumns | null
}

/** Shows how many samples are found and selected, with the actions for the selection. Its height is fixed. */
export function RegisterHead(props: RegisterHeadProps) {
  const { rows, total, isAll, question, selection, select, columns, shown } = props
  const { t } = useTranslation('samples')
  const count = countOf(selection)
  const tooMany = total !== null && total > mostChosen
  const copied = count > 0 ? count : rows.length
  const selectAll = () => select({ kind: 'matching', question, total: total ?? 0, except: new Set() })
  return (
    <div className={classes.head} role="group" aria-label={t('head')}>
      <Box component="output" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {total !== null && t('counted.samples', { count: total })}
      </Box>
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
      <span className={shared.gap} />
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
