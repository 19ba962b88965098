import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnEdge, ColumnName, useDrop } from './ColumnHead.tsx'
import type { GridCell, GridColumn, PlacedColumn } from './gridColumns.ts'
import classes from './ValueGrid.module.css'

type Props = {
  id: string
  row: number
  /** Pixels below the header. */
  top: number
  columns: readonly PlacedColumn[]
  cell(row: number, column: GridColumn): GridCell
  selected: boolean
  active: number | null
  selectLabel: string
}

/** One row of a grid. While the grid scrolls it is drawn anew only where its columns change. */
export const GridRow = memo(function GridRow(props: Props) {
  const { id, row, top, columns, cell, selected, active, selectLabel } = props
  const first = columns[0]
  const name = first && cell(row, first.column).text
  return (
    <div
      className={classes.row}
      role="row"
      aria-rowindex={row + 2}
      aria-selected={selected}
      data-row={row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className={classes.mark} role="gridcell" aria-colindex={1} data-mark>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`${selectLabel} ${name}`}
          checked={selected}
          readOnly
        />
      </div>
      {columns.map((placed) => (
        <Cell
          key={placed.column.id}
          id={id}
          row={row}
          placed={placed}
          cell={cell}
          active={placed.index === active}
        />
      ))}
    </div>
  )
})

type CellProps = Pick<Props, 'id' | 'row' | 'cell'> & { placed: PlacedColumn; active: boolean }

/** One cell; it stays as it is while others come into sight beside it. */
const Cell = memo(function Cell({ id, row, placed: { column, index, left }, cell, active }: CellProps) {
  const { text, title, missing } = cell(row, column)
  return (
    <div
      id={active ? `${id}-${row}-${index}` : undefined}
      className={cellClass(column)}
      role="gridcell"
      aria-colindex={index + 2}
      data-active={active || undefined}
      data-missing={missing || undefined}
      data-open={column.opens || undefined}
      // Of the others it is written where the pointer comes: a thousand titles a screen would take their time.
      title={missing ? title : undefined}
      style={{ left, width: column.width }}
    >
      {text}
    </div>
  )
})

const cellClass = ({ numeric, pinned }: GridColumn): string =>
  [classes.cell, numeric && classes.numeric, pinned ? classes.pinned : classes.free].filter(Boolean).join(' ')

type ValueGridHeadProps = {
  id: string
  columns: readonly PlacedColumn[]
  active: number | null
  /** While the edge of a column is pulled. */
  dragWidth(columnId: string, width: number): void
  all: { checked: boolean; some: boolean; change(): void }
}

/**
 * The header of a grid: what marks all rows, and the names of the columns, which sort and whose edges can be pulled. While
 * rows scroll it stays as it is.
 */
export const GridHead = memo(function GridHead({ id, columns, active, dragWidth, all }: ValueGridHeadProps) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.head} role="row" aria-rowindex={1}>
      <div className={classes.mark} role="columnheader" aria-colindex={1}>
        <Checkbox
          size="xs"
          aria-label={t('markAll')}
          checked={all.checked}
          indeterminate={all.some}
          onChange={all.change}
        />
      </div>
      {columns.map((placed) => (
        <Head
          key={placed.column.id}
          id={id}
          placed={placed}
          active={placed.index === active}
          dragWidth={dragWidth}
        />
      ))}
    </div>
  )
})

type HeadProps = Pick<ValueGridHeadProps, 'id' | 'dragWidth'> & { placed: PlacedColumn; active: boolean }

const Head = memo(function Head({ id, placed, active, dragWidth }: HeadProps) {
  const { column, index, left } = placed
  const drop = useDrop(column.onDropped)
  return (
    <div
      id={`${id}--1-${index}`}
      className={cellClass(column)}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={column.sorted ? (column.sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      data-active={active || undefined}
      title={column.title}
      style={{ left, width: column.width }}
      {...drop}
    >
      <ColumnName column={column} />
      {column.onResize && <ColumnEdge column={column} dragWidth={dragWidth} />}
    </div>
  )
})
