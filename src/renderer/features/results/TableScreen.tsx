import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CovariateColumns, useCovariateColumns, type ValueTable } from '../../client/useValues.ts'
import { SavedViews } from '../../state/SavedViews.tsx'
import { useCohort } from '../../state/useCohort.ts'
import type { Sort } from '../../ui/columnLayout.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import type { GridColumn } from '../../ui/gridColumns.ts'
import type { Arranging } from '../../ui/useArrangedColumns.ts'
import { ValueGrid } from '../../ui/ValueGrid.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { ResultsFrame } from './ResultsFrame.tsx'
import { TableFoot } from './TableFoot.tsx'
import { covariateColumn, nameOf } from './tableLayout.ts'
import { sortRows, toCopied } from './tableRows.ts'
import { useLayout } from './useLayout.ts'
import { useCell, useTableColumns } from './useTableColumns.ts'

type Props = { open(sampleId: string): void }

/** Samples × pathways as numbers: sorted, marked and copied here; a sample's name opens its page. */
export function TableScreen({ open }: Props) {
  const arranging = useLayout()
  return (
    <ResultsFrame
      layout={arranging.layout}
      tools={(table) => (
        <>
          <ColumnsMenu table={table} arranging={arranging} />
          <SavedViews layout={arranging.layout} />
        </>
      )}
    >
      {(table) => arranging.isKnown && <Table table={table} arranging={arranging} open={open} />}
    </ResultsFrame>
  )
}

type TableProps = Props & { table: ValueTable; arranging: Arranging }

function Table({ table, arranging, open }: TableProps) {
  const columns = useTableColumns(table, arranging)
  const { columns: covariates, isPending, failure } = useCovariateColumns(table, columns.covariates)
  const isSortPending =
    isPending && columns.sort.some(({ column }) => column === covariateColumn(nameOf(column)))
  const { sort } = columns
  const latest = useMemo(() => ({ table, covariates, sort }), [table, covariates, sort])
  const shown = useHeldBack(latest, isSortPending)
  return (
    <>
      {failure && <FailureNotice failure={failure} />}
      {shown && <SortedTable {...shown} columns={columns.columns} open={open} />}
    </>
  )
}

/**
 * `value`, and while `isHeld` the last one that was not; null before there was one. So no row moves under the pointer
 * because what it is sorted by comes later than the table.
 */
function useHeldBack<T extends object>(value: T, isHeld: boolean): T | null {
  const [last, setLast] = useState<T | null>(null)
  if (!isHeld && last !== value) setLast(value)
  return isHeld ? last : value
}

type Shown = Props & {
  table: ValueTable
  covariates: CovariateColumns
  sort: Sort
  columns: readonly GridColumn[]
}

function SortedTable({ open, ...shown }: Shown) {
  const { t } = useTranslation('results')
  const { columns } = shown
  const { rows, rowKeys, cell, copied } = useRows(shown)
  const { marked, mark } = useMarks()
  const [active, setActive] = useState<{ row: number; column: GridColumn } | null>(null)
  const activeCell = active && {
    column: active.column,
    cell: active.row >= 0 ? cell(active.row, active.column) : null,
  }
  return (
    <>
      <ValueGrid
        label={t('title')}
        columns={columns}
        rowKeys={rowKeys}
        cell={cell}
        selectedKeys={marked}
        setSelected={mark}
        open={(row) => open(rowKeys[row] ?? '')}
        onActive={setActive}
      />
      <TableFoot shown={rows.length} active={activeCell} copied={() => copied(marked)} />
    </>
  )
}

/** The table as it is arranged, and how it is copied: the marked rows, or all where none is. */
function useRows({ table, covariates, sort, columns }: Omit<Shown, 'open'>) {
  const { t } = useTranslation('results')
  const { t: shared } = useTranslation('state')
  const rows = useMemo(() => sortRows(table, covariates, sort), [table, covariates, sort])
  const rowKeys = useMemo(() => rows.map((row) => table.samples[row]?.sampleId ?? ''), [rows, table])
  const copied = (marked: ReadonlySet<string>) => {
    const ofMarked = rows.filter((row) => marked.has(table.samples[row]?.sampleId ?? ''))
    return toCopied(
      {
        table,
        covariates,
        columns: columns.map(({ id }) => id),
        rows: ofMarked.length > 0 ? ofMarked : rows,
      },
      {
        sample: t('sample'),
        sampleId: t('sampleId'),
        value: `${t(`measures.${table.measure}`)}, ${shared(`values.${table.view}`)}`,
      },
    )
  }
  return { rows, rowKeys, copied, cell: useCell({ table, covariates, rows }) }
}

function useMarks() {
  const { selection, change } = useCohort()
  const { selectedIds: marked } = selection
  const mark = (keys: readonly string[], wanted: boolean) => {
    const next = new Set(marked)
    for (const key of keys)
      if (wanted) next.add(key)
      else next.delete(key)
    change({ selectedIds: next }, { replace: true })
  }
  return { marked, mark }
}
