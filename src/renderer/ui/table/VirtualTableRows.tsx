import { type CSSProperties, memo, type ReactNode } from 'react'
import classes from '../ui.module.css'
import { ColumnEdge, ColumnName, useDrop } from './ColumnHead.tsx'
import type { HeadColumn } from './columns/columnTable.ts'

/** Cells know their width and place by the names of properties of the table, so that these change without them. */
export const widthName = (index: number): string => `--width-${index}`
const leftName = (index: number): string => `--left-${index}`

/** How wide each column is, and how far from the left those stay that are pinned; in pixels. */
export function tableWidths(columns: readonly HeadColumn[]): CSSProperties {
  const properties: Record<string, string> = {}
  let left = 0
  for (const [index, { width, pinned }] of columns.entries()) {
    properties[widthName(index)] = `${width}px`
    if (pinned) properties[leftName(index)] = `${left}px`
    left += width
  }
  return properties
}

const cellStyle = (index: number, { pinned }: HeadColumn): CSSProperties => ({
  width: `var(${widthName(index)})`,
  ...(pinned && { left: `var(${leftName(index)})` }),
})

type Props<R> = {
  id: string
  row: R
  index: number
  /** Pixels below the header. */
  top: number
  columns: readonly (HeadColumn & { cell: (row: R) => ReactNode })[]
  selected: boolean
  active: boolean
  clickable: boolean
}

/** One row of a table. While the table scrolls it stays as it is. */
export const VirtualRow = memo(function VirtualRow<R>(props: Props<R>) {
  const { id, row, index, top, columns, selected, active, clickable } = props
  return (
    <div
      id={id}
      className={classes.row}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={active || undefined}
      data-clickable={clickable || undefined}
      style={{ transform: `translateY(${top}px)` }}
      data-index={index}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          className={cellClass(column)}
          role="gridcell"
          aria-colindex={at + 1}
          style={cellStyle(at, column)}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}) as <R>(props: Props<R>) => ReactNode

const cellClass = ({ numeric, pinned }: HeadColumn): string =>
  [classes.cell, numeric && classes.numeric, pinned && classes.pinned].filter(Boolean).join(' ')

type Head = HeadColumn & { header?: ReactNode; title?: string }

type TableHeadProps = {
  id: string
  columns: readonly Head[]
  active: number | null
  dragWidth(columnId: string, width: number): void
}

/** The names of the columns, which sort, can be dragged, and whose edges can be pulled. */
export function TableHead({ id, columns, active, dragWidth }: TableHeadProps) {
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

type CellProps = { id: string; column: Head; index: number; active: boolean } & Pick<
  TableHeadProps,
  'dragWidth'
>

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
