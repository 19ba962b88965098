import { isoDayNumber } from '../../../../shared/domain/samples/calendar.ts'
import type { DayFormat, Transform } from '../../../../shared/domain/samples/importing.ts'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { asClause, type Message, message, shortList } from '../../../../shared/words/message.ts'
import { type CheckCell, type Checked, error, type Finding, noFindings, refusedCell } from '../finding.ts'
import { type ColumnCheck, createDayCheck, plausibleDaysOf, withDayBounds } from './dates.ts'
import { hashIfPlain, hashValue, noHash, noWordLengths, shortNumber, type WordLengths } from './fastCheck.ts'
import { boundsOf, createAgeCheck, createNumberCheck, orEmpty } from './numbers.ts'
import { createPattern } from './pattern.ts'
import { checkSex } from './sexes.ts'
import { checkName, checkReference, checkText, missingReference } from './text.ts'

/** Longer texts are parts of a piece of the file to the engine, and would keep all of it in memory. */
const maxCachedLength = 12
/** More would no longer be found faster than a cell is checked. */
const maxCachedCells = 512

export type Reading = {
  decimal: ',' | '.'
  dayFormat: DayFormat
  ageUnit: Transform['ageUnit']
  /** The last day on which something can have happened, as YYYY-MM-DD. */
  latestDay?: string | undefined
}

/** The cells that may be replaced by another text: all of them, or those as long as a word for a missing value. */
type Replaceable = { any: boolean; words: WordLengths }

const nothingReplaceable: Replaceable = { any: false, words: noWordLengths }

/** Returns the value of a cell that is quickly seen to be valid, or undefined if the cell needs the full check. */
type FastCheck = (cell: string) => string | number | undefined

/**
 * Creates the check of one column's cells. The result depends on the cell alone, and `check` is needed only for cells
 * that `fastCheck` does not settle. Most columns of a cohort have few distinct values, so results are cached; the cache
 * is dropped once the values of a column hardly ever repeat. `add` receives the hash of each value except references,
 * because orders are compared only within the same reference. `replaceable`: the cells that may be replaced by another
 * text before they are checked; `fastCheck` does not recognize them.
 */
export function createCellCheck(
  rule: FieldRule,
  reading: Reading,
  add: (hash: number) => void,
  replaceable: Replaceable = nothingReplaceable,
): ColumnCheck & { fastCheck: FastCheck } {
  const { check, hint } = createCheck(rule, reading)
  const fastCheck = replaceable.any ? noFastCheck : createFastCheck(rule, reading, add, replaceable.words)
  if (rule.type === 'reference') return { fastCheck, check, hint }
  const cache = new Map<string, { checked: Checked; hash: number }>()
  let isCaching = true
  let hits = 0
  const checkNew = (cell: string): Checked => {
    const checked = check(cell)
    const hash = hashValue(checked.value)
    add(hash)
    if (!isCaching || cell.length > maxCachedLength) return checked
    if (cache.size < maxCachedCells) cache.set(cell, { checked: withoutNotes(checked), hash })
    else if (hits < maxCachedCells) {
      isCaching = false
      cache.clear()
    }
    return checked
  }
  return {
    fastCheck,
    check(cell) {
      const cached = isCaching && cell.length <= maxCachedLength ? cache.get(cell) : undefined
      if (!cached) return checkNew(cell)
      hits += 1
      add(cached.hash)
      return cached.checked
    },
    hint,
  }
}

const noFastCheck: FastCheck = () => undefined

/** As `createCheck` would have it. Each adds the print itself: one more call would cost as much as many of these checks. */
function createFastCheck(
  rule: FieldRule,
  { decimal, ageUnit, latestDay }: Reading,
  add: (hash: number) => void,
  words: WordLengths,
): FastCheck {
  if (rule.oneOf !== undefined || rule.pattern !== undefined) return noFastCheck
  switch (rule.type) {
    case 'reference':
      return (cell) => (hashIfPlain(cell) === noHash ? undefined : cell)
    case 'text':
      return (cell) => {
        const hash = hashIfPlain(cell, words)
        if (hash === noHash) return undefined
        add(hash)
        return cell
      }
    case 'day': {
      const { first, last } = plausibleDaysOf(rule, latestDay)
      const [least, most] = [isoDayNumber(first), isoDayNumber(last)]
      return (cell) => {
        const day = isoDayNumber(cell)
        if (!(day >= least && day <= most)) return undefined
        add(hashValue(cell))
        return cell
      }
    }
    case 'sex':
      return (cell) => {
        if (cell !== 'F' && cell !== 'M') return undefined
        add(hashValue(cell))
        return cell
      }
    default: {
      if (rule.type === 'age' && ageUnit !== 'years') return noFastCheck
      const { least, most } = boundsOf(rule)
      const decimalCode = decimal.charCodeAt(0)
      return (cell) => {
        const value = shortNumber(cell, decimalCode)
        if (!(value >= least && value <= most)) return undefined
        add(hashValue(value))
        return value
      }
    }
  }
}

