import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { GridCell, GridColumn } from './gridColumns.ts'
import { type GridPlace, nextPlace, rowsBetween } from './gridKeys.ts'
import { useGridWindow } from './useGridWindow.ts'
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
  /** The cell that the keys are at; in the header its row is −1. */
  onActive?(place: { row: number; column: GridColumn }): void
}

/**
 * A grid that draws only the rows and columns in sight. Arrow keys, Page, Home and End move from cell to cell, the
 * header included; Enter opens a row or sorts, Space marks, Shift with Space marks up to here.
 */
export function ValueGrid(props: Props) {
  const { label, columns, rowKeys, cell, marked, mark } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const inSight = useGridWindow(scroller, columns, rowKeys.length)
  const { active, sort, press, click } = useGridActions(props, inSight, scroller)
  const { tell, forget } = useCellTitles(cell, inSight.placed.all)
  const allMarked = rowKeys.length > 0 && marked.size >= rowKeys.length
  const all = {
    label: t('markAll'),
    checked: allMarked,
    some: marked.size > 0 && !allMarked,
    change: () => mark(rowKeys, !allMarked),
  }
  const isActiveDrawn = active !== null && inSight.isDrawn(active)
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
      onPointerOut={forget}
    >
      <div className={classes.canvas} role="presentation" style={{ width: inSight.width }}>
        <GridHead
          id={id}
          columns={inSight.shown}
          active={active?.row === -1 ? active.column : null}
          sort={sort}
          all={all}
        />
        <div className={classes.rows} role="presentation" style={{ height: inSight.height }}>
          {inSight.rows.map(({ row, top, slot }) => (
            <GridRow
              key={slot}
              id={id}
              row={row}
              top={top}
              columns={inSight.shown}
              cell={cell}
              marked={marked.has(rowKeys[row] ?? '')}
              active={active?.row === row ? active.column : null}
              markLabel={t('mark')}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** What keys and pointer do, and the cell that they are at. */
function useGridActions(
  { rowKeys, marked, mark, open, onActive }: Props,
  { placed, reveal, toTop }: ReturnType<typeof useGridWindow>,
  scroller: { readonly current: HTMLDivElement | null },
) {
  const [active, setActive] = useState<GridPlace | null>(null)
  const lastMarked = useRef<string | null>(null)
  const size = { rows: rowKeys.length, columns: placed.all.length }
  const goTo = (place: GridPlace) => {
    const column = placed.all[place.column]
    setActive(place)
    if (column) onActive?.({ row: place.row, column })
  }
  const sort = (column: GridColumn | undefined) => {
    column?.onSort?.()
    toTop()
  }
  const toggle = (row: number, through: boolean) => {
    const key = rowKeys[row]
    if (key === undefined) return
    mark(rowsBetween(rowKeys, through ? lastMarked.current : key, key), !marked.has(key))
    lastMarked.current = key
  }
  const press = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return
    const next = nextPlace(event, active, size)
    if (next) {
      goTo(next)
      reveal(next, active)
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
  return { active, sort, press, click }
}

/**
 * Writes the title of the cell that the pointer comes to. It is taken away with the pointer, and whenever the grid is
 * drawn anew: by then the cell may serve another row.
 */
function useCellTitles(cell: Props['cell'], columns: readonly GridColumn[]) {
  const told = useRef<{ element: HTMLElement; title: string } | null>(null)
  const forget = () => {
    const last = told.current
    if (last && last.element.title === last.title) last.element.removeAttribute('title')
    told.current = null
  }
  useEffect(forget)
  const tell = ({ target: element }: PointerEvent) => {
    const place = element instanceof HTMLElement && element.title === '' ? placeOf(element) : null
    const column = place && columns[place.column]
    const title = column && cell(place.row, column).title
    if (!(element instanceof HTMLElement) || typeof title !== 'string') return
    element.title = title
    told.current = { element, title }
  }
  return { tell, forget }
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
