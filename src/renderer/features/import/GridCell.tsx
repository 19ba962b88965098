import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Problem } from '../../../shared/domain/importing.ts'
import { CellInput } from './CellInput.tsx'
import classes from './grid.module.css'
import { severityIcons } from './SeverityMark.tsx'
import type { Editing, Grid } from './useGrid.ts'

type Props = {
  id?: string
  column: number
  /** Pixels. */
  start: number
  width: number
  name: string
  text: string
  changed: boolean
  problems: Problem[]
  isCursor: boolean
  editing: Editing | null
  end: Grid['end']
}

/** One cell: a problem is marked by an icon and said in words; a correction by a corner and in words. */
export function GridCell(props: Props) {
  const { id, column, start, width, name, text, changed, problems, isCursor, editing, end } = props
  const { t } = useTranslation('import')
  const gravest = problems[0]
  const Icon = gravest && severityIcons[gravest.severity]
  return (
    <span
      id={id}
      role="gridcell"
      aria-colindex={column + 3}
      aria-selected={isCursor}
      aria-invalid={gravest?.severity === 'error' || undefined}
      className={classes.cell}
      data-column={column}
      data-severity={gravest?.severity}
      data-changed={changed || undefined}
      data-cursor={isCursor || undefined}
      title={problems.map(({ message }) => message).join('\n') || text}
      style={{ transform: `translateX(${start}px)`, width }}
    >
      {editing ? (
        <CellInput
          label={t('grid.write', { column: name, line: editing.row.row })}
          text={editing.text}
          end={end}
        />
      ) : (
        <>
          {Icon && <Icon size={13} stroke={2} aria-hidden className={classes.mark} />}
          <span className={classes.text}>{text}</span>
          {gravest && (
            <VisuallyHidden>
              {problems.map(({ severity, message }) => `; ${t(`check.${severity}`)}: ${message}`).join('')}
            </VisuallyHidden>
          )}
          {changed && <VisuallyHidden>{`; ${t('grid.changed')}`}</VisuallyHidden>}
        </>
      )}
    </span>
  )
}
