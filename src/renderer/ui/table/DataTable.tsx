import { type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useAfterwards } from '../useAfterwards.ts'
import { GridAnnouncer } from './columns/ColumnHead.tsx'
import { type Arranging, defaultLayout } from './columns/columnLayout.ts'
import { type HeadColumn, useHeadColumns } from './columns/columnTable.ts'
import classes from './DataTable.module.css'
import {
  type ArrangedColumn,
  type TableColumn,
  TableHead,
  TableRow,
  type ValueColumn,
} from './DataTableRows.tsx'
import {
  type Actions,
  columnIndexOf,
  type RowSelection,
  rowIndexOf,
  useTableActions,
} from './useTableActions.ts'
import { type PlacedColumn, useTableWindow } from './useTableWindow.ts'

export type { ArrangedColumn, RowSelection, TableColumn, ValueColumn }

type DataTableProps<R> = Actions<R> & {
  label: string
  /** The row that is open beside the table; left out: none can be, and the rows that are ticked stand out. */
  openKey?: string | null
}

type Props<R> = DataTableProps<R> & {
  columns: readonly (TableColumn<R> | ValueColumn<R>)[]
  /** Left out: what is changed of the columns holds as long as the table is there. */
  arranging?: Arranging
}

/**
 * A grid that draws only the rows and columns in sight. Arrow keys, Page, Home and End move, from the first row up into
 * the header; Enter opens a row, Space ticks it, Shift with Space ticks up to here. In the header Enter sorts, Shift with
 * Enter sorts further, Shift with an arrow changes the width, Control and Shift with one the place.
 */
export function DataTable<R>({ columns, arranging, ...table }: Props<R>) {
  const [layout, change] = useState(defaultLayout)
  return <ArrangedTable columns={useHeadColumns(columns, arranging ?? { layout, change })} {...table} />
}

const rowsDrawnAtOnce = 12

type ArrangedProps<R> = DataTableProps<R> & { columns: readonly ArrangedColumn<R>[] }

/** The same over columns that are arranged already. */
export function ArrangedTable<R>(props: ArrangedProps<R>) {
  const { label, rows, rowKey, selection = null, open, openKey, cursor = 'row' } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const { columns, dragWidth } = useDraggedWidth(props.columns)
  const tableWindow = useTableWindow({
    scroller,
    columns,
    rowCount: rows.length,
    hasTicks: selection !== null,
  })
  const actions = useTableActions({ ...props, columns, cursor, selection }, tableWindow, scroller)
  const { active, resized } = actions
  const isAfterwards = useAfterwards()
  const drawsRows = isAfterwards || rows.length <= rowsDrawnAtOnce
  const titles = useCellTitles(rows, tableWindow.placed)
  const ticks = useMemo(() => selection && allTicks(rows.map(rowKey), selection), [rows, rowKey, selection])
  const ticksStandOut = openKey === undefined && selection !== null
  const activeId = active && (cursor === 'cell' || active.row < 0) ? `-${active.column}` : ''
  // Keys and clicks are the grid's: its rows and cells are what it says is active.
  return (
    <>
      <div
        ref={scroller}
        className={classes.table}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-multiselectable={ticksStandOut || undefined}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + (selection ? 1 : 0)}
        aria-activedescendant={
          active && tableWindow.isDrawn(active, cursor) ? `${id}-${active.row}${activeId}` : undefined
        }
        onKeyDown={actions.onKeyDown}
        onPointerDown={actions.onPointerDown}
        onClick={actions.onClick}
        onPointerOver={titles.show}
        onPointerOut={titles.clear}
      >
        <div className={classes.canvas} role="presentation" style={{ width: tableWindow.width }}>
          <TableHead
            id={id}
            columns={tableWindow.shown}
            active={active?.row === -1 ? active.column : null}
            dragWidth={dragWidth}
            ticks={ticks}
          />
          <div className={classes.rows} role="presentation" style={{ height: tableWindow.height }}>
            {(drawsRows ? tableWindow.items : []).map(({ index, top, slot }) => {
              const row = rows[index]
              if (row === undefined) return null
              const key = rowKey(row)
              const isTicked = selection?.isSelected(key) ?? false
              return (
                <TableRow
                  key={cursor === 'cell' ? slot : key}
                  id={`${id}-${index}`}
                  row={row}
                  index={index}
                  top={top}
                  columns={tableWindow.shown}
                  tickLabel={selection && selection.labelOf(row)}
                  ticked={isTicked}
                  selected={ticksStandOut ? isTicked : key === openKey}
                  cursor={cursor}
                  active={index === active?.row ? active.column : null}
                  clickable={cursor === 'row' && open !== undefined}
                />
              )
            })}
          </div>
        </div>
      </div>
      <GridAnnouncer id={`${id}-keys`} columns={columns} resized={resized} />
    </>
  )
}

/** The check box of all rows. */
function allTicks<R>(keys: readonly string[], { isSelected, select, allLabel }: RowSelection<R>) {
  const checked = keys.length > 0 && keys.every(isSelected)
  return {
    label: allLabel,
    checked,
    some: !checked && keys.some(isSelected),
    toggle: () => select(new Set(keys), !checked),
  }
}

/**
 * Writes the title of the cell that the pointer comes to: a thousand titles a screen would take their time. It is taken
 * away with the pointer, and whenever the table is drawn anew: by then the cell may serve another row.
 */
function useCellTitles<R>(rows: readonly R[], columns: readonly PlacedColumn<ArrangedColumn<R>>[]) {
  const titled = useRef<{ element: HTMLElement; title: string } | null>(null)
  const clear = () => {
    const last = titled.current
    if (last && last.element.title === last.title) last.element.removeAttribute('title')
    titled.current = null
  }
  useEffect(clear)
  const show = ({ target: element }: PointerEvent) => {
    if (!(element instanceof HTMLElement) || element.title !== '') return
    const row = rows[rowIndexOf(element)]
    const column = columns[columnIndexOf(element)]?.column
    if (row === undefined || !column || !('value' in column)) return
    const { title } = column.value(row, column.id)
    if (!title) return
    element.title = title
    titled.current = { element, title }
  }
  return { show, clear }
}

type DraggedWidth<C> = { id: string; width: number; of: readonly C[] }

/**
 * The columns with the one that is being pulled as wide as the pointer has it. Its width holds until others come for the
 * columns, so that it does not jump back while it is being saved.
 */
function useDraggedWidth<C extends HeadColumn>(columns: readonly C[]) {
  const [dragged, setDragged] = useState<DraggedWidth<C> | null>(null)
  const shown = useMemo(() => {
    if (dragged?.of !== columns) return columns
    return columns.map((column) => (column.id === dragged.id ? { ...column, width: dragged.width } : column))
  }, [columns, dragged])
  const dragWidth = useMemo(
    () => (id: string, width: number) => setDragged({ id, width, of: columns }),
    [columns],
  )
  return { columns: shown, dragWidth }
}
