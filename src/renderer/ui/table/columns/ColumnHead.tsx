import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type DragEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ColumnHead.module.css'
import { clampColumnWidth } from './columnLayout.ts'
import type { HeadColumn } from './columnTable.ts'

/** The name of a column: a click sorts by it, with Shift by it too. `t` of the namespace `ui`. */
export function ColumnName({ column, t }: { column: HeadColumn; t: TFunction<'ui'> }) {
  const { id, label, sorted, sortPosition, onSort, onDropped } = column
  const name = <bdi>{label}</bdi>
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

type EdgeProps = {
  column: HeadColumn
  dragWidth(columnId: string, width: number): void
  t: TFunction<'ui'>
}

/** The right edge of a column: pulled by the pointer, twice pressed as at first. The keyboard has keys for it. */
export function ColumnEdge({ column, dragWidth, t }: EdgeProps) {
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

/** What a dragged column is known by: files and texts from elsewhere are none. */
const dragType = 'application/x-pathclock-column'

/** For what a column is dragged by. */
export const dragProps = (id: string) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData(dragType, id)
    dataTransfer.effectAllowed = 'move'
  },
})

/** For the place that takes a column which is let go over it; keys and buttons do the same. */
export function useDrop(onDropped: ((id: string) => void) | undefined) {
  const [over, setOver] = useState(false)
  if (!onDropped) return {}
  const isColumn = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragType)
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!isColumn(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!isColumn(event)) return
      event.preventDefault()
      onDropped(event.dataTransfer.getData(dragType))
    },
  }
}

type Props = { id: string; columns: readonly HeadColumn[]; resized: string | null }

/** For those who do not see a table: what its keys do, what it is sorted by, and how wide a column has become. */
export function GridAnnouncer({ id, columns, resized }: Props) {
  const { t } = useTranslation('ui')
  const sorted = columns
    .filter((column) => column.sorted)
    .sort((a, b) => (a.sortPosition ?? 1) - (b.sortPosition ?? 1))
    .map(({ label, sorted: order }) => t(`grid.${order === 'asc' ? 'ascending' : 'descending'}`, { label }))
  const resizedColumn = columns.find((column) => column.id === resized)
  return (
    <>
      <VisuallyHidden id={id}>{t('grid.keys')}</VisuallyHidden>
      <VisuallyHidden role="status">
        {sorted.length > 0 && t('grid.sorted', { list: sorted.join(t('between')) })}
      </VisuallyHidden>
      <VisuallyHidden role="status">
        {resizedColumn && t('grid.width', { label: resizedColumn.label, width: resizedColumn.width })}
      </VisuallyHidden>
    </>
  )
}
