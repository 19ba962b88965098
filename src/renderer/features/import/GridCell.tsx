import type { TFunction } from 'i18next'
import type { Problem } from '../../../shared/domain/importing.ts'
import { useTranslator } from '../../ui/TranslatedMessage.tsx'
import { CellInput } from './CellInput.tsx'
import classes from './grid.module.css'
import { severityIcons } from './SeverityMark.tsx'
import type { Editing, Grid } from './useGrid.ts'

type Props = {
  id?: string
  /** Of the row: asking for the words in each of hundreds of cells would take longer than drawing them. */
  t: TFunction<'import'>
  column: number
  /** Pixels. */
  start: number
  width: number
  name: string
  text: string
  changed: boolean
  problems: Problem[]
  isCursor: boolean
  writing: { editing: Editing; end: Grid['end'] } | null
}

/** One cell: a problem is marked by an icon and said in words; a correction by a corner and in words. */
export function GridCell(props: Props) {
  const { id, t, column, start, width, name, text, changed, problems, isCursor, writing } = props
  const gravest = problems[0]
  const Icon = gravest && severityIcons[gravest.severity]
  const say = useTranslator()
  const said = problems
    .map(({ severity, message }) => `; ${t(`check.${severity}`)}: ${say(message)}`)
    .join('')
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
      {writing ? (
        <CellInput
          label={t('grid.write', { column: name, line: writing.editing.row.row })}
          text={writing.editing.text}
          end={writing.end}
        />
      ) : (
        <>
          {Icon && <Icon size={13} stroke={2} aria-hidden className={classes.mark} />}
          <span className={classes.text}>{text}</span>
          {(gravest || changed) && (
            <span className={classes.spoken}>{changed ? `${said}; ${t('grid.changed')}` : said}</span>
          )}
        </>
      )}
    </span>
  )
}
