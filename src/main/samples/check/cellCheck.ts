import type { DayFormat, Recipe } from '../../../shared/domain/importing.ts'
import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { usualDays, withDayBounds } from './dayBounds.ts'
import { createDayCheck, type DayCheck } from './days.ts'
import { type CheckCell, type Checked, nothing, withoutStop } from './finding.ts'
import { isIsoDay, noPrint, noWords, printOfSound, shortNumber, type WordLengths } from './firstSight.ts'
import { withLimits } from './limits.ts'
import { toPrint } from './seenOrders.ts'
import { checkSex } from './sexes.ts'
import { checkName, checkReference } from './text.ts'
import { boundsOf, createAgeCheck, createNumberCheck } from './values.ts'

/** Longer texts are parts of a piece of the file to the engine, and would keep all of it in memory. */
const longestKept = 12
/** More would no longer be found faster than a cell is checked. */
const mostKept = 512

/** How the cells of a file are to be read. */
export type Reading = {
  decimal: ',' | '.'
  dayFormat: DayFormat
  ageUnit: Recipe['ageUnit']
  /** The last day on which something can have happened, as YYYY-MM-DD. */
  latestDay?: string
}

/** The check of one column's cells; `hint`: what shows of the whole column when all were seen. */
export type ColumnCheck = { check: CheckCell; hint: DayCheck['hint'] }

/** Cells that may be read as another text: any, or those as long as a word for a missing value. */
type Changing = { any: boolean; words: WordLengths }

const nothingChanges: Changing = { any: false, words: noWords }

/** The value of a cell that nothing is to be said of, where that is told soon; undefined: it has to be checked. */
type FirstSight = (cell: string) => string | number | undefined

/**
 * The check of one column's cells, each a function of the cell alone, asked only for what `sound` does not tell. Most
 * columns of a cohort have few values, which are looked at once; a column whose values hardly ever repeat is no longer
 * kept once that is seen. `add` is given the print of each value but of references: an order is compared with those of
 * its own reference alone. `changing`: the cells that may be read as another text before they are checked; `sound` does not
 * tell these.
 */
export function createCellCheck(
  rule: FieldRule,
  reading: Reading,
  add: (print: number) => void,
  changing: Changing = nothingChanges,
): ColumnCheck & { sound: FirstSight } {
  const { check, hint } = createCheck(rule, reading)
  const atFirstSight = changing.any ? nothingAtFirstSight : toFirstSight(rule, reading)
  if (rule.type === 'reference') return { sound: atFirstSight, check, hint }
  const isText = rule.type === 'text' && atFirstSight !== nothingAtFirstSight
  const kept = new Map<string, { checked: Checked; print: number }>()
  let keeps = true
  let hits = 0
  const checkNew = (cell: string): Checked => {
    const checked = check(cell)
    const print = toPrint(checked.value)
    add(print)
    if (!keeps || cell.length > longestKept) return checked
    if (kept.size < mostKept) kept.set(cell, { checked: withoutNotes(checked), print })
    else if (hits < mostKept) {
      keeps = false
      kept.clear()
    }
    return checked
  }
  return {
    sound: isText
      ? soundText(add, changing.words)
      : (cell) => {
          const value = atFirstSight(cell)
          if (value !== undefined) add(toPrint(value))
          return value
        },
    check(cell) {
      const before = keeps && cell.length <= longestKept ? kept.get(cell) : undefined
      if (!before) return checkNew(cell)
      hits += 1
      add(before.print)
      return before.checked
    },
    hint,
  }
}

/** Looks and makes the print in one walk. */
const soundText =
  (add: (print: number) => void, words: WordLengths): FirstSight =>
  (cell) => {
    const print = printOfSound(cell, words)
    if (print === noPrint) return undefined
    add(print)
    return cell
  }

const nothingAtFirstSight: FirstSight = () => undefined

/** As `createCheck` would have it. */
function toFirstSight(rule: FieldRule, { decimal, ageUnit, latestDay }: Reading): FirstSight {
  if (rule.oneOf !== undefined || rule.pattern !== undefined) return nothingAtFirstSight
  switch (rule.type) {
    case 'reference':
    case 'text':
      return (cell) => (printOfSound(cell) === noPrint ? undefined : cell)
    case 'day': {
      const isUsual = usualDays(rule, latestDay)
      return (cell) => (isIsoDay(cell) && isUsual(cell) ? cell : undefined)
    }
    case 'sex':
      return (cell) => (cell === 'F' || cell === 'M' ? cell : undefined)
    default: {
      if (rule.type === 'age' && ageUnit !== 'years') return nothingAtFirstSight
      const { least, most } = boundsOf(rule)
      const sign = decimal.charCodeAt(0)
      return (cell) => {
        const value = shortNumber(cell, sign)
        return value >= least && value <= most ? value : undefined
      }
    }
  }
}

/** A note is for the first of its cells only, and a value without one is through much sooner. */
const withoutNotes = ({ findings, ...checked }: Checked): Checked => ({
  ...checked,
  findings: findings.length === 0 ? nothing : findings.filter(({ severity }) => severity !== 'note'),
})

const noHint = (): null => null

/** The check of single values, nothing remembered but what is said of them only once. */
export function createCheck(rule: FieldRule, reading: Reading): ColumnCheck {
  if (rule.type !== 'day') return { check: withLimits(rule, checkOf(rule, reading)), hint: noHint }
  const { check, hint } = createDayCheck(reading.dayFormat)
  return { check: withLimits(rule, withDayBounds(rule, reading.latestDay, check)), hint }
}

function checkOf(rule: FieldRule, { decimal, ageUnit }: Reading): CheckCell {
  switch (rule.type) {
    case 'reference':
      return checkReference
    case 'number':
      return createNumberCheck(rule, decimal)
    case 'age':
      return createAgeCheck(rule, decimal, ageUnit)
    case 'sex':
      return checkSex
    default:
      return checkName
  }
}

/** Why a value cannot stand in all rows, or null. It is checked as a cell is, with a decimal point in any file. */
export function constantProblem(rule: FieldRule, value: string, recipe: Recipe): string | null {
  const { value: sent, findings } = createCheck(rule, { ...recipe, decimal: '.' }).check(value)
  if (sent === undefined && findings.length === 0) return 'has nothing in all rows: enter a value'
  const found = findings.find(({ severity }) => severity === 'error')
  return found ? `cannot be “${value}” in all rows: ${withoutStop(found.message)}` : null
}
