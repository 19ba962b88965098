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

/** `missing`: hatched, with the reason as its title. `colour`: the color of the group it names. */
export type CellValue = { text: string; title?: string; missing?: boolean; colour?: string }

type AnyColumn = ArrangeableColumn & {
  /** The title of the header, if it differs from the label. */
  title?: string
  /** With a cell cursor: Enter and a click on its cells open the row. */
  opens?: boolean
}

export type TableColumn<R> = AnyColumn & { cell(row: R): ReactNode }
/** A column of plain text, for a thousand cells per screen. One function may serve all columns, by their ids. */
export type ValueColumn<R> = AnyColumn & { value(row: R, id: string): CellValue }
export type ArrangedColumn<R> = (TableColumn<R> | ValueColumn<R>) & HeadColumn

type TableRowProps<R> = {
  id: string
  row: R
  index: number
  /** The distance from the header in pixels. */
  top: number
  columns: readonly PlacedColumn<ArrangedColumn<R>>[]
  /** Null if rows cannot be ticked. */
  tickLabel: string | null
  ticked: boolean
  selected: boolean
  cursor: 'row' | 'cell'
  /** The column of the cursor, if it is in this row. */
  active: number | null
  clickable: boolean
}

/** A row of a table. While the table scrolls, it renders only if its columns change. */
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

/** A cell. Its content is not rendered again when its column moves or changes width. */
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
  /** Called while the edge of a column is dragged. */
  dragWidth(columnId: string, width: number): void
  ticks: { label: string; checked: boolean; some: boolean; toggle(): void } | null
}

/**
 * The header: a check box for all rows and the column names, which sort and can be dragged and resized. It does not
 * render while rows scroll.
 */
export const TableHead = memo(function TableHead({ id, columns, active, dragWidth, ticks }: TableHeadProps) {
  // One hook for all columns, of which there may be many.
  const { t } = useTranslation('ui')
  return (
    <div className={classes.head} role="row" aria-rowindex={1}>
      {ticks && (
        <div className={classes.tick} role="columnheader" aria-colindex={1}>
          <Checkbox
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
      // A narrow column truncates its name.
      title={column.title ?? column.label}
      style={{ left, width: column.width }}
      {...drop}
    >
      <ColumnName column={column} t={t} />
      {column.onResize && <ColumnEdge column={column} dragWidth={dragWidth} t={t} />}
    </div>
  )
})
