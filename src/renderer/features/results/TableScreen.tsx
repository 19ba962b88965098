import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCovariateColumns, type ValueTable } from '../../client/useValues.ts'
import { SavedViews } from '../../state/SavedViews.tsx'
import { useCohort } from '../../state/useCohort.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import type { GridColumn } from '../../ui/gridColumns.ts'
import { ValueGrid } from '../../ui/ValueGrid.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { ExportButton, ResultsFrame } from './ResultsFrame.tsx'
import classes from './results.module.css'
import { sortRows, toCopied } from './tableRows.ts'
import { useLayout } from './useLayout.ts'
import { useTableColumns } from './useTableColumns.ts'

/** Samples × pathways as numbers: sorted, marked and copied here; a sample's name opens its page. */
export function TableScreen({ open }: { open(sampleId: string): void }) {
  return (
    <ResultsFrame
      tools={(table) => (
        <>
          <ColumnsMenu table={table} />
          <SavedViews />
        </>
      )}
    >
      {(table) => <Table table={table} open={open} />}
    </ResultsFrame>
  )
}

function Table({ table, open }: { table: ValueTable; open(sampleId: string): void }) {
  const { t } = useTranslation('results')
  const { selection, change } = useCohort()
  const { layout } = useLayout()
  const covariates = useCovariateColumns(table, layout.covariates)
  const rows = useMemo(
    () => sortRows(table, covariates.columns, layout.sort),
    [table, covariates.columns, layout.sort],
  )
  const rowKeys = useMemo(() => rows.map((row) => table.samples[row]?.sampleId ?? ''), [rows, table])
  const { columns, cell } = useTableColumns({ table, covariates: covariates.columns, rows })
  const [active, setActive] = useState<{ row: number; column: GridColumn } | null>(null)
  const { marked } = selection
  const mark = (keys: readonly string[], wanted: boolean) => {
    const next = new Set(marked)
    for (const key of keys)
      if (wanted) next.add(key)
      else next.delete(key)
    change({ marked: next }, { replace: true })
  }
  const shownMarked = rows.filter((row) => marked.has(table.samples[row]?.sampleId ?? ''))
  const copied = () =>
    toCopied(
      {
        table,
        covariates: covariates.columns,
        layout,
        rows: shownMarked.length > 0 ? shownMarked : rows,
      },
      {
        sample: t('sample'),
        sampleId: t('sampleId'),
        value: `${t(`measures.${table.measure}`)}, ${t(`values.${table.view}`)}`,
      },
    )
  const activeCell = active && active.row >= 0 ? cell(active.row, active.column) : null
  return (
    <>
      {covariates.failure && <FailureNotice failure={covariates.failure} />}
      <ValueGrid
        label={t('title')}
        columns={columns}
        rowKeys={rowKeys}
        cell={cell}
        marked={marked}
        mark={mark}
        open={(row) => open(rowKeys[row] ?? '')}
        onActive={setActive}
      />
      <div className={classes.foot}>
        <span>
          {marked.size > 0 ? t('marked', { count: marked.size }) : t('samples', { count: rows.length })}
        </span>
        {marked.size > 0 && (
          <>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => change({ of: { sampleIds: [...marked] } })}
            >
              {t('onlyMarked')}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => change({ marked: new Set() }, { replace: true })}
            >
              {t('unmark')}
            </Button>
          </>
        )}
        <output className={classes.active}>
          {active &&
            (activeCell
              ? `${active.column.label}: ${activeCell.title ?? activeCell.text}`
              : active.column.title)}
        </output>
        <CopyAs read={copied} />
        <ExportButton />
      </div>
    </>
  )
}
