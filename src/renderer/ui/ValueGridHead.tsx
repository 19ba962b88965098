import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnEdge, ColumnName } from './ColumnHead.tsx'
import { useDrop } from './columnDrag.ts'
import type { PlacedColumn } from './gridColumns.ts'
import classes from './ValueGrid.module.css'
import { cellClass } from './ValueGridRow.tsx'

type Props = {
  id: string
  columns: readonly PlacedColumn[]
  active: number | null
  /** While the edge of a column is pulled. */
  dragWidth(columnId: string, width: number): void
  all: { checked: boolean; some: boolean; change(): void }
}

/**
 * The header of a grid: what marks all rows, and the names of the columns, which sort and whose edges can be pulled. While
 * rows scroll it stays as it is.
 */
export const GridHead = memo(function GridHead({ id, columns, active, dragWidth, all }: Props) {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.head} role="row" aria-rowindex={1}>
      <div className={classes.mark} role="columnheader" aria-colindex={1}>
        <Checkbox
          size="xs"
          aria-label={t('markAll')}
          checked={all.checked}
          indeterminate={all.some}
          onChange={all.change}
        />
      </div>
      {columns.map((placed) => (
        <Head
          key={placed.column.id}
          id={id}
          placed={placed}
          active={placed.index === active}
          dragWidth={dragWidth}
        />
      ))}
    </div>
  )
})

type HeadProps = Pick<Props, 'id' | 'dragWidth'> & { placed: PlacedColumn; active: boolean }

const Head = memo(function Head({ id, placed, active, dragWidth }: HeadProps) {
  const { column, index, left } = placed
  const drop = useDrop(column.onDropped)
  return (
    <div
      id={`${id}--1-${index}`}
      className={cellClass(column)}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={column.sorted ? (column.sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      data-active={active || undefined}
      title={column.title}
      style={{ left, width: column.width }}
      {...drop}
    >
      <ColumnName column={column} />
      {column.onResize && <ColumnEdge column={column} dragWidth={dragWidth} />}
    </div>
  )
})
