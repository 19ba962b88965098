import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRemeasure, useRowHeight } from './rowHeight.ts'
import classes from './ui.module.css'

type Column<R> = {
  id: string
  /** Pixels. */
  width: number
  header: ReactNode
  cell: (row: R) => ReactNode
  numeric?: boolean
  /** Stays at the left while the others scroll; at most one, the first. */
  pinned?: boolean
  sorted?: 'asc' | 'desc' | false
  onSort?: () => void
}

type Props<R> = {
  label: string
  rows: R[]
  rowKey: (row: R) => string
  columns: Column<R>[]
  selectedKey?: string | null
  onRowClick?: (row: R) => void
  /** Keys that do not move, pressed on the grid itself; `active`: the row they would act on. */
  onKey?: (event: KeyboardEvent, active: R | undefined) => void
}

const pageRows = 20

/** A grid that draws only the rows in sight. Arrow keys, Page, Home and End move; Enter opens. */
export function VirtualTable<R>(props: Props<R>) {
  const { label, rows, rowKey, columns, selectedKey, onRowClick, onKey } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(-1)
  const rowHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 1200, height: 800 },
  })
  useRemeasure(virtual, rowHeight)
  const move = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return
    const row = rows[active]
    if (event.key === 'Enter' && row !== undefined) return onRowClick?.(row)
    const next = nextRow(event.key, active, rows.length)
    if (next === null) return onKey?.(event, row)
    event.preventDefault()
    setActive(next)
    virtual.scrollToIndex(next)
  }
  const click = (event: MouseEvent) => {
    const index = rowIndexAt(event.target)
    const row = rows[index]
    if (row === undefined) return
    setActive(index)
    onRowClick?.(row)
  }
  // Keys and clicks are the grid's: its rows are what it says is active.
  return (
    <div
      ref={scroller}
      className={classes.table}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
      onKeyDown={move}
      onClick={click}
    >
      <div className={classes.grid} role="presentation">
        <div className={classes.head} role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <Header key={column.id} column={column} />
          ))}
        </div>
        <div className={classes.rows} role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            return (
              <div
                key={key}
                id={`${id}-${index}`}
                className={classes.row}
                role="row"
                tabIndex={-1}
                aria-rowindex={index + 2}
                aria-selected={key === selectedKey}
                data-active={index === active || undefined}
                data-clickable={onRowClick ? true : undefined}
                style={{ transform: `translateY(${start}px)` }}
                data-index={index}
              >
                {columns.map((column) => (
                  <div
                    key={column.id}
                    className={cellClass(column)}
                    role="gridcell"
                    style={{ width: column.width }}
                  >
                    {column.cell(row)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function Header<R>({ column }: { column: Column<R> }) {
  const { t } = useTranslation('ui')
  const { sorted, onSort, header } = column
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp
  const name = typeof header === 'string' ? header : column.id
  return (
    <div
      className={cellClass(column)}
      role="columnheader"
      aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      style={{ width: column.width }}
    >
      {onSort ? (
        <button type="button" className={classes.sort} title={t('sortBy', { column: name })} onClick={onSort}>
          {header}
          {sorted && <Arrow size={12} aria-hidden />}
        </button>
      ) : (
        header
      )}
    </div>
  )
}

const cellClass = ({ numeric, pinned }: { numeric?: boolean; pinned?: boolean }): string =>
  [classes.cell, numeric && classes.numeric, pinned && classes.pinned].filter(Boolean).join(' ')

/** The row that was clicked, or -1; a control inside a row keeps its click to itself. */
function rowIndexAt(target: EventTarget): number {
  if (!(target instanceof Element) || target.closest('button, input, a, label')) return -1
  return Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)
}

/** The row a key leads to, or null where the key means nothing here. */
function nextRow(key: string, active: number, count: number): number | null {
  const moves: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + pageRows,
    PageUp: active - pageRows,
    Home: 0,
    End: count - 1,
  }
  const next = moves[key]
  return next === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, next))
}
