import type { TFunction } from 'i18next'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { FailingRow, ImportDraft, Problem } from '../../../../shared/domain/samples/importing.ts'
import type { ImportPlan } from '../../../../shared/domain/samples/importPlan.ts'
import { type PlacedColumn, useTableWindow } from '../../../ui/table/useTableWindow.ts'
import { useTranslator } from '../../../ui/text/formats.tsx'
import { columnUse } from '../plan.ts'
import { SeverityMark, severityIcons } from '../SeverityMark.tsx'
import classes from './grid.module.css'
import { type Editing, type Grid, problemsAt } from './useGrid.ts'
import type { Corrections, Rows } from './useRows.ts'

type Props = {
  draft: ImportDraft
  plan: ImportPlan
  rows: Rows
  grid: Grid
  corrections: Corrections
  /** True if the check has findings in any row; the grid then has a column for them. */
  hasFindings: boolean
  headOf(column: string, index: number): ReactNode
  scroller: RefObject<HTMLDivElement | null>
  /** Called with the range of visible rows, so that they are loaded. */
  show(from: number, to: number): void
}

/** The widths of the pinned columns in pixels: line number and findings. */
const lineWidth = 60
const findingWidth = 96
/** The height in pixels of the header: the column name above its use. */
const headHeight = 60

/** Shows the rows of the file as a spreadsheet, with the use of each column in its header. Draws only visible cells. */
export function ImportGrid(props: Props) {
  const { draft, plan, rows, grid, corrections, hasFindings, headOf, scroller, show } = props
  const { t } = useTranslation('import')
  const id = useId()
  const { cursor } = grid
  const { total } = rows
  const columns = useMemo(() => toGridColumns(draft, hasFindings), [draft, hasFindings])
  const tableWindow = useTableWindow({ scroller, columns, rowCount: total, hasTicks: false, headHeight })
  const { shown, items, revealRow, revealColumn } = tableWindow
  const cells = useMemo(() => shown.slice(1), [shown])
  const from = items[0]?.index ?? 0
  const to = items.at(-1)?.index ?? 0
  useEffect(() => show(from, to), [show, from, to])
  const any = total > 0
  useEffect(() => {
    if (!any) return
    revealRow(cursor.row)
    revealColumn(cursor.column + 1, null)
  }, [cursor.row, cursor.column, any, revealRow, revealColumn])
  const findingColumns = hasFindings ? 2 : 1
  return (
    <div
      ref={scroller}
      className={classes.grid}
      role="grid"
      tabIndex={0}
      aria-label={t('grid.label')}
      aria-rowcount={total + 1}
      aria-colcount={draft.columns.length + findingColumns}
      aria-activedescendant={any ? `${id}-cell` : undefined}
      onKeyDown={grid.keyDown}
      onClick={grid.click}
      onDoubleClick={grid.doubleClick}
    >
      <div className={classes.head} role="row" aria-rowindex={1} style={{ width: tableWindow.width }}>
        <span role="columnheader" aria-colindex={1} className={classes.lineHead}>
          {t(draft.readAs.format === 'csv' ? 'term.line' : 'row')}
        </span>
        {hasFindings && (
          <span role="columnheader" aria-colindex={2} className={classes.whatHead}>
            {t('grid.what')}
          </span>
        )}
        {cells.map(({ column: { id: key, label, width }, index, left }) => (
          <div
            key={key}
            role="columnheader"
            aria-colindex={index + findingColumns}
            aria-label={label}
            className={classes.columnHead}
            data-use={columnUse(plan, label).kind}
            style={{ left, width }}
          >
            <span className={classes.columnName} title={label}>
              {label}
            </span>
            {headOf(label, index - 1)}
          </div>
        ))}
      </div>
      <div
        role="presentation"
        className={classes.rows}
        style={{ height: tableWindow.height, width: tableWindow.width }}
      >
        {items.map(({ index, top }) => (
          <GridRow
            key={index}
            id={id}
            index={index}
            top={top}
            row={rows.rowAt(index)}
            columns={cells}
            hasFindings={hasFindings}
            typedAt={corrections.typedAt}
            cursor={index === cursor.row ? cursor.column : null}
            writing={index === cursor.row && grid.editing ? { editing: grid.editing, end: grid.end } : null}
          />
        ))}
      </div>
    </div>
  )
}

type CellInputProps = { label: string; text: string; end: Grid['end'] }

const stay = { rows: 0, columns: 0 }

