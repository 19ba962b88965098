import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useRemeasure, useRowHeight } from '../appearance.ts'
import classes from '../ui.module.css'
import { GridAnnouncer } from './ColumnHead.tsx'
import { type ArrangeableColumn, type Arranging, defaultLayout } from './columns/columnLayout.ts'
import { type HeadColumn, useHeadColumns } from './columns/columnTable.ts'
import { type GridPosition, handleHeadKey, sortKey } from './gridKeys.ts'
import { usePressed } from './usePressed.ts'
import { TableHead, tableWidths, VirtualRow, widthName } from './VirtualTableRows.tsx'

export type TableColumn<R> = ArrangeableColumn & {
  /** In place of the label in the header. */
  header?: ReactNode
  title?: string
  cell: (row: R) => ReactNode
}

type Props<R> = {
  label: string
  rows: readonly R[]
  rowKey: (row: R) => string
  columns: readonly TableColumn<R>[]
  /** Left out: what is changed of the columns holds as long as the table is there. */
  arranging?: Arranging
  selectedKey?: string | null
  onRowClick?: (row: R) => void
  /** Keys that do not move, pressed on the grid itself; `active`: the row they would act on. */
  onKey?: (event: KeyboardEvent, active: R | undefined) => void
}

/**
 * A grid that draws only the rows in sight. Arrow keys, Page, Home and End move, from the first row up into the header;
 * Enter opens a row, and does in the header what it does in `ValueGrid`, as the other keys do.
 */
export function VirtualTable<R>(props: Props<R>) {
  const { label, rows, rowKey, selectedKey, onRowClick, onKey } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [layout, change] = useState(defaultLayout)
  const columns = useHeadColumns(props.columns, props.arranging ?? { layout, change })
  const rowHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 1200, height: 800 },
  })
  useRemeasure(virtual, rowHeight)
  const sorted = sortKey(columns)
  useEffect(() => {
    if (sorted) virtual.scrollToOffset(0)
  }, [sorted, virtual])
  const {
    active,
    setActive,
    resized,
    press: onKeyDown,
  } = useTableKeys({
    id,
    scroller,
    columns,
    rowCount: rows.length,
    scrollTo: (row) => virtual.scrollToIndex(row),
    open: (row) => rows[row] !== undefined && onRowClick?.(rows[row]),
    others: (event, row) => onKey?.(event, rows[row]),
  })
  const pointer = usePressed((element) => {
    const row = rows[rowIndexAt(element)]
    return row === undefined ? null : rowKey(row)
  })
  const click = (event: MouseEvent) => {
    const key = pointer.clicked(event)
    const index = key === null ? -1 : rows.findIndex((row) => rowKey(row) === key)
    const row = rows[index]
    if (row === undefined) return
    setActive({ row: index, column: 0 })
    onRowClick?.(row)
  }
  /** Only the widths change while an edge is pulled: no row is drawn anew. */
  const dragWidth = (columnId: string, width: number) => {
    const index = columns.findIndex((column) => column.id === columnId)
    scroller.current?.style.setProperty(widthName(index), `${width}px`)
  }
  // Keys and clicks are the grid's: its rows are what it says is active.
  return (
    <>
      <div
        ref={scroller}
        className={classes.table}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={activeId(id, active)}
        style={tableWidths(columns)}
        onKeyDown={onKeyDown}
        onPointerDown={pointer.press}
        onClick={click}
      >
        <div className={classes.grid} role="presentation">
          <TableHead
            id={id}
            columns={columns}
            active={active?.row === -1 ? active.column : null}
            dragWidth={dragWidth}
          />
          <div className={classes.rows} role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]
              if (row === undefined) return null
              const key = rowKey(row)
              return (
                <VirtualRow
                  key={key}
                  id={`${id}-${index}`}
                  row={row}
                  index={index}
                  top={start}
                  columns={columns}
                  selected={key === selectedKey}
                  active={index === active?.row}
                  clickable={onRowClick !== undefined}
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

const activeId = (id: string, active: { row: number; column: number } | null): string | undefined => {
  if (active === null) return undefined
  return active.row < 0 ? `${id}-head-${active.column}` : `${id}-${active.row}`
}

/** The row that an element is in, or -1; a control inside a row keeps its click to itself. */
function rowIndexAt(target: Element): number {
  if (target.closest('button, input, a, label')) return -1
  return Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)
}

type Options = {
  id: string
  scroller: { readonly current: HTMLDivElement | null }
  columns: readonly HeadColumn[]
  rowCount: number
  scrollTo(row: number): void
  open(row: number): void
  /** Keys that mean nothing here; `row`: −1 where there is none. */
  others(event: KeyboardEvent, row: number): void
}

const pageRows = 20

/** The keys of a table of rows: among its rows as a whole, and from column to column in its header, which is row −1. */
function useTableKeys({ id, scroller, columns, rowCount, scrollTo, open, others }: Options) {
  const [active, setActive] = useState<GridPosition | null>(null)
  const [resized, setResized] = useState<string | null>(null)
  const inHead = active?.row === -1
  const goTo = (next: GridPosition) => {
    setActive(next)
    if (next.row >= 0) scrollTo(next.row)
    else
      scroller.current
        ?.querySelector(`#${CSS.escape(`${id}-head-${next.column}`)}`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const handleHead = (event: KeyboardEvent, column: number): boolean => {
    const action = handleHeadKey(event, columns, column)
    if (action?.resized) setResized(action.resized)
    if (action?.moved) setActive({ row: -1, column: column + action.moved })
    return action !== null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return
    if (inHead && handleHead(event, active.column)) return event.preventDefault()
    const row = active?.row ?? -1
    if (event.key === 'Enter' && row >= 0) return open(row)
    const next = nextPosition(event.key, active, { rows: rowCount, columns: columns.length })
    if (next === null) return others(event, row)
    event.preventDefault()
    goTo(next)
  }
  return { active, setActive, resized, press: onKeyDown }
}

/** The row or header that a key leads to, or null where the key means nothing here. */
function nextPosition(
  key: string,
  active: GridPosition | null,
  size: { rows: number; columns: number },
): GridPosition | null {
  const { row, column } = active ?? { row: -1, column: 0 }
  const across: Record<string, number> = {
    ArrowRight: column + 1,
    ArrowLeft: column - 1,
    Home: 0,
    End: size.columns - 1,
  }
  const to = across[key]
  if (active?.row === -1 && to !== undefined)
    return { row: -1, column: Math.max(0, Math.min(size.columns - 1, to)) }
  const down: Record<string, number> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + pageRows,
    PageUp: Math.max(0, row - pageRows),
    Home: 0,
    End: size.rows - 1,
  }
  const next = down[key]
  return next === undefined ? null : { row: Math.max(-1, Math.min(size.rows - 1, next)), column }
}
