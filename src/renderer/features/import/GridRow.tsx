import type { VirtualItem } from '@tanstack/react-virtual'
import { useTranslation } from 'react-i18next'
import type { FailingRow } from '../../../shared/domain/importing.ts'
import { GridCell } from './GridCell.tsx'
import classes from './grid.module.css'
import { problemsAt } from './gridKeys.ts'
import { SeverityMark } from './SeverityMark.tsx'
import type { Corrections } from './useCorrections.ts'
import type { Grid } from './useGrid.ts'

type Props = {
  /** Of the grid; that of the active cell begins with it. */
  id: string
  index: number
  /** Pixels. */
  top: number
  row: FailingRow | null
  names: readonly string[]
  columns: VirtualItem[]
  grid: Grid
  corrections: Corrections
}

/** One row of the file; hatched until it has come. */
export function GridRow({ id, index, top, row, names, columns, grid, corrections }: Props) {
  const { t } = useTranslation('import')
  const { cursor, editing } = grid
  const isActive = index === cursor.row
  const gravest = row && (['error', 'warning', 'note'] as const).find(ofRow)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-index={index}
      data-active={isActive || undefined}
      data-coming={row === null || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="rowheader" aria-colindex={1} className={classes.lineCell}>
        {row?.row}
      </span>
      <span role="gridcell" aria-colindex={2} className={classes.whatCell}>
        {row && gravest && (
          <SeverityMark severity={gravest}>
            {t(`grid.${gravest}`, {
              count: row.problems.filter(({ severity }) => severity === gravest).length,
            })}
          </SeverityMark>
        )}
      </span>
      {columns.map(({ index: column, start, size }) => {
        const name = names[column] ?? ''
        const typed = row ? corrections.typedAt(row.row, name) : undefined
        const isCursor = isActive && column === cursor.column
        return (
          <GridCell
            key={column}
            {...(isCursor && { id: `${id}-cell` })}
            column={column}
            start={start}
            width={size}
            name={name}
            text={typed ?? row?.cells[column] ?? ''}
            changed={typed !== undefined || (row?.edited.includes(column) ?? false)}
            problems={row ? problemsAt(row, name) : []}
            isCursor={isCursor}
            editing={isCursor && editing?.row.row === row?.row ? editing : null}
            end={grid.end}
          />
        )
      })}
    </div>
  )

  function ofRow(severity: string): boolean {
    return row?.problems.some((problem) => problem.severity === severity) ?? false
  }
}
