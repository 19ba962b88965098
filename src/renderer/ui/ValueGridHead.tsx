import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { GridColumn, PlacedColumn } from './gridColumns.ts'
import classes from './ValueGrid.module.css'
import { cellClass } from './ValueGridRow.tsx'

type Props = {
  id: string
  columns: readonly PlacedColumn[]
  active: number | null
  sort(column: GridColumn): void
  all: { label: string; checked: boolean; some: boolean; change(): void }
}

/** The header of a grid: what marks all rows, and the names of the columns, which sort. */
export function GridHead({ id, columns, active, sort, all }: Props) {
  return (
    <div className={classes.head} role="row" aria-rowindex={1}>
      <div className={classes.mark} role="columnheader" aria-colindex={1}>
        <Checkbox
          size="xs"
          aria-label={all.label}
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
          {column.onSort ? (
            <button type="button" className={classes.sort} tabIndex={-1} onClick={() => sort(column)}>
              <bdi>{column.label}</bdi>
              {column.sorted === 'asc' && <IconArrowUp size={12} aria-hidden />}
              {column.sorted === 'desc' && <IconArrowDown size={12} aria-hidden />}
            </button>
          ) : (
            <bdi>{column.label}</bdi>
          )}
        </div>
      ))}
    </div>
  )
}
