import type { ReactNode } from 'react'
import classes from './SmallTable.module.css'

export type SmallColumn<R> = {
  head: ReactNode
  /** True for the column that names the row. */
  name?: boolean
  numeric?: boolean
  width?: string
  cell(row: R): ReactNode
  title?(row: R): string | null
}

type Props<R> = {
  label?: string
  caption?: ReactNode
  columns: readonly (SmallColumn<R> | false)[]
  rows: readonly R[]
  rowKey(row: R, index: number): string
  isMarked?(row: R): boolean
}

/** A table of a few rows, all of them shown. `DataTable` draws long tables. */
export function SmallTable<R>({ label, caption, columns, rows, rowKey, isMarked }: Props<R>) {
  const shown = columns.filter((column) => column !== false)
  const placeOf = ({ numeric }: SmallColumn<R>) => (numeric ? classes.number : undefined)
  return (
    <table className={classes.table} aria-label={label}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {shown.map((column, at) => (
            <th key={`${at}`} scope="col" className={placeOf(column)} style={{ width: column.width }}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} data-marked={isMarked?.(row) || undefined}>
            {shown.map((column, at) => {
              const Cell = column.name ? 'th' : 'td'
              return (
                <Cell
                  key={`${at}`}
                  scope={column.name ? 'row' : undefined}
                  className={placeOf(column)}
                  title={column.title?.(row) ?? undefined}
                >
                  {column.cell(row)}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
