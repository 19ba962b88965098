import { IconColumns } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stylesOfField } from '../../../../figures/style/groupStyles.ts'
import type { TableLayout } from '../../../../shared/domain/app/appData.ts'
import { useCall } from '../../../client/call.ts'
import {
  type CovariateColumns,
  useCovariateColumns,
  useValues,
  type ValueTable,
} from '../../../client/useValues.ts'
import { SavedViews } from '../../../shared/tables/ViewsButton.tsx'
import { UnknownChoice } from '../../../state/cohort/CohortRoute.tsx'
import { useCohort } from '../../../state/cohort/cohort.ts'
import { useValueTitle } from '../../../state/cohort/titles.ts'
import { useStudyDesign } from '../../../state/cohort/useStudyDesign.ts'
import { useSearchParams } from '../../../state/searchParams.ts'
import { useStatusText } from '../../../state/statusBar.ts'
import { type TableArranging, toLayoutSearch, useTableLayout } from '../../../state/tables/useTableLayout.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'
import { ColumnList } from '../../../ui/table/columns/ColumnChooser.tsx'
import type { Arranging, Sort } from '../../../ui/table/columns/columnLayout.ts'
import type { HeadColumn } from '../../../ui/table/columns/columnTable.ts'
import { type ArrangedColumn, ArrangedTable, type RowSelection } from '../../../ui/table/DataTable.tsx'
import { useLastKnown } from '../../../ui/useLastKnown.ts'
import { ExploreFrame, NoneChosen, ViewProvenance } from '../ExploreFrame.tsx'
import classes from '../results.module.css'
import { covariateColumn, earlierParams, nameOf, readEarlier, shownPathways } from './tableLayout.ts'
import { type ShownGroups, sortRows, toCopied } from './tableRows.ts'
import { type ResultColumn, useCell, useResultColumns, useTableColumns } from './useTableColumns.ts'

/** Loaded on demand, because the charts of a sample are larger than the whole table. */
const SamplePage = lazy(async () => ({ default: (await import('../sample/SamplePage.tsx')).SamplePage }))

/** Shows the table, or the page of a sample if the address names one. */
export function TableScreen() {
  const { search, change } = useSearchParams('/study/$studyId/_cohort/explore/table')
  const { sample } = search
  const show = (sampleId: string | undefined) => change({ sample: sampleId })
  return sample === undefined ? (
    <Results open={show} />
  ) : (
    <Suspense>
      <SamplePage key={sample} sampleId={sample} show={show} close={() => show(undefined)} />
    </Suspense>
  )
}

type Props = { open(sampleId: string): void }

/** Shows samples × pathways as numbers, with sorting, selecting and copying. A sample's name opens its page. */
function Results({ open }: Props) {
  const { t } = useTranslation('explore')
  const arranging = useLayout()
  const { selection, isWholeStudy } = useCohort()
  const { of, measure, view } = selection
  const answer = useValues({ measure, of, view })
  // Deferred even for cached values: drawing so many cells in one go would block the window.
  const table = useDeferredValue(answer.data ?? null, null)
  const { layout } = arranging
  const pathways = useMemo(() => shownPathways(table?.pathways ?? [], layout), [table, layout])
  const isEmpty = table?.totalSamples === 0
  useStatusText(table && !isEmpty ? t('counted.samples', { count: table.totalSamples }) : null, {
    selected: selection.selectedIds.size,
  })
  return (
    <ExploreFrame
      current="table"
      needs={{ measure: true, values: true }}
      pathways={pathways}
      isNothingYet={isEmpty && isWholeStudy}
      tools={
        <>
          {table && !isEmpty && <ColumnsMenu table={table} arranging={arranging} />}
          <SavedViews layout={layout} />
        </>
      }
    >
      <LoadingBar visible={answer.loading} />
      {answer.failure && <FailureNotice failure={answer.failure} retry={() => void answer.refetch()} />}
      {answer.failure?.code === 'notFound' && <UnknownChoice />}
      {isEmpty && <NoneChosen withoutResult={table.withoutResult} />}
      {table && !isEmpty && answer.failure?.code !== 'notFound' && (
        <>
          {arranging.isKnown && <Table table={table} arranging={arranging} open={open} />}
          <Provenance table={table} />
        </>
      )}
    </ExploreFrame>
  )
}

type TableProps = Props & { table: ValueTable; arranging: Arranging }

function Table({ table, arranging, open }: TableProps) {
  const columns = useTableColumns(table, arranging)
  const { columns: covariates, isPending, failure } = useCovariateColumns(table, columns.covariates)
  const isSortPending =
    isPending && columns.sort.some(({ column }) => column === covariateColumn(nameOf(column)))
  const { sort } = columns
  const groups = useShownGroups()
  const latest = useMemo(() => ({ table, covariates, sort, groups }), [table, covariates, sort, groups])
  // If the sort column loads later than the table, the rows wait for it, so that none moves under the pointer.
  const known = useLastKnown(isSortPending ? null : latest)
  // The header responds to a click before ten thousand rows are sorted and drawn.
  const shown = useDeferredValue(known)
  return (
    <>
      {failure && <FailureNotice failure={failure} />}
      {shown && <SortedTable {...shown} columns={columns.columns} open={open} />}
    </>
  )
}