/** A note is for the first of its cells only, and a value without one is through much sooner. */
const withoutNotes = ({ findings, ...checked }: Checked): Checked => ({
  ...checked,
  findings: findings.length === 0 ? noFindings : findings.filter(({ severity }) => severity !== 'note'),
})

const noHint = (): null => null

/** Creates the check of single values. It remembers only which once-per-column findings it has already reported. */
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

/**
 * Explains why a value cannot be used for all rows, or returns null. The decimal sign is always a point, in any file.
 */
export function constantProblem(rule: FieldRule, value: string, transform: Transform): Message | null {
  const { value: sent, findings } = createCheck(rule, { ...transform, decimal: '.' }).check(value)
  if (sent === undefined && findings.length === 0) return message('check.nothingAllRowsEnter')
  const found = findings.find(({ severity }) => severity === 'error')
  return found ? message('check.cannotAllRows', { value, reason: asClause(found.message) }) : null
}

/** A finding in one of the joined cells (`part`: its index), or in the joined text (null). */
type JoinedFinding = { part: number | null; finding: Finding }
type JoinedChecked = { text: string; value?: string | number; findings: readonly JoinedFinding[] }

/**
 * Checks a text joined from several cells, without the empty ones. Each cell is checked for damage by a spreadsheet,
 * which the joined text would hide. The joined text must then satisfy the field's rule.
 */
export function createJoinedCheck(rule: FieldRule, separator: string, reading: Reading) {
  const { check, hint } = isText(rule)
    ? { check: withLimits(rule, rule.type === 'reference' ? checkJoinedName : checkText), hint: noHint }
    : createCheck(rule, reading)
  return {
    check(cells: readonly string[]): JoinedChecked {
      const parts = cells.map(checkName)
      const partFindings = parts.flatMap(({ findings }, part) =>
        findings.map((finding) => ({ part, finding })),
      )
      const text = parts.flatMap(({ value }) => (value === undefined ? [] : [value])).join(separator)
      if (partFindings.some(({ finding }) => finding.severity === 'error'))
        return { text, findings: partFindings }
      const { value, findings } = check(text)
      const allFindings = [...partFindings, ...findings.map((finding) => ({ part: null, finding }))]
      return value === undefined ? { text, findings: allFindings } : { text, value, findings: allFindings }
    },
    hint,
  }
}

const isText = ({ type }: FieldRule): boolean => type === 'text' || type === 'reference'

/** As for a cell, but without the signs of damage, which may be in the whole by chance. */
function checkJoinedName(text: string): Checked {
  const checked = checkText(text)
  if (checked.value !== undefined || checked.findings !== noFindings) return checked
  return refusedCell('required', missingReference)
}

/** A check that also keeps to what the form asks of the value as it would be sent: a choice, a pattern, that it is there. */
function withLimits(rule: FieldRule, check: CheckCell): CheckCell {
  const { required, oneOf, field } = rule
  const pattern = rule.pattern === undefined ? null : createPattern(rule.pattern)
  const needed = required && rule.type !== 'reference'
  if (!needed && !oneOf && !pattern) return check
  const choices = oneOf && new Set(oneOf)
  const findFailure = (text: string): { rule: string; message: Message } | null => {
    if (choices && !choices.has(text)) return { rule: 'choice', message: notAChoice(text, rule) }
    if (!pattern || pattern.test(text)) return null
    const problem = message('check.notFormCorrect', {
      text,
      field,
      pattern: rule.pattern ?? '',
      rule: orEmpty(rule),
    })
    return { rule: 'pattern', message: problem }
  }
  return (cell): Checked => {
    const checked = check(cell)
    if (checked.value === undefined)
      return needed && checked.findings.length === 0 ? refusedCell('required', missing(field)) : checked
    const failed = findFailure(String(checked.value))
    return failed ? { findings: [...checked.findings, error(failed.rule, failed.message)] } : checked
  }
}

/** `word`: the cell's text, if it is a word for a missing value. */
export const missing = (field: string, word?: string): Message =>
  word === undefined
    ? message('check.everyOrderNeedsCell', { field })
    : message('check.everyOrderNeedsCellEmpty', { field, word })

const maxListedChoices = 12

function notAChoice(text: string, rule: FieldRule): Message {
  const choices = rule.oneOf ?? []
  const caseInsensitiveMatch = choices.find((choice) => choice.toLowerCase() === text.toLowerCase())
  const listed = shortList(choices, maxListedChoices)
  const remedy =
    caseInsensitiveMatch === undefined
      ? message('check.chooseOne', { rule: orEmpty(rule) })
      : message('check.write', { caseInsensitiveMatch, rule: orEmpty(rule) })
  return message('check.noneChoices', { text, field: rule.field, listed, remedy })
}
