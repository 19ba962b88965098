import { useMemo } from 'react'
import { foundQ } from '../../../shared/domain/results/comparison.ts'
import { Missing } from '../../ui/feedback/Badges.tsx'
import { type Arranging, type Sort, sortOf } from '../../ui/table/columns/columnLayout.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { sortRows } from '../../ui/table/sortRows.ts'

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

/** `none`: the reason for a missing value. `below`: the title of a q below 0.05, which is bold. */
type ValueProps = { value: number | null; text: string | null; none: string; below?: string | undefined }

/** Shows a rounded number with the exact one as its title. */
export function Value({ value, text, none, below }: ValueProps) {
  if (value === null || text === null) return <Missing why={none} />
  if (below !== undefined && value < foundQ) return <strong title={`${below}; ${value}`}>{text}</strong>
  return <span title={String(value)}>{text}</span>
}
