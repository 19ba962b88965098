import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type GridCell, type GridColumn, placeColumns } from './gridColumns.ts'
import { type GridPlace, nextPlace, rowsBetween } from './gridKeys.ts'
import classes from './ValueGrid.module.css'
import { GridHead } from './ValueGridHead.tsx'
import { GridRow } from './ValueGridRow.tsx'

type Props = {
  label: string
  columns: readonly GridColumn[]
  /** Their keys, in the order shown. */
  rowKeys: readonly string[]
  /** What stands in a cell; the same function as long as no cell changes. */
  cell(row: number, column: GridColumn): GridCell
  marked: ReadonlySet<string>
  mark(keys: readonly string[], marked: boolean): void
  open(row: number): void
  /** The cell that the keys are at; null: none. */
  onActive?(place: { row: number; column: GridColumn } | null): void
}

const rowHeight = 28
const headHeight = 32
const slotsAtOnce = 32

/**
 * A grid that draws only the rows and columns in sight. Arrow keys, Page, Home and End move from cell to cell, the
 * header included; Enter opens a row or sorts, Space marks, Shift with Space marks up to here.
 */
export function ValueGrid({ label, columns, rowKeys, cell, marked, mark, open, onActive }: Props) {
  const { t } = useTranslation('ui')
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<GridPlace | null>(null)
  const lastMarked = useRef<string | null>(null)
  const placed = useMemo(() => placeColumns(columns), [columns])
  const rows = useVirtualizer({
    count: rowKeys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    initialRect: { width: 1200, height: 800 },
  })
  const across = useVirtualizer({
    horizontal: true,
    count: placed.free.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => placed.free[index]?.width ?? 0,
    getItemKey: (index) => placed.free[index]?.id ?? index,
    overscan: 2,
    paddingStart: placed.pinnedWidth,
    scrollPaddingStart: placed.pinnedWidth,
    initialRect: { width: 1200, height: 800 },
  })
  const inSight = across.getVirtualItems()
  const from = inSight[0]?.index ?? 0
  const to = (inSight.at(-1)?.index ?? -1) + 1
  const shown = useMemo(() => placed.show(from, to), [placed, from, to])

  const goTo = (place: GridPlace | null) => {
    setActive(place)
    const column = place ? placed.all[place.column] : undefined
    onActive?.(place && column ? { row: place.row, column } : null)
    if (!place) return
    if (place.row >= 0) rows.scrollToIndex(place.row)
    if (place.column >= placed.pinned.length) across.scrollToIndex(place.column - placed.pinned.length)
  }
  const sort = (column: GridColumn | undefined) => {
    column?.onSort?.()
    rows.scrollToOffset(0)
  }
  const toggle = (row: number, through: boolean) => {
    const key = rowKeys[row]
    if (key === undefined) return
    mark(rowsBetween(rowKeys, through ? lastMarked.current : key, key), !marked.has(key))
    lastMarked.current = key
  }
  const press = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return
    const next = nextPlace(event, active, { rows: rowKeys.length, columns: placed.all.length })
    if (next) {
      goTo(next)
      // Where a key leads to a pinned column, those beside it are the first again.
      if (next.column < placed.pinned.length) across.scrollToOffset(0)
    } else if (event.key === ' ' && active && active.row >= 0) toggle(active.row, event.shiftKey)
    else if (event.key === 'Enter' && active && active.row >= 0) open(active.row)
    else if (event.key === 'Enter' && active) sort(placed.all[active.column])
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) mark(rowKeys, true)
    else if (event.key === 'Escape' && marked.size > 0) mark([...marked], false)
    else return
    event.preventDefault()
  }
  const click = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof HTMLElement)) return
    const row = rowOf(target)
    if (row !== null && target.closest('[data-mark]')) return toggle(row, shiftKey)
    const place = placeOf(target)
    if (!place) return
    goTo(place)
    if (target.closest('[data-open]')) open(place.row)
  }
  const tell = ({ target }: PointerEvent) => {
    const place = target instanceof HTMLElement ? placeOf(target) : null
    const column = place && placed.all[place.column]
    const title = column && cell(place.row, column).title
    if (target instanceof HTMLElement && typeof title === 'string') target.title = title
  }
  const drawn = rows.getVirtualItems()
  const slots = Math.ceil((drawn.length + 1) / slotsAtOnce) * slotsAtOnce
  const isActiveDrawn =
    active !== null &&
    shown.some(({ index }) => index === active.column) &&
    (active.row < 0 || drawn.some(({ index }) => index === active.row))
  const allMarked = rowKeys.length > 0 && marked.size >= rowKeys.length
  // Keys and clicks are the grid's: its cells are what it says is active.
  return (
    <div
      ref={scroller}
      className={classes.grid}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rowKeys.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={isActiveDrawn ? `${id}-${active.row}-${active.column}` : undefined}
      onKeyDown={press}
      onClick={click}
      onPointerOver={tell}
    >
      <div className={classes.canvas} role="presentation" style={{ width: across.getTotalSize() }}>
        <GridHead
          id={id}
          columns={shown}
          active={active?.row === -1 ? active.column : null}
          sort={sort}
          all={{
            label: t('markAll'),
            checked: allMarked,
            some: marked.size > 0 && !allMarked,
            change: () => mark(rowKeys, !allMarked),
          }}
        />
        <div className={classes.rows} role="presentation" style={{ height: rows.getTotalSize() }}>
          {drawn.map(({ index, start }) => {
            const key = rowKeys[index] ?? ''
            return (
              <GridRow
                // A row that leaves at one end serves the one that comes at the other.
                key={index % slots}
                id={id}
                row={index}
                top={start - headHeight}
                columns={shown}
                cell={cell}
                marked={marked.has(key)}
                active={active?.row === index ? active.column : null}
                markLabel={t('mark')}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

function rowOf(element: HTMLElement): number | null {
  const row = element.closest<HTMLElement>('[data-row]')?.dataset['row']
  return row === undefined ? null : Number(row)
}

/** The cell that an element is in; the ticks are none. */
function placeOf(element: HTMLElement): GridPlace | null {
  const row = rowOf(element)
  const column = element.closest('[role="gridcell"]')?.getAttribute('aria-colindex')
  return row === null || !column || column === '1' ? null : { row, column: Number(column) - 2 }
}
