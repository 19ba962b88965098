import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useRemeasure, useRowHeight } from '../../ui/rowHeight.ts'
import { columnWidths } from './columnWidths.ts'
import { GridRow } from './GridRow.tsx'
import classes from './grid.module.css'
import type { Corrections } from './useCorrections.ts'
import type { Failing } from './useFailing.ts'
import type { Grid } from './useGrid.ts'
import type { Loaded } from './useWizard.ts'

type Props = {
  loaded: Loaded
  failing: Failing
  grid: Grid
  corrections: Corrections
  scroller: RefObject<HTMLDivElement | null>
  /** Told which rows are in sight, so that they are asked for. */
  show(from: number, to: number): void
}

/** Pixels of the two columns at the left that stay: the line, and what is wrong in short. */
const pinned = 176

/** Rows that the check has something to say of, as in a spreadsheet; draws only the cells in sight. */
export function FailingGrid({ loaded, failing, grid, corrections, scroller, show }: Props) {
  const { t } = useTranslation('import')
  const id = useId()
  const { draft, plan } = loaded
  const { cursor } = grid
  const count = failing.total ?? 0
  const widths = columnWidths(draft)
  const rowHeight = useRowHeight()
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: 32,
    initialRect: { width: 1200, height: 600 },
  })
  useRemeasure(rows, rowHeight)
  const columns = useVirtualizer({
    horizontal: true,
    count: draft.columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 120,
    overscan: 2,
    paddingStart: pinned,
    scrollPaddingStart: pinned,
    initialRect: { width: 1200, height: 600 },
  })
  const shown = rows.getVirtualItems()
  const from = shown[0]?.index ?? 0
  const to = shown.at(-1)?.index ?? 0
  useEffect(() => show(from, to), [show, from, to])
  const any = count > 0
  useEffect(() => {
    if (!any) return
    rows.scrollToIndex(cursor.row)
    columns.scrollToIndex(cursor.column)
  }, [cursor.row, cursor.column, any, rows, columns])
  return (
    <div
      ref={scroller}
      className={classes.grid}
      role="grid"
      tabIndex={0}
      aria-label={t('grid.label')}
      aria-rowcount={count + 1}
      aria-colcount={draft.columns.length + 2}
      aria-activedescendant={count > 0 ? `${id}-cell` : undefined}
      onKeyDown={grid.keyDown}
      onClick={grid.click}
      onDoubleClick={grid.doubleClick}
    >
      <div className={classes.head} role="row" aria-rowindex={1} style={{ width: columns.getTotalSize() }}>
        <span role="columnheader" aria-colindex={1} className={classes.lineHead}>
          {t(draft.readAs.format === 'csv' ? 'line' : 'row')}
        </span>
        <span role="columnheader" aria-colindex={2} className={classes.whatHead}>
          {t('grid.what')}
        </span>
        {columns.getVirtualItems().map(({ index, start, size }) => {
          const name = draft.columns[index] ?? ''
          return (
            <span
              key={index}
              role="columnheader"
              aria-colindex={index + 3}
              className={classes.columnHead}
              data-sent={(plan.mapping[name] ?? null) !== null}
              title={name}
              style={{ transform: `translateX(${start}px)`, width: size }}
            >
              {name}
            </span>
          )
        })}
      </div>
      <div
        role="presentation"
        className={classes.rows}
        style={{ height: rows.getTotalSize(), width: columns.getTotalSize() }}
      >
        {shown.map(({ index, start }) => (
          <GridRow
            key={index}
            id={id}
            index={index}
            top={start}
            row={failing.rowAt(index)}
            names={draft.columns}
            columns={columns.getVirtualItems()}
            typedAt={corrections.typedAt}
            cursor={index === cursor.row ? cursor.column : null}
            writing={index === cursor.row && grid.editing ? { editing: grid.editing, end: grid.end } : null}
          />
        ))}
      </div>
    </div>
  )
}
