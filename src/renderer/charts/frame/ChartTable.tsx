import { Box, ScrollArea, Table } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { columnFormat, columnFormatP, formatCount, formatValue } from '../../../shared/format/numbers.ts'
import type { DataTable } from '../../../shared/tables/copyTable.ts'
import shared from '../../ui/shared.module.css'
import classes from './Chart.module.css'

const maxRows = 100
/** More columns would be slow to render and unreadable. */
const maxColumns = 60

/** The numbers of a chart as a table, for users who cannot or do not want to read the picture. */
export function ChartTable({ table, caption }: { table: DataTable; caption: string }) {
  const { t } = useTranslation('charts')
  const rows = table.rows.slice(0, maxRows).map((row) => row.slice(0, maxColumns))
  const columns = table.columns.slice(0, maxColumns)
  const formats = useMemo(() => columnFormats(table), [table])
  return (
    <ScrollArea.Autosize
      mah={480}
      className={shared.frame}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': caption }}
    >
      <Table stickyHeader verticalSpacing={4} horizontalSpacing="sm" fz="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map((name, column) => (
              // A pathway may have the same name as another column.
              <Table.Th key={`${column} ${name}`} scope="col" ta={formats[column] ? 'right' : 'left'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            // Rows have no ids and keep their positions within one table.
            <Table.Tr key={`${index}`}>
              {row.map((value, column) => (
                <Cell
                  key={`${column} ${columns[column] ?? ''}`}
                  value={value}
                  format={formats[column] ?? formatValue}
                  missing={t('missing')}
                />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {table.rows.length > maxRows && (
        <Box component="p" py="xs" px="sm" fz="xs" c="dimmed">
          {t('firstRows', { shown: maxRows, total: table.rows.length })}
        </Box>
      )}
      {table.columns.length > maxColumns && (
        <Box component="p" py="xs" px="sm" fz="xs" c="dimmed">
          {t('firstColumns', { shown: maxColumns, total: table.columns.length })}
        </Box>
      )}
    </ScrollArea.Autosize>
  )
}

type Format = (value: number) => string

/** Returns the number format of each shown column; null for a column of text. */
function columnFormats({ columns, rows, chances = [] }: DataTable): (Format | null)[] {
  return columns.slice(0, maxColumns).map((_, column) => {
    const numbers = rows.map((row) => row[column]).filter((value) => typeof value === 'number')
    if (numbers.length === 0) return null
    if (chances.includes(column)) return columnFormatP(numbers)
    return numbers.every(Number.isSafeInteger) ? formatCount : columnFormat(numbers)
  })
}

type CellProps = { value: string | number | null; format: Format; missing: string }

function Cell({ value, format, missing }: CellProps) {
  if (value === null)
    return (
      <Table.Td className={classes.number} title={missing}>
        –
      </Table.Td>
    )
  if (typeof value === 'string') return <Table.Td>{value}</Table.Td>
  return (
    <Table.Td className={classes.number} title={String(value)}>
      {format(value)}
    </Table.Td>
  )
}
