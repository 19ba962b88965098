import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { foundQ } from '../../../shared/domain/results/comparison.ts'
import type { ShownColumn } from '../../../shared/tables/shownComparison.ts'
import { Missing } from '../../ui/feedback/Badges.tsx'
import shared from '../../ui/shared.module.css'
import { type Arranging, type Sort, sortOf } from '../../ui/table/columns/columnLayout.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { sortRows } from '../../ui/table/sortRows.ts'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'

export const firstSort: Sort = [{ column: 'p', order: 'asc' }]

/** `keyOf`: the sort key of a row. */
export type PathwayColumn<Row> = TableColumn<Row> & { keyOf?(row: Row): number | string | null }

type Props<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly PathwayColumn<Row>[]
  arranging: Arranging
  /** The open pathway. */
  pathway: string | null
  open(pathway: string): void
}

/** Shows one row per pathway, sorted as arranged. */
export function PathwayTable<Row extends { pathway: string }>(props: Props<Row>) {
  const { label, rows, columns, arranging, pathway, open } = props
  const sorted = useMemo(() => {
    const keys = new Map(columns.map(({ id, keyOf }) => [id, keyOf]))
    const sort = sortOf(columns, arranging.layout, firstSort)
    return sortRows(rows, sort, (row, by) => keys.get(by)?.(row) ?? null)
  }, [rows, columns, arranging.layout])
  return (
    <DataTable
      label={label}
      rows={sorted}
      rowKey={(row) => row.pathway}
      openKey={pathway}
      open={(row) => open(row.pathway)}
      columns={columns}
      arranging={arranging}
    />
  )
}

export const nameColumn = <Row extends { pathway: string }>(label: string): PathwayColumn<Row> => ({
  id: 'pathway',
  label,
  width: 150,
  pinned: true,
  role: 'name',
  sorts: 'asc',
  keyOf: ({ pathway }) => pathway,
  cell: ({ pathway }) => <bdi title={pathway}>{pathway}</bdi>,
})

/** Returns a function that makes a column of rounded numbers. `whyNone`: the reason for a missing one. */
export function useNumberColumns() {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  return useCallback(
    <Row,>(
      { id, head, names, text, read }: ShownColumn<Row>,
      width: number,
      whyNone: (row: Row) => string = () => t('notGiven'),
    ): PathwayColumn<Row> => ({
      id,
      label: translate(head),
      width,
      numeric: true,
      copies: names,
      ...(read && { sorts: 'asc', keyOf: read }),
      cell(row) {
        const [shown, exact] = [text(row), read?.(row)]
        if (shown === null) return <Missing why={whyNone(row)} />
        if (id === 'q' && typeof exact === 'number' && exact < foundQ)
          return <strong title={`${t('table.q005')}; ${exact}`}>{shown}</strong>
        return <span title={exact?.toString()}>{shown}</span>
      },
    }),
    [t, translate],
  )
}

/** Dims the cells of rows whose difference lies within noise. */
export const dimNoise = <Row extends { withinNoise: boolean }, Column extends { cell(row: Row): ReactNode }>(
  columns: readonly Column[],
): Column[] =>
  columns.map((column) => ({
    ...column,
    cell: (row: Row) => (
      <span className={row.withinNoise ? shared.dimmed : undefined}>{column.cell(row)}</span>
    ),
  }))
