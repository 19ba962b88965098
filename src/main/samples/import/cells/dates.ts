import {
  type DayShape,
  dayShapeFor,
  dayShapes,
  isIsoDay,
  parseDay,
  withoutTime,
} from '../../../../shared/domain/samples/calendar.ts'
import type { DayFormat } from '../../../../shared/domain/samples/importing.ts'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { type Message, type MessageValue, message } from '../../../../shared/words/message.ts'
import { type CheckCell, type FileRule, noFindings, note, refusedCell, warning } from '../finding.ts'
import { checkText } from './text.ts'

const isoShape = /^\d{4}-\d{2}-\d{2}$/

/** The form with day and month swapped. Many texts are valid in both forms but mean different days. */
const mirrors: Partial<Record<DayFormat, DayFormat>> = {
  'DD/MM/YYYY': 'MM/DD/YYYY',
  'MM/DD/YYYY': 'DD/MM/YYYY',
  'DD-MM-YYYY': 'MM-DD-YYYY',
  'MM-DD-YYYY': 'DD-MM-YYYY',
}

/** The check of the cells of one column. */
export type ColumnCheck = {
  check: CheckCell
  /**
   * Suggests a correction if some cells were refused and the whole column matches one other form, or if a refused cell
   * is a day once its day and month are swapped. Returns null otherwise.
   */
  hint(column: string): Message | null
}

/**
 * Checks the days of one column, all in the form that the user chose. Sends them as YYYY-MM-DD, which is always
 * accepted too. Other forms are refused rather than guessed: 03/04 can be two different days, and a two-digit year two
 * years.
 */
export function createDayCheck(format: DayFormat): ColumnCheck {
  const shape = dayShapeFor(format)
  /**
   * The other forms that match all cells so far. Cells in YYYY-MM-DD are accepted in any form, so they rule out none.
   */
  let otherShapes = [...dayShapes.values()].filter((other) => other.format !== format)
  const mirrorFormat = mirrors[format]
  let refusedCount = 0
  /** The first refused day that is valid once its day and month are swapped. */
  let mirroredDay: string | null = null
  let isNoted = false

  const check: CheckCell = (cell) => {
    if (isIsoDay(cell)) return { value: cell, findings: noFindings }
    const text = checkText(cell)
    if (typeof text.value !== 'string') return text
    const written = withoutTime(text.value)
    const isIso = isoShape.test(written)
    const reading = written === text.value ? {} : ({ reading: 'date-time' } as const)
    if (isIsoDay(written)) return { ...text, value: written, ...reading }
    if (otherShapes.length > 0) otherShapes = otherShapes.filter((other) => parseDay(written, other) !== null)
    const value = parseDay(written, shape)
    if (value === null) {
      refusedCount += 1
      if (mirrorFormat && mirroredDay === null && parseDay(written, dayShapeFor(mirrorFormat)) !== null)
        mirroredDay = written
      return refusedCell(
        isDayNumber(written) ? 'excel-day-number' : 'date',
        dayMessage(written, shape, isIso),
      )
    }
    if (isNoted) return { value, findings: text.findings, ...reading }
    isNoted = true
    const findings = [
      ...text.findings,
      note('day-form', message('check.daysColumnReadSent', { format, written, value })),
    ]
    return { value, findings, ...reading }
  }
  return {
    check,
    hint(column) {
      if (refusedCount > 0 && otherShapes.length > 0) return hintMessage(column, format, otherShapes)
      return mirrorFormat && mirroredDay !== null
        ? message('check.dayThoughColumnRead', { written: mirroredDay, column, mirror: mirrorFormat, format })
        : null
    },
  }
}

/** Returns the forms that match all these days, ignoring empty cells. Returns an empty list if there are no days. */
export function matchingDayFormats(cells: readonly string[]): DayFormat[] {
  const written = cells.map((cell) => withoutTime(cell.trim())).filter((cell) => cell !== '')
  if (written.length === 0) return []
  const fitting = [...dayShapes.values()].filter((shape) =>
    written.every((day) => parseDay(day, shape) !== null),
  )
  return fitting.map(({ format }) => format)
}

