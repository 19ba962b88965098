import type { VirtualItem } from '@tanstack/react-virtual'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailingRow } from '../../../shared/domain/importing.ts'
import { GridCell } from './GridCell.tsx'
import classes from './grid.module.css'
import { problemsAt } from './gridKeys.ts'
import { SeverityMark } from './SeverityMark.tsx'
import type { Corrections } from './useCorrections.ts'
import type { Editing, Grid } from './useGrid.ts'

type Props = {
  /** Of the grid; that of the active cell begins with it. */
  id: string
  index: number
  /** Pixels. */
  top: number
  row: FailingRow | null
  names: readonly string[]
  columns: VirtualItem[]
  typedAt: Corrections['typedAt']
  /** The column of the cursor, where it is in this row. */
  cursor: number | null
  /** The cell that is being written, where it is in this row, and how that ends. */
  writing: { editing: Editing; end: Grid['end'] } | null
}

const severities = ['error', 'warning', 'note'] as const

/**
 * One row of the file; hatched until it has come. While the grid scrolls or its cursor moves, the rows that stay as
 * they are are not drawn again.
 */
export const GridRow = memo(function GridRow(props: Props) {
  const { id, index, top, row, names, columns, typedAt, cursor, writing } = props
  const { t } = useTranslation('import')
  const countOf = (severity: string) =>
    row?.problems.filter((problem) => problem.severity === severity).length ?? 0
  const gravest = severities.find((severity) => countOf(severity) > 0)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-index={index}
      data-active={cursor !== null || undefined}
      data-coming={row === null || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="rowheader" aria-colindex={1} className={classes.lineCell}>
        {row?.row}
      </span>
      <span role="gridcell" aria-colindex={2} className={classes.whatCell}>
        {gravest && (
          <SeverityMark severity={gravest}>{t(`grid.${gravest}`, { count: countOf(gravest) })}</SeverityMark>
        )}
      </span>
      {columns.map(({ index: column, start, size }) => {
        const name = names[column] ?? ''
        const typed = row ? typedAt(row.row, name) : undefined
        const isCursor = column === cursor
        return (
          <GridCell
            key={column}
            {...(isCursor && { id: `${id}-cell` })}
            t={t}
            column={column}
            start={start}
            width={size}
            name={name}
            text={typed ?? row?.cells[column] ?? ''}
            changed={typed !== undefined || (row?.edited.includes(column) ?? false)}
            problems={row ? problemsAt(row, name) : []}
            isCursor={isCursor}
            writing={isCursor ? writing : null}
          />
        )
      })}
    </div>
  )
})