/** Edits a cell. Enter and Tab save the text and move on; Escape discards it. */
function CellInput({ label, text, end }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(text.length, text.length)
  }, [text])
  const finish = (value: string | null, step: Parameters<Grid['end']>[1]) => {
    if (ended.current) return
    // Removing the input from the page fires a blur event.
    ended.current = true
    end(value, step)
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, shiftKey } = event
    const { value } = event.currentTarget
    // In an input method, Enter picks a character.
    if (event.nativeEvent.isComposing) return
    if (key === 'Escape') finish(null, stay)
    else if (key === 'Enter') finish(value, { rows: shiftKey ? -1 : 1, columns: 0 })
    else if (key === 'Tab') finish(value, { rows: 0, columns: shiftKey ? -1 : 1 })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      ref={input}
      className={classes.input}
      aria-label={label}
      defaultValue={text}
      maxLength={32_767}
      onKeyDown={keyDown}
      onBlur={({ currentTarget }) => finish(currentTarget.value, stay)}
    />
  )
}

type GridRowProps = {
  /** The id of the grid; the id of the active cell starts with it. */
  id: string
  index: number
  /** In pixels. */
  top: number
  row: FailingRow | null
  columns: readonly PlacedColumn<GridColumn>[]
  hasFindings: boolean
  typedAt: Corrections['typedAt']
  /** The column of the cursor if it is in this row. */
  cursor: number | null
  /** The cell being edited if it is in this row, and the function that ends editing. */
  writing: { editing: Editing; end: Grid['end'] } | null
}

const severities = ['error', 'warning', 'note'] as const

/** One row of the file, hatched until it is loaded. Memoized for scrolling and moves of the cursor. */
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, index, top, row, columns, hasFindings, typedAt, cursor, writing } = props
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
      {hasFindings && (
        <span role="gridcell" aria-colindex={2} className={classes.whatCell}>
          {gravest && (
            <SeverityMark severity={gravest}>
              {t(`grid.${gravest}`, { count: countOf(gravest) })}
            </SeverityMark>
          )}
        </span>
      )}
      {columns.map(({ column: { id: key, label: name, width }, index: place, left }) => {
        const column = place - 1
        const typed = row ? typedAt(row.row, name) : undefined
        const isCursor = column === cursor
        return (
          <GridCell
            key={key}
            {...(isCursor && { id: `${id}-cell` })}
            t={t}
            column={column}
            ariaIndex={place + (hasFindings ? 2 : 1)}
            left={left}
            width={width}
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

type GridCellProps = {
  id?: string
  /** Passed from the row: calling `useTranslation` in hundreds of cells takes longer than drawing them. */
  t: TFunction<'import'>
  column: number
  ariaIndex: number
  /** In pixels. */
  left: number
  width: number
  name: string
  text: string
  changed: boolean
  problems: Problem[]
  isCursor: boolean
  writing: { editing: Editing; end: Grid['end'] } | null
}

/** One cell. A problem has an icon and a description; a correction has a corner mark and a description. */
function GridCell(props: GridCellProps) {
  const { id, t, column, ariaIndex, left, width, name, text, changed, problems, isCursor, writing } = props
  const gravest = problems[0]
  const Icon = gravest && severityIcons[gravest.severity]
  const translate = useTranslator()
  const problemText = problems
    .map(({ severity, message }) => `; ${t(`check.${severity}`)}: ${translate(message)}`)
    .join('')
  return (
    <span
      id={id}
      role="gridcell"
      aria-colindex={ariaIndex}
      aria-selected={isCursor}
      aria-invalid={gravest?.severity === 'error' || undefined}
      className={classes.cell}
      data-column={column}
      data-severity={gravest?.severity}
      data-changed={changed || undefined}
      data-cursor={isCursor || undefined}
      title={problems.map(({ message }) => translate(message)).join('\n') || text}
      style={{ left, width }}
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
            <span className={classes.spoken}>
              {changed ? `${problemText}; ${t('grid.changed')}` : problemText}
            </span>
          )}
        </>
      )}
    </span>
  )
}

const perCharacter = 7
const narrowest = 132
const widest = 260
const mark = 34

type GridColumn = { id: string; label: string; width: number; pinned?: boolean }

/** Returns the pinned column, then those of the file, each wide enough for its name and its first values. */
function toGridColumns({ columns, preview }: ImportDraft, hasFindings: boolean): GridColumn[] {
  const ofFile = columns.map((label, index) => {
    const longest = preview.reduce(
      (most, { cells }) => Math.max(most, cells[index]?.length ?? 0),
      label.length,
    )
    const width = Math.max(narrowest, Math.min(widest, longest * perCharacter + mark))
    return { id: String(index), label, width }
  })
  const width = lineWidth + (hasFindings ? findingWidth : 0)
  return [{ id: 'row', label: '', width, pinned: true }, ...ofFile]
}
