import { Button } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableLayout } from '../../../../shared/domain/app/appData.ts'
import type { Copied } from '../../../../shared/format/copyTable.ts'
import { useCall } from '../../../client/useCall.ts'
import { type CovariateColumns, useCovariateColumns, type ValueTable } from '../../../client/useValues.ts'
import { useCohort } from '../../../state/cohort/useCohort.ts'
import { useSearchParams } from '../../../state/searchParams.ts'
import { type TableArranging, toLayoutSearch, useTableLayout } from '../../../state/tables/useTableLayout.ts'
import { SavedViews } from '../../../state/tables/ViewsButton.tsx'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'
import { ColumnList } from '../../../ui/table/columns/ColumnChooser.tsx'
import type { Arranging, Sort } from '../../../ui/table/columns/columnLayout.ts'
import type { HeadColumn } from '../../../ui/table/columns/columnTable.ts'
import { type ArrangedColumn, ArrangedTable, type RowSelection } from '../../../ui/table/DataTable.tsx'
import { useLastKnown } from '../../../ui/useLastKnown.ts'
import { ExportButton, ResultsFrame } from './ResultsFrame.tsx'
import classes from './results.module.css'
import { covariateColumn, nameOf, readEarlier } from './tableLayout.ts'
import { sortRows, toCopied } from './tableRows.ts'
import { type ResultColumn, useCell, useResultColumns, useTableColumns } from './useTableColumns.ts'

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
  // No row moves under the pointer because what it is sorted by comes later than the table.
  const shown = useLastKnown(isSortPending ? null : latest)
  return (
    <>
      {failure && <FailureNotice failure={failure} />}
      {shown && <SortedTable {...shown} columns={columns.columns} open={open} />}
    </>
  )
}

type Shown = Props & {
  table: ValueTable
  covariates: CovariateColumns
  sort: Sort
  columns: readonly (ResultColumn & HeadColumn)[]
}

function SortedTable({ open, ...shown }: Shown) {
  const { t } = useTranslation('results')
  const { table, covariates } = shown
  const { rows, copied } = useRows(shown)
  const cell = useCell({ table, covariates })
  const columns = useMemo(
    () => shown.columns.map((column) => ({ ...column, value: (row: number) => cell(row, column.id) })),
    [shown.columns, cell],
  )
  const sampleId = useCallback((row: number) => table.samples[row]?.sampleId ?? '', [table])
  const { marked, selection } = useMarks(table)
  const [active, setActive] = useState<ActiveCell | null>(null)
  return (
    <>
      <ArrangedTable
        label={t('title')}
        cursor="cell"
        columns={columns}
        rows={rows}
        rowKey={sampleId}
        selection={selection}
        open={(row) => open(sampleId(row))}
        onActive={setActive}
      />
      <TableFoot shown={rows.length} active={active} copied={() => copied(marked)} />
    </>
  )
}

/** The table as it is arranged, and how it is copied: the marked rows, or all where none is. */
function useRows({ table, covariates, sort, columns }: Omit<Shown, 'open'>) {
  const { t } = useTranslation('results')
  const { t: shared } = useTranslation('state')
  const rows = useMemo(() => sortRows(table, covariates, sort), [table, covariates, sort])
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
  return { rows, copied }
}

/** The samples that are marked in the cohort, in this table and in charts alike. */
function useMarks({ samples }: ValueTable) {
  const { t } = useTranslation('ui')
  const { selection: cohort, change } = useCohort()
  const { selectedIds: marked } = cohort
  const selection = useMemo((): RowSelection<number> => {
    const mark = (selectedIds: ReadonlySet<string>) => change({ selectedIds }, { replace: true })
    return {
      isSelected: (sampleId) => marked.has(sampleId),
      select: (sampleIds, selected) =>
        mark(selected ? marked.union(sampleIds) : marked.difference(sampleIds)),
      clear: marked.size > 0 ? () => mark(new Set()) : null,
      allLabel: t('markAll'),
      labelOf: (row) => `${t('mark')} ${samples[row]?.clientReference ?? ''}`,
    }
  }, [samples, marked, change, t])
  return { marked, selection }
}

/** The cell of the table that the keys are at; of a header `row` is null. */
type ActiveCell = { row: number | null; column: ArrangedColumn<number> }

type TableFootProps = { shown: number; active: ActiveCell | null; copied(): Copied }

/** Below the table: what is marked, the cell that the keys are at in full, and the ways out of here. */
function TableFoot({ shown, active, copied }: TableFootProps) {
  const { t } = useTranslation('results')
  const { selectedIds: marked } = useCohort().selection
  return (
    <div className={classes.foot}>
      <span>{marked.size > 0 ? t('marked', { count: marked.size }) : t('samples', { count: shown })}</span>
      {marked.size > 0 && <WithMarked marked={marked} />}
      <output className={classes.active}>{active && sentenceOf(active)}</output>
      <CopyAs read={copied} />
      <ExportButton />
    </div>
  )
}

const sentenceOf = ({ row, column }: ActiveCell): string => {
  const value = row !== null && 'value' in column && column.value(row)
  return value ? `${column.label}: ${value.title ?? value.text}` : (column.title ?? column.label)
}

function WithMarked({ marked }: { marked: ReadonlySet<string> }) {
  const { t } = useTranslation('results')
  const { change } = useCohort()
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => change({ of: { sampleIds: [...marked] } })}>
        {t('onlyMarked')}
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        onClick={() => change({ selectedIds: new Set() }, { replace: true })}
      >
        {t('unmark')}
      </Button>
    </>
  )
}

type ColumnsMenuProps = { table: ValueTable; arranging: Arranging }

/** Which columns stand in the table; those of the register are asked for once somebody looks. */
function ColumnsMenu({ table, arranging }: ColumnsMenuProps) {
  const { t } = useTranslation('ui')
  return (
    <PopoverButton
      label={t('columns.title')}
      icon={<IconColumns size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={340}
    >
      {() => <Columns table={table} arranging={arranging} />}
    </PopoverButton>
  )
}

function Columns({ table, arranging }: ColumnsMenuProps) {
  const { of } = useCohort().selection
  const { data } = useCall('results.covariates', { of })
  const known = useMemo(() => data?.map(({ name }) => name) ?? [], [data])
  const columns = useResultColumns(table, arranging.layout, known)
  return <ColumnList columns={columns} arranging={arranging} />
}

const noEarlier = {
  covariates: undefined,
  pathways: undefined,
  pinned: undefined,
  sort: undefined,
  widths: undefined,
}

/** How the table of results is arranged. */
function useLayout(): TableArranging {
  const { search, change } = useSearchParams('/study/$studyId/_cohort/explore/table')
  const layout = useMemo(() => search.layout ?? readEarlier(search), [search])
  const write = (next: TableLayout) => change({ ...noEarlier, ...toLayoutSearch(next) }, { replace: true })
  return useTableLayout('results', { url: { layout, write } })
}
