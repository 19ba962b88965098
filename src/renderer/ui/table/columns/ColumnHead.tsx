import { Box, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type DragEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ColumnHead.module.css'
import { clampColumnWidth } from './columnLayout.ts'
import type { HeadColumn } from './columnTable.ts'

/**
 * The name of a column. A click sorts by it, a click with Shift adds it to the sort. `t` is that of the namespace `ui`.
 */
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
          <Box component="span" ml={2} fz="xs" aria-hidden>
            {sortPosition}
          </Box>
          <VisuallyHidden>{t('grid.place', { place: sortPosition })}</VisuallyHidden>
        </>
      )}
    </button>
  )
}

type EdgeProps = { column: HeadColumn; dragWidth(columnId: string, width: number): void; t: TFunction<'ui'> }

/**
 * The right edge of a column: dragging changes the width and a double-click resets it. The keyboard has its own keys.
 */
export function ColumnEdge({ column, dragWidth, t }: EdgeProps) {
  const dragStart = useRef<{ x: number; width: number } | null>(null)
  const widthAt = ({ clientX }: PointerEvent): number | null =>
    dragStart.current && clampColumnWidth(dragStart.current.width + clientX - dragStart.current.x)
  const release = (event: PointerEvent) => {
    const width = widthAt(event)
    // A press without movement does not resize; a double-click is handled separately.
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

/** The data type of a dragged column, which files and text from elsewhere do not have. */
const dragType = 'application/x-pathclock-column'

export const dragProps = (id: string) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData(dragType, id)
    dataTransfer.effectAllowed = 'move'
  },
})

/** Returns the props of a place where a column can be dropped. Keys and buttons do the same. */
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

/** Announces to screen readers the table's keys, its sort order and the new width of a column. */
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
