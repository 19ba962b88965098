import { Checkbox } from '@mantine/core'
import type { TFunction } from 'i18next'
import { memo, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Swatch } from '../feedback/Badges.tsx'
import { ColumnEdge, ColumnName, useDrop } from './columns/ColumnHead.tsx'
import type { ArrangeableColumn } from './columns/columnLayout.ts'
import type { HeadColumn } from './columns/columnTable.ts'
import classes from './DataTable.module.css'
import type { PlacedColumn } from './useTableWindow.ts'

/** `missing`: hatched, with the reason as its title. `colour`: of the group that it names. */
export type CellValue = { text: string; title?: string; missing?: boolean; colour?: string }

type AnyColumn = ArrangeableColumn & {
  /** Of its header, where that is not its name. */
  title?: string
  /** Where keys move by cells: Enter and a click on its cells open the row. */
  opens?: boolean
}

/** A column of whatever its cells are made of. */
export type TableColumn<R> = AnyColumn & { cell(row: R): ReactNode }
/** A column of text alone, of which a screen shows a thousand cells at once; one function may serve all, by their ids. */
export type ValueColumn<R> = AnyColumn & { value(row: R, id: string): CellValue }
export type ArrangedColumn<R> = (TableColumn<R> | ValueColumn<R>) & HeadColumn

type TableRowProps<R> = {
  id: string
  row: R
  index: number
  /** Pixels below the header. */
  top: number
  columns: readonly PlacedColumn<ArrangedColumn<R>>[]
  /** null: rows cannot be ticked. */
  tickLabel: string | null
  ticked: boolean
  selected: boolean
  cursor: 'row' | 'cell'
  /** The column that the keys are at, where they are in this row. */
  active: number | null
  clickable: boolean
}

/** One row of a table. While the table scrolls it is drawn anew only where its columns change. */
export const TableRow = memo(function TableRow<R>(props: TableRowProps<R>) {
  const { id, row, index, top, columns, tickLabel, ticked, selected, cursor, active, clickable } = props
  const isWhole = cursor === 'row'
  return (
    <div
      {...(isWhole && { id, tabIndex: -1 })}
      className={classes.row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={(isWhole && active !== null) || undefined}
      data-clickable={clickable || undefined}
      data-row={index}
      style={{ transform: `translateY(${top}px)` }}
    >
      {tickLabel !== null && (
        <div className={classes.tick} role="gridcell" aria-colindex={1} data-tick>
          <input type="checkbox" tabIndex={-1} aria-label={tickLabel} checked={ticked} readOnly />
        </div>
      )}
      {columns.map(({ column, index, ariaIndex, left }) => (
        <Cell
          key={column.id}
          id={column.id}
          row={row}
          read={'value' in column ? column.value : null}
          make={'cell' in column ? column.cell : null}
          place={cellClass(column)}
          index={index}
          ariaIndex={ariaIndex}
          left={left}
          width={column.width}
          opens={column.opens ?? false}
          activeId={!isWhole && index === active ? `${id}-${active}` : undefined}
        />
      ))}
    </div>
  )
}) as <R>(props: TableRowProps<R>) => ReactNode

type CellProps<R> = {
  /** Of the column. */
  id: string
  row: R
  read: ((row: R, id: string) => CellValue) | null
  make: ((row: R) => ReactNode) | null
  place: string
  index: number
  ariaIndex: number
  left: number
  width: number
  opens: boolean
  activeId: string | undefined
}

/**
 * One cell; what it shows stays as it is while its column is moved or made wider, and all of it while the header alone
 * changes, as when rows are sorted by another column.
 */
const Cell = memo(function Cell<R>(props: CellProps<R>) {
  const { id, row, read, make, place, index, ariaIndex, left, width, opens, activeId } = props
  const content = useMemo(() => read?.(row, id), [read, row, id])
  const node = useMemo(() => make?.(row), [make, row])
  return (
    <div
      id={activeId}
      className={`${place} ${content ? classes.value : classes.content}`}
      role="gridcell"
      aria-colindex={ariaIndex}
      data-column={index}
      data-active={activeId !== undefined || undefined}
      data-missing={content?.missing || undefined}
      data-open={opens || undefined}
      title={content?.missing ? content.title : undefined}
      style={{ left, width }}
    >
      {content?.colour && <Swatch colour={content.colour} />}
      {content ? content.text : node}
    </div>
  )
}) as <R>(props: CellProps<R>) => ReactNode

const cellClass = ({ numeric, pinned }: HeadColumn): string =>
  [classes.cell, numeric && classes.numeric, pinned ? classes.pinned : classes.free].filter(Boolean).join(' ')

type HeadedColumn = HeadColumn & { title?: string }

type TableHeadProps = {
  id: string
  columns: readonly PlacedColumn<HeadedColumn>[]
  active: number | null
  /** While the edge of a column is pulled. */
  dragWidth(columnId: string, width: number): void
  ticks: { label: string; checked: boolean; some: boolean; toggle(): void } | null
}

/**
 * The header: what ticks all rows, and the names of the columns, which sort, can be dragged, and whose edges can be
 * pulled. While rows scroll it stays as it is.
 */
export const TableHead = memo(function TableHead({ id, columns, active, dragWidth, ticks }: TableHeadProps) {
  // Once for all columns, of which there may be many.
  const { t } = useTranslation('ui')
  return (
    <div className={classes.head} role="row" aria-rowindex={1}>
      {ticks && (
        <div className={classes.tick} role="columnheader" aria-colindex={1}>
          <Checkbox
            size="xs"
            aria-label={ticks.label}
            checked={ticks.checked}
            indeterminate={ticks.some}
            onChange={ticks.toggle}
          />
        </div>
      )}
      {columns.map((placed) => (
        <Head
          key={placed.column.id}
          id={`${id}--1-${placed.index}`}
          placed={placed}
          active={placed.index === active}
          dragWidth={dragWidth}
          t={t}
        />
      ))}
    </div>
  )
})

type HeadProps = {
  id: string
  placed: PlacedColumn<HeadedColumn>
  active: boolean
  t: TFunction<'ui'>
} & Pick<TableHeadProps, 'dragWidth'>

const Head = memo(function Head({ id, placed, active, dragWidth, t }: HeadProps) {
  const { column, left, ariaIndex } = placed
  const drop = useDrop(column.onDropped)
  return (
    <div
      id={id}
      className={`${cellClass(column)} ${classes.content}`}
      role="columnheader"
      aria-colindex={ariaIndex}
      aria-sort={column.sorted ? (column.sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      data-active={active || undefined}
      // A narrow column cuts its name off.
      title={column.title ?? column.label}
      style={{ left, width: column.width }}
      {...drop}
    >
      <ColumnName column={column} t={t} />
      {column.onResize && <ColumnEdge column={column} dragWidth={dragWidth} t={t} />}
    </div>
  )
})
