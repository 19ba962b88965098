import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ColumnHead.module.css'
import { dragProps } from './columnDrag.ts'
import { clampColumnWidth } from './columnWidth.ts'
import type { HeadColumn } from './useArrangedColumns.ts'

/** The name of a column: a click sorts by it, with Shift by it too. */
export function ColumnName({ column, header }: { column: HeadColumn; header?: ReactNode }) {
  const { t } = useTranslation('ui')
  const { id, label, sorted, sortPosition, onSort, onDropped } = column
  const name = header ?? <bdi>{label}</bdi>
  const drag = onDropped && dragProps(id)
  if (!onSort)
    return (
      <span className={classes.name} {...drag}>
        {name}
      </span>
    )
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={classes.sort}
      tabIndex={-1}
      onClick={({ shiftKey }) => onSort(shiftKey)}
      {...drag}
    >
      {name}
      {sorted && <Arrow size={12} aria-hidden />}
      {sortPosition !== undefined && (
        <>
          <span className={classes.sortPlace} aria-hidden>
            {sortPosition}
          </span>
          <VisuallyHidden>{t('grid.place', { place: sortPosition })}</VisuallyHidden>
        </>
      )}
    </button>
  )
}

type EdgeProps = { column: HeadColumn; dragWidth(columnId: string, width: number): void }

/** The right edge of a column: pulled by the pointer, twice pressed as at first. The keyboard has keys for it. */
export function ColumnEdge({ column, dragWidth }: EdgeProps) {
  const { t } = useTranslation('ui')
  const dragStart = useRef<{ x: number; width: number } | null>(null)
  const widthAt = ({ clientX }: PointerEvent): number | null =>
    dragStart.current && clampColumnWidth(dragStart.current.width + clientX - dragStart.current.x)
  const release = (event: PointerEvent) => {
    const width = widthAt(event)
    // A press alone is no pull; two of them are a wish of their own.
    if (width !== null && width !== dragStart.current?.width) column.onResize?.(width)
    dragStart.current = null
  }
  return (
    <div
      className={classes.edge}
      aria-hidden
      title={t('grid.edge')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragStart.current = { x: event.clientX, width: column.width }
      }}
      onPointerMove={(event) => {
        const width = widthAt(event)
        if (width !== null) dragWidth(column.id, width)
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => column.onResize?.(null)}
    />
  )
}
