import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type GridColumn, type PlacedColumn, toWidth } from './gridColumns.ts'
import classes from './ValueGrid.module.css'
import { cellClass } from './ValueGridRow.tsx'

type Props = {
  id: string
  columns: readonly PlacedColumn[]
  active: number | null
  /** `further`: beside the columns that sort already. */
  sort(column: GridColumn, further: boolean): void
  /** While the edge of a column is pulled. */
  pull(columnId: string, width: number): void
  all: { checked: boolean; some: boolean; change(): void }
}

/** The header of a grid: what marks all rows, and the names of the columns, which sort and whose edges can be pulled. */
export function GridHead({ id, columns, active, sort, pull, all }: Props) {
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
      {columns.map(({ column, index, left }) => (
        <div
          key={column.id}
          id={`${id}--1-${index}`}
          className={cellClass(column)}
          role="columnheader"
          aria-colindex={index + 2}
          aria-sort={column.sorted ? (column.sorted === 'asc' ? 'ascending' : 'descending') : undefined}
          data-active={index === active || undefined}
          title={column.title}
          style={{ left, width: column.width }}
        >
          <Name column={column} sort={sort} />
          {column.onResize && <Edge column={column} pull={pull} />}
        </div>
      ))}
    </div>
  )
}

function Name({ column, sort }: { column: GridColumn } & Pick<Props, 'sort'>) {
  const { t } = useTranslation('ui')
  const { label, sorted, sortPlace, onSort } = column
  if (!onSort) return <bdi>{label}</bdi>
  const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={classes.sort}
      tabIndex={-1}
      onClick={({ shiftKey }) => sort(column, shiftKey)}
    >
      <bdi>{label}</bdi>
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

/** The right edge of a column: pulled by the pointer, twice pressed as at first. The keyboard has keys for it. */
function Edge({ column, pull }: { column: GridColumn } & Pick<Props, 'pull'>) {
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
