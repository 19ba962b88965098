import { useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { GridAnnouncer } from './GridAnnouncer.tsx'
import type { GridCell, GridColumn } from './gridColumns.ts'
import { useCellTitles } from './useCellTitles.ts'
import { useDraggedWidth } from './useDraggedWidth.ts'
import { useGridActions } from './useGridActions.ts'
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
