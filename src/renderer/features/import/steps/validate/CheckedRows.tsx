import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportCheck, Severity } from '../../../../../shared/domain/samples/importing.ts'
import { CopyAs } from '../../../../ui/copy/CopyAs.tsx'
import { numberFormatter } from '../../../../ui/text/formats.ts'
import { useLastKnown } from '../../../../ui/useLastKnown.ts'
import classes from '../../import.module.css'
import type { LoadedAndChecked } from '../../importState.ts'
import { failingTable, mostCopied, readFailing } from '../../toCopied.ts'
import type { Wizard } from '../../useWizard.ts'
import { SeverityMark } from '../StepParts.tsx'
import { useProblemKeys } from './checkKeys.ts'
import { EditTools } from './EditTools.tsx'
import { FailingGrid, RowFindings } from './FailingGrid.tsx'
import { useCorrections } from './useCorrections.ts'
import { useFailing } from './useFailing.ts'
import { type Editing, type Grid, useGrid } from './useGrid.ts'

type Props = { loaded: LoadedAndChecked; rows: Rows }

/** The rules at the left, the rows that they are about at the right, and what is wrong with the one in hand below. */
export function CheckedRows({ loaded, rows }: Props) {
  const { t } = useTranslation('import')
  const { failing, corrections, grid } = rows
  const { draftId, columns } = loaded.draft
  const { check } = loaded.checked
  const column = columns[grid.cursor.column] ?? ''
  const text = grid.row
    ? (corrections.typedAt(grid.row.row, column) ?? grid.row.cells[grid.cursor.column] ?? '')
    : ''
  useGridKeys(rows.scroller, grid)
  return (
    <div className={classes.checked}>
      <RuleFilter rules={check.rules} filter={rows.filter} choose={rows.choose} />
      <div className={classes.checkedRows}>
        <EditTools loaded={loaded} corrections={corrections} at={{ column, text }} invalid={check.invalid}>
          {failing.total !== null && t('grid.rows', { count: failing.total })}
          {failing.totalIsLeast && ` ${t('grid.least')}`}
          <span className={classes.hint}> {t('grid.keys')}</span>
          {failing.total !== null && failing.total > 0 && failing.total <= mostCopied && (
            <CopyAs
              read={async () => failingTable(await readFailing({ draftId, ...rows.filter }), columns)}
            />
          )}
        </EditTools>
        <FailingGrid
          loaded={loaded}
          failing={failing}
          grid={grid}
          corrections={corrections}
          scroller={rows.scroller}
          show={rows.show}
        />
        <RowFindings grid={grid} columns={columns} />
      </div>
    </div>
  )
}

/** Gives the grid the keys when it appears, unless a person is at something else; F8 leads into it from anywhere. */
function useGridKeys(scroller: RefObject<HTMLDivElement | null>, { toProblem }: Grid): void {
  useEffect(() => {
    const { activeElement } = document
    const isIdle = !(activeElement instanceof HTMLElement) || activeElement.tabIndex < 0
    if (isIdle) scroller.current?.focus({ preventScroll: true })
  }, [scroller])
  useProblemKeys((way) => {
    scroller.current?.focus({ preventScroll: true })
    toProblem(way)
  })
}

/** A person writes several cells one after another; all rows are checked once they pause. */
const pauseMs = 400

/** The failing rows, their corrections and the grid over both. What was changed is checked again by itself. */
export function useCheckedRows(wizard: Wizard, { draft, checked, edits }: LoadedAndChecked) {
  const { draftId, columns } = draft
  const scroller = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState<Filter>({})
  const [sight, setSight] = useState({ from: 0, to: 0 })
  const [editing, setEditing] = useState<Editing | null>(null)
  // Rows do not move below a cell that is being written.
  const shown = useLastKnown(editing ? null : checked) ?? checked
  const failing = useFailing({ draftId, ...filter }, shown, sight)
  const corrections = useCorrections(draftId, failing.edits)
  const grid = useGrid({
    columns,
    rows: failing.total ?? 0,
    rowAt: failing.rowAt,
    corrections,
    editing,
    setEditing,
    focus: () => scroller.current?.focus({ preventScroll: true }),
  })
  useRecheck(wizard, edits, editing !== null || corrections.pending)
  const show = useCallback((from: number, to: number) => setSight({ from, to }), [])
  const choose = (next: Filter) => {
    setFilter(next)
    grid.toStart()
    if (scroller.current) scroller.current.scrollTop = 0
  }
  return { scroller, filter, choose, show, failing, corrections, grid }
}

type Rows = ReturnType<typeof useCheckedRows>

function useRecheck({ fresh, inspect }: Wizard, edits: number, isBusy: boolean): void {
  const { run, reset, pending, failure } = inspect
  // Another correction may be what a check that failed was waiting for.
  useEffect(() => reset(), [edits, reset])
  const isDue = !fresh && !isBusy && !pending && failure === null
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => void run(), pauseMs)
    return () => clearTimeout(timer)
  }, [isDue, edits, run])
}

/** What rows of the grid are shown: all, or those that a severity or one rule is about. */
type Filter = { severity?: Severity; rule?: string }

type RuleFilterProps = { rules: ImportCheck['rules']; filter: Filter; choose(filter: Filter): void }

const severities = ['error', 'warning', 'note'] as const

/** The rules that were broken, with how often, as a filter of the rows. */
function RuleFilter({ rules, filter, choose }: RuleFilterProps) {
  const { t, i18n } = useTranslation('import')
  const format = numberFormatter(i18n.language)
  const total = (of: ImportCheck['rules']) => of.reduce((sum, { count }) => sum + count, 0)
  return (
    <nav className={classes.rules} aria-label={t('rules.label')}>
      <button
        type="button"
        className={classes.rule}
        aria-pressed={filter.severity === undefined && filter.rule === undefined}
        onClick={() => choose({})}
      >
        <span>{t('rules.all')}</span>
        <span>{format.format(total(rules))}</span>
      </button>
      {severities.map((severity) => {
        const own = rules.filter((rule) => rule.severity === severity)
        if (own.length === 0) return null
        return (
          <div key={severity} className={classes.ruleGroup}>
            <button
              type="button"
              className={classes.rule}
              data-severity={severity}
              aria-pressed={filter.severity === severity && filter.rule === undefined}
              onClick={() => choose({ severity })}
            >
              <SeverityMark severity={severity}>{t(`rules.${severity}`)}</SeverityMark>
              <span>{format.format(total(own))}</span>
            </button>
            {own.map(({ rule, count }) => (
              <button
                key={rule}
                type="button"
                className={classes.rule}
                data-inner
                aria-pressed={filter.rule === rule && filter.severity === severity}
                title={rule}
                onClick={() => choose({ severity, rule })}
              >
                <span className={classes.ruleName}>{t(`rule.${rule}`, { defaultValue: rule })}</span>
                <span>{format.format(count)}</span>
              </button>
            ))}
          </div>
        )
      })}
    </nav>
  )
}
