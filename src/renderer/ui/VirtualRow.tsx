import { memo, type ReactNode } from 'react'
import { cellStyle } from './tableWidths.ts'
import classes from './ui.module.css'
import type { HeadColumn } from './useArrangedColumns.ts'

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

export const cellClass = ({ numeric, pinned }: HeadColumn): string =>
  [classes.cell, numeric && classes.numeric, pinned && classes.pinned].filter(Boolean).join(' ')