function hintMessage(column: string, format: DayFormat, otherShapes: readonly DayShape[]): Message {
  const [first = '', ...others] = otherShapes.map((other) => other.format)
  const names = others.reduce<MessageValue>((all, other) => message('shared.orAs', { all, other }), first)
  const which = otherShapes.length > 1 ? message('check.knowMeant') : message('check.choose', { names })
  return message('check.allDaysReadNot', { column, names, format, which })
}

const isDayNumber = (text: string): boolean => /^[1-9]\d{4}([.,]\d+)?$/.test(text)

function dayMessage(text: string, { format, pattern, shortYear }: DayShape, isIso: boolean): Message {
  if (isDayNumber(text)) return numberMessage(text)
  if (isIso || pattern.test(text))
    return isIso
      ? message('check.notValidDateCorrect', { text })
      : message('check.notValidDateWhen', { text, format })
  if (shortYear.test(text)) return message('check.yearTwoDigitsTwo', { text })
  return format === 'YYYY-MM-DD'
    ? message('check.notDayFormSuch', { text, format })
    : message('check.notDayFormCorrect', { text, format })
}

function numberMessage(text: string): Message {
  const meant = new Date(Date.UTC(1899, 11, 30) + Number.parseInt(text, 10) * 86_400_000)
  return message('check.spreadsheetsNumberDayProbably', { text, meant: meant.toISOString().slice(0, 10) })
}

const firstCalendarDay = '0001-01-01'
/** Days of a cohort outside these bounds are most likely typing errors or placeholders for a missing day. */
const firstPlausibleDay = '1900-01-01'
const lastPlausibleDay = '2100-12-31'
const dayMs = 86_400_000

/** Returns the last day on which a sample can have been collected in any time zone, as YYYY-MM-DD. */
export const latestDayAt = (nowMs: number): string => new Date(nowMs + dayMs).toISOString().slice(0, 10)

/** `latestDay`: of what has happened already; other days of a form may lie ahead. */
export function plausibleDaysOf(
  { field }: FieldRule,
  latestDay = lastPlausibleDay,
): { first: string; last: string } {
  return { first: firstPlausibleDay, last: field === 'collected_at' ? latestDay : lastPlausibleDay }
}

/** A check that also looks whether a day of the calendar can be meant. */
export function withDayBounds(rule: FieldRule, latestDay: string | undefined, check: CheckCell): CheckCell {
  const { first, last } = plausibleDaysOf(rule, latestDay)
  return (cell) => {
    const checked = check(cell)
    const day = checked.value
    if (typeof day !== 'string' || (day >= first && day <= last)) return checked
    if (day < firstCalendarDay) return refusedCell('date', message('check.notDayCalendarWhose', { day }))
    const where = day < first ? message('check.before1900') : message('check.inTheFuture')
    const text = message('check.liesMostLikelySlip', { day, where })
    return { ...checked, findings: [...checked.findings, warning('unusual-day', text)] }
  }
}

/** The days from 1982 to 2064 as spreadsheets number them. */
const dayNumber = /^[3-5]\d{4}$/
/** The least share of names with letters. Below it, plain numbers may be ordinary names. */
const minShare = 0.8

/**
 * Watches a column of names for day numbers: a spreadsheet turns SEPT2 into 2-Sep, and then into 44806 once the column
 * is formatted as a number. Reports them only if nearly all other names have letters.
 */
export function createDayNumberRule(column: string, index: number): FileRule {
  /** Two arrays of numbers rather than one of objects, since a file may have a million of them. */
  const [rows, days]: [number[], number[]] = [[], []]
  let total = 0
  let nameCount = 0
  return {
    observe(row, cells) {
      const cell = cells[index] ?? ''
      total += 1
      // The code of the first character tells most names from numbers at no cost.
      if (cell.charCodeAt(0) > 57) {
        nameCount += 1
        return true
      }
      const value = cell.trim()
      if (/\p{L}/u.test(value)) nameCount += 1
      else if (dayNumber.test(value)) {
        rows.push(row)
        days.push(Number(value))
      }
      return true
    },
    problems() {
      if (nameCount < (total - rows.length) * minShare || nameCount < rows.length * 2) return []
      return rows.map((row, at) => ({
        row,
        column,
        value: String(days[at]),
        ...warning(
          'excel-day-number',
          message('check.perhapsSpreadsheetsNumberDay', { index: String(days[at]) }),
        ),
      }))
    },
  }
}
