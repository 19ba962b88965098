import { memo } from 'react'
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

export const cellClass = ({ numeric, pinned }: GridColumn): string =>
  [classes.cell, numeric && classes.numeric, pinned ? classes.pinned : classes.free].filter(Boolean).join(' ')
