import { type PointerEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GridAnnouncer } from './ColumnHead.tsx'
import type { GridCell, GridColumn } from './gridColumns.ts'
import { positionOf, useGridActions, useGridWindow } from './useGridActions.ts'
import classes from './ValueGrid.module.css'
import { GridHead, GridRow } from './ValueGridRows.tsx'

type Props = {
  label: string
  columns: readonly GridColumn[]
  /** Their keys, in the order shown. */
  rowKeys: readonly string[]
  /** What stands in a cell; the same function as long as no cell changes. */
  cell(row: number, column: GridColumn): GridCell
  selectedKeys: ReadonlySet<string>
  setSelected(keys: readonly string[], selected: boolean): void
  open(row: number): void
  /** The cell that the keys are at; in the header its row is −1. */
  onActive?(position: { row: number; column: GridColumn }): void
}

/**
 * A grid that draws only the rows and columns in sight. Arrow keys, Page, Home and End move from cell to cell, the
 * header included; Enter opens a row or sorts, Space marks, Shift with Space marks up to here. In the header Shift with
 * Enter sorts further, Shift with an arrow changes the width, Control and Shift with one the place.
 */
export function ValueGrid(props: Props) {
  const { label, rowKeys, cell, selectedKeys, setSelected } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const { shown: columns, pull: dragWidth } = useDraggedWidth(props.columns)
  const gridWindow = useGridWindow(scroller, columns, rowKeys.length)
  const {
    active,
    resized,
    press: onKeyDown,
    pressed: onPointerDown,
    click,
  } = useGridActions(props, gridWindow, scroller)
  const { tell: showTitle, forget: clearTitle } = useCellTitles(cell, gridWindow.placed.all)
  const all = useMemo(() => allOf(rowKeys, selectedKeys, setSelected), [rowKeys, selectedKeys, setSelected])
  const isActiveDrawn = active !== null && gridWindow.isDrawn(active)
  // Keys and clicks are the grid's: its cells are what it says is active.
  return (
    <>
      <div
        ref={scroller}
        className={classes.grid}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-multiselectable
        aria-rowcount={rowKeys.length + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={isActiveDrawn ? `${id}-${active.row}-${active.column}` : undefined}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onClick={click}
        onPointerOver={showTitle}
        onPointerOut={clearTitle}
      >
        <div className={classes.canvas} role="presentation" style={{ width: gridWindow.width }}>
          <GridHead
            id={id}
            columns={gridWindow.shown}
            active={active?.row === -1 ? active.column : null}
            dragWidth={dragWidth}
            all={all}
          />
          <div className={classes.rows} role="presentation" style={{ height: gridWindow.height }}>
            {gridWindow.rows.map(({ row, top, slot }) => (
              <GridRow
                key={slot}
                id={id}
                row={row}
                top={top}
                columns={gridWindow.shown}
                cell={cell}
                selected={selectedKeys.has(rowKeys[row] ?? '')}
                active={active?.row === row ? active.column : null}
                selectLabel={t('mark')}
              />
            ))}
          </div>
        </div>
      </div>
      <GridAnnouncer id={`${id}-keys`} columns={columns} resized={resized} />
    </>
  )
}

/** The tick of all rows. */
const allOf = (
  rowKeys: readonly string[],
  selectedKeys: ReadonlySet<string>,
  setSelected: Props['setSelected'],
) => {
  const checked = rowKeys.length > 0 && selectedKeys.size >= rowKeys.length
  return { checked, some: selectedKeys.size > 0 && !checked, change: () => setSelected(rowKeys, !checked) }
}

/**
 * Writes the title of the cell that the pointer comes to. It is taken away with the pointer, and whenever the grid is
 * drawn anew: by then the cell may serve another row.
 */
function useCellTitles(cell: (row: number, column: GridColumn) => GridCell, columns: readonly GridColumn[]) {
  const titled = useRef<{ element: HTMLElement; title: string } | null>(null)
  const clearTitle = () => {
    const last = titled.current
    if (last && last.element.title === last.title) last.element.removeAttribute('title')
    titled.current = null
  }
  useEffect(clearTitle)
  const showTitle = ({ target: element }: PointerEvent) => {
    const position = element instanceof HTMLElement && element.title === '' ? positionOf(element) : null
    const column = position && columns[position.column]
    const title = column && cell(position.row, column).title
    if (!(element instanceof HTMLElement) || typeof title !== 'string') return
    element.title = title
    titled.current = { element, title }
  }
  return { tell: showTitle, forget: clearTitle }
}

type DraggedWidth = { id: string; width: number; of: readonly GridColumn[] }

/**
 * The columns with the one that is being pulled as wide as the pointer has it. Its width holds until others come for the
 * columns, so that it does not jump back while it is being kept.
 */
function useDraggedWidth(columns: readonly GridColumn[]) {
  const [dragged, setDragged] = useState<DraggedWidth | null>(null)
  const shown = useMemo(() => {
    if (dragged?.of !== columns) return columns
    return columns.map((column) => (column.id === dragged.id ? { ...column, width: dragged.width } : column))
  }, [columns, dragged])
  const dragWidth = useCallback(
    (id: string, width: number) => setDragged({ id, width, of: columns }),
    [columns],
  )
  return { shown, pull: dragWidth }
}
