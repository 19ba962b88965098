import type { TableColumn } from '../../ui/table/DataTable.tsx'
import { Timestamp, timestampWidth } from '../../ui/text/formats.tsx'

type More<Row> = Partial<Pick<TableColumn<Row>, 'copies' | 'role' | 'sorts' | 'width'>>

/** Returns a table column of times, which shows a dash for a missing one. */
export const timeColumn = <Row,>(
  id: string,
  label: string,
  timeOf: (row: Row) => string | null,
  more: More<Row> = {},
): TableColumn<Row> => ({
  id,
  width: timestampWidth,
  label,
  cell: (row) => {
    const at = timeOf(row)
    return at === null ? '–' : <Timestamp at={at} />
  },
  ...more,
})
