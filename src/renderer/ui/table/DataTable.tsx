import { Box } from '@mantine/core'
import { type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useAfterFirstPaint } from '../useAfterFirstPaint.ts'
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
  /** The row that is open beside the table; if left out, rows cannot be opened and ticked rows are highlighted. */
  openKey?: string | null
}

type Props<R> = DataTableProps<R> & {
  columns: readonly (TableColumn<R> | ValueColumn<R>)[]
  /** If left out, changes of the columns last as long as the table is mounted. */
  arranging?: Arranging
}

/**
 * A grid that renders only the visible rows and columns. Arrow keys, Page, Home and End move the cursor, also from the
 * first row into the header. Enter opens a row, Space ticks it, Shift+Space ticks up to it. In the header, Enter sorts,
 * Shift+Enter adds to the sort, Shift+arrow changes the width and Ctrl+Shift+arrow moves the column.
 */
export function DataTable<R>({ columns, arranging, ...table }: Props<R>) {
  const [layout, change] = useState(defaultLayout)
  return <ArrangedTable columns={useHeadColumns(columns, arranging ?? { layout, change })} {...table} />
}

const rowsDrawnAtOnce = 12

type ArrangedProps<R> = DataTableProps<R> & { columns: readonly ArrangedColumn<R>[] }

/** The same grid for columns that are already arranged. */
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
  const isPainted = useAfterFirstPaint()
  const drawsRows = isPainted || rows.length <= rowsDrawnAtOnce
  const titles = useCellTitles(rows, tableWindow.placed)
  const ticks = useMemo(() => selection && allTicks(rows.map(rowKey), selection), [rows, rowKey, selection])
  const ticksStandOut = openKey === undefined && selection !== null
  const activeId = active && (cursor === 'cell' || active.row < 0) ? `-${active.column}` : ''
  // The grid handles keys and clicks itself: the active row or cell is the one in `aria-activedescendant`.
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
        <Box miw="100%" role="presentation" style={{ width: tableWindow.width }}>
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
        </Box>
      </div>
      <GridAnnouncer id={`${id}-keys`} columns={columns} resized={resized} />
    </>
  )
}

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
 * Sets the title of the cell under the pointer, because a thousand titles per screen would be slow. Removes it when the
 * pointer leaves and at every render, after which the cell may show another row.
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
 * Returns the columns with the one that is being dragged at its current width. That width stays until new columns
 * arrive, so that it does not jump back while it is being saved.
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
