import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ColumnHead.module.css'
import { dragOf } from './columnDrag.ts'
import { toWidth } from './columnWidth.ts'
import type { HeadColumn } from './useArrangedColumns.ts'

/** The name of a column: a click sorts by it, with Shift by it too. */
export function ColumnName({ column, header }: { column: HeadColumn; header?: ReactNode }) {
  const { t } = useTranslation('ui')
  const { id, label, sorted, sortPlace, onSort, onDropped } = column
  const name = header ?? <bdi>{label}</bdi>
  const drag = onDropped && dragOf(id)
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
      {sortPlace !== undefined && (
        <>
          <span className={classes.sortPlace} aria-hidden>
            {sortPlace}
          </span>
          <VisuallyHidden>{t('grid.place', { place: sortPlace })}</VisuallyHidden>
        </>
      )}
    </button>
  )
}

type EdgeProps = { column: HeadColumn; pull(columnId: string, width: number): void }

/** The right edge of a column: pulled by the pointer, twice pressed as at first. The keyboard has keys for it. */
export function ColumnEdge({ column, pull }: EdgeProps) {
  const { t } = useTranslation('ui')
  const grip = useRef<{ x: number; width: number } | null>(null)
  const pulledTo = ({ clientX }: PointerEvent): number | null =>
    grip.current && toWidth(grip.current.width + clientX - grip.current.x)
  const release = (event: PointerEvent) => {
    const width = pulledTo(event)
    // A press alone is no pull; two of them are a wish of their own.
    if (width !== null && width !== grip.current?.width) column.onResize?.(width)
    grip.current = null
  }
  return (
    <div
      className={classes.edge}
      aria-hidden
      title={t('grid.edge')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        grip.current = { x: event.clientX, width: column.width }
      }}
      onPointerMove={(event) => {
        const width = pulledTo(event)
        if (width !== null) pull(column.id, width)
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => column.onResize?.(null)}
    />
  )
}
