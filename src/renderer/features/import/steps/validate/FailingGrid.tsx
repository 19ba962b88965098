import { Button, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, memo, type RefObject, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailingRow, ImportDraft, Problem } from '../../../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../../../shared/messages/message.ts'
import { type PlacedColumn, useTableWindow } from '../../../../ui/table/useTableWindow.ts'
import { TranslatedMessage, useTranslator } from '../../../../ui/text/TranslatedMessage.tsx'
import type { Loaded } from '../../importState.ts'
import { SeverityMark, severityIcons } from '../StepParts.tsx'
import classes from './grid.module.css'
import type { Corrections } from './useCorrections.ts'
import type { Failing } from './useFailing.ts'
import { beyondColumns, type Editing, type Grid, isBroken, problemsAt } from './useGrid.ts'

type Props = {
  loaded: Loaded
  failing: Failing
  grid: Grid
  corrections: Corrections
  scroller: RefObject<HTMLDivElement | null>
  /** Told which rows are in sight, so that they are asked for. */
  show(from: number, to: number): void
}

/** Pixels of the two columns at the left that stay: the line, and what is wrong in short. */
const pinned = 176

/** Rows that the check has something to say of, as in a spreadsheet; draws only the cells in sight. */
export function FailingGrid({ loaded, failing, grid, corrections, scroller, show }: Props) {
  const { t } = useTranslation('import')
  const id = useId()
  const { draft, plan } = loaded
  const { cursor } = grid
  const count = failing.total ?? 0
  const columns = useMemo(() => toGridColumns(draft), [draft])
  const tableWindow = useTableWindow({ scroller, columns, rowCount: count, hasTicks: false })
  const { shown, items, revealRow, revealColumn } = tableWindow
  const cells = useMemo(() => shown.slice(1), [shown])
  const from = items[0]?.index ?? 0
  const to = items.at(-1)?.index ?? 0
  useEffect(() => show(from, to), [show, from, to])
  const any = count > 0
  useEffect(() => {
    if (!any) return
    revealRow(cursor.row)
    revealColumn(cursor.column + 1, null)
  }, [cursor.row, cursor.column, any, revealRow, revealColumn])
  return (
    <div
      ref={scroller}
      className={classes.grid}
      role="grid"
      tabIndex={0}
      aria-label={t('grid.label')}
      aria-rowcount={count + 1}
      aria-colcount={draft.columns.length + 2}
      aria-activedescendant={count > 0 ? `${id}-cell` : undefined}
      onKeyDown={grid.keyDown}
      onClick={grid.click}
      onDoubleClick={grid.doubleClick}
    >
      <div className={classes.head} role="row" aria-rowindex={1} style={{ width: tableWindow.width }}>
        <span role="columnheader" aria-colindex={1} className={classes.lineHead}>
          {t(draft.readAs.format === 'csv' ? 'line' : 'row')}
        </span>
        <span role="columnheader" aria-colindex={2} className={classes.whatHead}>
          {t('grid.what')}
        </span>
        {cells.map(({ column: { id: key, label, width }, ariaIndex, left }) => (
          <span
            key={key}
            role="columnheader"
            aria-colindex={ariaIndex + 1}
            className={classes.columnHead}
            data-sent={(plan.mapping[label] ?? null) !== null}
            title={label}
            style={{ left, width }}
          >
            {label}
          </span>
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
            row={failing.rowAt(index)}
            columns={cells}
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

/** The field in which a cell is written: Enter and Tab keep it and move on, Escape leaves it as it was. */
function CellInput({ label, text, end }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(text.length, text.length)
  }, [text])
  const finish = (value: string | null, step: Parameters<Grid['end']>[1]) => {
    if (ended.current) return
    // The field leaves the page, which is heard as a loss of focus.
    ended.current = true
    end(value, step)
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, shiftKey } = event
    const { value } = event.currentTarget
    // A name may be written in characters that are chosen by Enter.
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
  /** Of the grid; that of the active cell begins with it. */
  id: string
  index: number
  /** Pixels. */
  top: number
  row: FailingRow | null
  columns: readonly PlacedColumn<GridColumn>[]
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
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { id, index, top, row, columns, typedAt, cursor, writing } = props
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
  /** Of the row: asking for the words in each of hundreds of cells would take longer than drawing them. */
  t: TFunction<'import'>
  column: number
  /** Pixels. */
  left: number
  width: number
  name: string
  text: string
  changed: boolean
  problems: Problem[]
  isCursor: boolean
  writing: { editing: Editing; end: Grid['end'] } | null
}

/** One cell: a problem is marked by an icon and said in words; a correction by a corner and in words. */
function GridCell(props: GridCellProps) {
  const { id, t, column, left, width, name, text, changed, problems, isCursor, writing } = props
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
      aria-colindex={column + 3}
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
const narrowest = 92
const widest = 260
const mark = 34

type GridColumn = { id: string; label: string; width: number; pinned?: boolean }

/**
 * What stays at the left as one column, then those of the file: as wide as their names and first values want it, with
 * room for a mark.
 */
function toGridColumns({ columns, preview }: ImportDraft): GridColumn[] {
  const ofFile = columns.map((label, index) => {
    const longest = preview.reduce(
      (most, { cells }) => Math.max(most, cells[index]?.length ?? 0),
      label.length,
    )
    const width = Math.max(narrowest, Math.min(widest, longest * perCharacter + mark))
    return { id: String(index), label, width }
  })
  return [{ id: 'row', label: '', width: pinned, pinned: true }, ...ofFile]
}

/** What is to be said of the row that the cursor is in; it keeps its height, so that nothing moves. */
export function RowFindings({ grid, columns }: { grid: Grid; columns: readonly string[] }) {
  const { t } = useTranslation('import')
  const { row, cursor } = grid
  const broken = row !== null && isBroken(row, columns)
  const left = row === null ? '' : beyondColumns(row, columns).join(' | ')
  return (
    <section className={classes.findings} aria-label={t('grid.findings')} aria-live="polite">
      {row === null ? (
        <Text fz={12} c="dimmed">
          {t('grid.none')}
        </Text>
      ) : (
        <>
          <strong className={classes.findingsLine}>{t('grid.lineIs', { line: row.row })}</strong>
          <ul className={classes.findingList}>
            {row.problems.map(({ column, rule, message, severity }) => (
              <li key={`${column ?? ''} ${rule} ${toEnglish(message)}`}>
                <SeverityMark severity={severity}>{t(`check.${severity}`)}</SeverityMark>
                {column === null ? (
                  <span>{t('check.wholeRow')}</span>
                ) : (
                  <button
                    type="button"
                    className={classes.findingColumn}
                    onClick={() => grid.moveTo({ row: cursor.row, column: columns.indexOf(column) })}
                  >
                    {column}
                  </button>
                )}
                <span className={classes.findingText}>
                  <TranslatedMessage text={message} />
                </span>
              </li>
            ))}
            {broken && (
              <li>
                <span className={classes.findingText}>
                  {left === '' ? t('grid.broken') : t('grid.leftOut', { cells: left })}
                </span>
                <Button size="compact-xs" variant="default" onClick={() => grid.accept(row)}>
                  {t('grid.accept')}
                </Button>
              </li>
            )}
          </ul>
        </>
      )}
    </section>
  )
}
