import type { ReactNode } from 'react'
import { ColumnEdge, ColumnName } from './ColumnHead.tsx'
import { useDrop } from './columnDrag.ts'
import { cellStyle } from './tableWidths.ts'
import classes from './ui.module.css'
import type { HeadColumn } from './useArrangedColumns.ts'
import { cellClass } from './VirtualRow.tsx'

type Head = HeadColumn & { header?: ReactNode; title?: string }

type Props = {
  id: string
  columns: readonly Head[]
  active: number | null
  dragWidth(columnId: string, width: number): void
}

/** The names of the columns, which sort, can be dragged, and whose edges can be pulled. */
export function TableHead({ id, columns, active, dragWidth }: Props) {
  return (
    <div className={classes.head} role="row" aria-rowindex={1}>
      {columns.map((column, index) => (
        <Cell
          key={column.id}
          id={`${id}-head-${index}`}
          column={column}
          index={index}
          active={index === active}
          dragWidth={dragWidth}
        />
      ))}
    </div>
  )
}

type CellProps = { id: string; column: Head; index: number; active: boolean } & Pick<Props, 'dragWidth'>

function Cell({ id, column, index, active, dragWidth }: CellProps) {
  const { sorted, header, label, title, role } = column
  const drop = useDrop(column.onDropped)
  return (
    <div
      id={id}
      className={cellClass(column)}
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      data-active={active || undefined}
      // A narrow column cuts its name off.
      title={title ?? (role === 'mark' ? undefined : label)}
      style={cellStyle(index, column)}
      {...drop}
    >
      {role === 'mark' ? header : <ColumnName column={column} header={header} />}
      {column.onResize && <ColumnEdge column={column} dragWidth={dragWidth} />}
    </div>
  )
}