function useShownGroups(): ShownGroups | null {
  const { design, covariates } = useStudyDesign()
  return useMemo(() => {
    const field = design?.groupBy ?? null
    return design && field !== null ? { field, styles: stylesOfField(field, design, covariates) } : null
  }, [design, covariates])
}

type Shown = Props & {
  table: ValueTable
  groups: ShownGroups | null
  covariates: CovariateColumns
  sort: Sort
  columns: readonly (ResultColumn & HeadColumn)[]
}

function SortedTable({ open, table, covariates, sort, groups, columns: shownColumns }: Shown) {
  const { t } = useTranslation(['explore', 'state'])
  const rows = useMemo(() => sortRows(table, covariates, sort, groups), [table, covariates, sort, groups])
  const cell = useCell({ table, covariates, groups })
  const columns = useMemo(
    () => shownColumns.map((column) => ({ ...column, value: cell })),
    [shownColumns, cell],
  )
  const sampleId = useCallback((row: number) => table.samples[row]?.sampleId ?? '', [table])
  const { marked, selection } = useMarks(table)
  const [active, setActive] = useState<ActiveCell | null>(null)
  /** Copies the selected rows, or all if none is selected. */
  const copied = () => {
    const ofMarked = rows.filter((row) => marked.has(sampleId(row)))
    const value = `${t(`measures.${table.measure}`)}, ${t(`values.${table.view}`, { ns: 'state' })}`
    return toCopied(
      {
        table,
        covariates,
        columns: columns.map(({ id }) => id),
        rows: ofMarked.length > 0 ? ofMarked : rows,
      },
      { sample: t('term.sample'), sampleId: t('sampleId'), value },
    )
  }
  return (
    <>
      <ArrangedTable
        label={t('term.results')}
        cursor="cell"
        columns={columns}
        rows={rows}
        rowKey={sampleId}
        selection={selection}
        open={(row) => open(sampleId(row))}
        onActive={setActive}
      />
      <div className={classes.foot}>
        <span>{t('counted.samples', { count: rows.length })}</span>
        <output className={classes.active}>{active && sentenceOf(active)}</output>
        <CopyAs read={copied} />
      </div>
    </>
  )
}

function useMarks({ samples }: ValueTable) {
  const { t } = useTranslation('ui')
  const { selection: cohort, change } = useCohort()
  const { selectedIds: marked } = cohort
  const selection = useMemo((): RowSelection<number> => {
    const mark = (selectedIds: ReadonlySet<string>, last?: string) =>
      change(
        { selectedIds, ...(last !== undefined && { inspected: { kind: 'sample', id: last } }) },
        { replace: true },
      )
    return {
      isSelected: (sampleId) => marked.has(sampleId),
      select: (sampleIds, selected) =>
        selected
          ? mark(marked.union(sampleIds), sampleIds.size === 1 ? [...sampleIds][0] : undefined)
          : mark(marked.difference(sampleIds)),
      clear: marked.size > 0 ? () => mark(new Set()) : null,
      allLabel: t('markAll'),
      labelOf: (row) => `${t('mark')} ${samples[row]?.clientReference ?? ''}`,
    }
  }, [samples, marked, change, t])
  return { marked, selection }
}

/** The active cell; `row` is null for a header. */
type ActiveCell = { row: number | null; column: ArrangedColumn<number> }

function sentenceOf({ row, column }: ActiveCell): string {
  const value = row !== null && 'value' in column && column.value(row, column.id)
  return value ? `${column.label}: ${value.title ?? value.text}` : (column.title ?? column.label)
}

function Provenance({ table }: { table: ValueTable }) {
  const { t } = useTranslation('explore')
  const title = useValueTitle(table.measure, table.view)
  const off = table.reference.filter(({ why }) => why !== null)
  const several = table.joined.reduce((sum, { samplesWithSeveral }) => sum + samplesWithSeveral, 0)
  return (
    <ViewProvenance of={table}>
      <span>
        {t('counted.samples', { count: table.totalSamples })} ·{' '}
        {t('pathways', { count: table.pathways.length })}
      </span>
      <span>{title}</span>
      {table.withoutResult > 0 && <span>{t('withoutResult', { count: table.withoutResult })}</span>}
      {off.length > 0 && <strong>{t('off', { count: off.length, total: table.reference.length })}</strong>}
      {several > 0 && <span>{t('severalNames', { count: several })}</span>}
    </ViewProvenance>
  )
}

type ColumnsMenuProps = { table: ValueTable; arranging: Arranging }

/** Chooses the columns of the table. The covariates are requested when the menu opens. */
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

/** Removes the parameters of earlier addresses. */
const noEarlier = Object.fromEntries(earlierParams.map((name) => [name, undefined]))

function useLayout(): TableArranging {
  const { search, change } = useSearchParams('/study/$studyId/_cohort/explore/table')
  const layout = useMemo(() => search.layout ?? readEarlier(search), [search])
  const write = (next: TableLayout) => change({ ...noEarlier, ...toLayoutSearch(next) }, { replace: true })
  return useTableLayout('results', { url: { layout, write } })
}
