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
import { type ArrangeableColumn, defaultLayout } from './columnLayout.ts'
import { GridAnnouncer } from './GridAnnouncer.tsx'
import { sortKey } from './headKeys.ts'
import { useRemeasure, useRowHeight } from './rowHeight.ts'
import { TableHead } from './TableHead.tsx'
import { tableWidths, widthName } from './tableWidths.ts'
import classes from './ui.module.css'
import { type Arranging, useArrangedColumns } from './useArrangedColumns.ts'
import { usePressed } from './usePressed.ts'
import { useTableKeys } from './useTableKeys.ts'
import { VirtualRow } from './VirtualRow.tsx'

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
  const columns = useArrangedColumns(props.columns, props.arranging ?? { layout, change })
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
