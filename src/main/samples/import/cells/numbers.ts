import { toYears } from '../../../../shared/domain/samples/calendar.ts'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { plainNumber } from '../../../../shared/format/numbers.ts'
import { type Message, type MessageValue, message } from '../../../../shared/words/message.ts'
import { signOf } from '../detect/dialect.ts'
import type { AgeUnit } from '../detect/headerWords.ts'
import {
  type CheckCell,
  type Checked,
  error,
  type FileRule,
  noFindings,
  note,
  refusedCell,
  warning,
} from '../finding.ts'
import { ageUnitMessages, parseWrittenAge } from './ageUnits.ts'
import { checkText } from './text.ts'

export const oldestAge = 130
/** As many digits every number keeps. */
const maxDigits = 15
const shapes = { ',': /^[+-]?\d+(,\d+)?$/, '.': /^[+-]?\d+(\.\d+)?$/ }

type NumberReading = { decimal: ',' | '.'; ofWhat: Message; remedy: MessageValue }

/** A number written with the decimal sign that the file was read with. */
function checkNumber(cell: string, { decimal, ofWhat, remedy }: NumberReading): Checked {
  const shape = shapes[decimal]
  const isPlain = shape.test(cell)
  const text = isPlain ? { value: cell, findings: noFindings } : checkText(cell)
  if (typeof text.value !== 'string') return text
  if (!isPlain && !shape.test(text.value))
    return refusedCell('number', notANumber(text.value, decimal, ofWhat, remedy))
  const plain = decimal === ',' ? text.value.replace(',', '.') : text.value
  const value = Number(plain)
  if (plain.length > maxDigits && !Number.isSafeInteger(Math.trunc(value)))
    return refusedCell('number', message('check.moreDigitsNumberStore', { value: text.value, remedy }))
  // Minus nought is nought.
  const sent = value === 0 ? 0 : value
  if (plain.length <= maxDigits || sameDigits(plain, sent)) return { value: sent, findings: text.findings }
  const rounded = note(
    'rounded',
    message('check.moreDigitsNumberStoreSent', { value: text.value, sent: plainNumber(sent) }),
  )
  return { value: sent, findings: [...text.findings, rounded] }
}

/** True if the number has the digits of the text, apart from the sign and from leading and trailing zeros. */
const sameDigits = (text: string, value: number): boolean => digitsOf(text) === digitsOf(plainNumber(value))

const digitsOf = (text: string): string => {
  const [integerPart = '', fractionPart = ''] = text.replace(/^[+-]/, '').split('.')
  return `${integerPart.replace(/^0+/, '')}.${fractionPart.replace(/0+$/, '')}`
}

function notANumber(text: string, decimal: ',' | '.', ofWhat: Message, remedy: MessageValue): Message {
  const other = decimal === ',' ? '.' : ','
  const example = `34${decimal}5`
  return /^[+-]?\d+[.,]\d+$/.test(text)
    ? message('check.decimalFileReadWrite', { text, other, decimal, example })
    : message('check.notWriteNumberAlone', { text, ofWhat, example, remedy })
}

/** Returns the part of a message that offers to leave the cell empty, if the field is optional. */
export const orEmpty = ({ required }: FieldRule): MessageValue =>
  required ? '' : message('check.leaveCellEmpty')

/** Returns the bounds of a number, or of an age in years. Both are inclusive. */
export function boundsOf(rule: FieldRule): { least: number; most: number } {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = rule
  return rule.type === 'age'
    ? { least: Math.max(0, least), most: Math.min(oldestAge, most) }
    : { least, most }
}

export function createNumberCheck(rule: FieldRule, decimal: ',' | '.'): CheckCell {
  const ofWhat =
    rule.unit === undefined ? message('check.aNumber') : message('check.aNumberIn', { unit: rule.unit })
  const reading = { decimal, ofWhat, remedy: orEmpty(rule) }
  const { least, most } = boundsOf(rule)
  return (cell) => {
    const checked = checkNumber(cell, reading)
    if (typeof checked.value !== 'number' || (checked.value >= least && checked.value <= most)) return checked
    return refusedCell(
      'range',
      message('check.outRangeCorrect', {
        cell: cell.trim(),
        field: rule.field,
        rule: bounds(rule),
        remedy: reading.remedy,
      }),
    )
  }
}

function bounds({ least, most, unit = '' }: FieldRule): Message {
  const end = unit === '' ? '' : ` ${unit}`
  if (least === undefined) return message('check.atMost', { most: most ?? '', end })
  return most === undefined
    ? message('check.atLeast', { least, end })
    : message('check.betweenAnd', { least, most, end })
}

/**
 * An age, sent in years, 0 to 130 or what the form allows of that. A cell that names its unit is read in that one, whatever
 * the unit of the column is.
 */
export function createAgeCheck(rule: FieldRule, decimal: ',' | '.', unit: AgeUnit): CheckCell {
  const { least, most } = boundsOf(rule)
  const remedy = orEmpty(rule)
  const reading = { decimal, ofWhat: message('check.anAgeIn', { unit: ageUnitMessages[unit] }), remedy }
  const outOfRange = (given: MessageValue = ''): Checked =>
    refusedCell('range', message('check.ageBetweenYearsCorrect', { least, most, given, remedy }))
  let isNoted = false
  const inUnit = (cell: string): Checked => {
    const checked = checkNumber(cell, reading)
    if (typeof checked.value !== 'number') return checked
    const value = unit === 'years' ? checked.value : toYears(checked.value, unit)
    if (value < least || value > most)
      return outOfRange(
        unit === 'years'
          ? ''
          : message('check.areYears', { value: checked.value, unit: ageUnitMessages[unit], years: value }),
      )
    if (isNoted || unit === 'years') return { value, findings: checked.findings }
    isNoted = true
    const unitNote = note(
      'age-unit',
      message('check.agesColumnReadSent', { unit: ageUnitMessages[unit], cell: cell.trim(), years: value }),
    )
    return { value, findings: [...checked.findings, unitNote] }
  }
  return (cell) => {
    // Most ages are numbers alone.
    const written = /\p{L}|[<>≤≥~≈+–—;]|\d\s*-\s*\d/u.test(cell) ? parseWrittenAge(cell) : null
    if (written === null) return inUnit(cell)
    const text = checkText(cell)
    if (typeof text.value !== 'string') return text
    if (written.kind !== 'age')
      return refusedCell('age', notOneAge[written.kind]({ text: text.value, remedy }))
    if (written.parts.some(({ value }) => isDoubtful(value, decimal)))
      return refusedCell('number', notANumber(text.value, decimal, reading.ofWhat, remedy))
    const years = written.parts.map((part) => toYears(Number(part.value.replace(',', '.')), part.unit))
    const value = Math.round(years.reduce((sum, one) => sum + one, 0) * 10_000) / 10_000
    if (value < least || value > most)
      return outOfRange(message('check.isYears', { value: text.value, years: value }))
    const differs = written.parts.some((part) => part.unit !== unit)
    return { value, findings: text.findings, reading: differs ? 'age-unit-differs' : 'age-unit-in-cell' }
  }
}

/** Three digits after a sign that is not the file's may be a thousand. */
const isDoubtful = (value: string, decimal: ',' | '.'): boolean => {
  const sign = signOf(value)
  return sign !== null && sign.of !== decimal && !sign.isCertain
}

type Shown = { text: string; remedy: MessageValue }
const notOneAge = {
  unborn: (shown: Shown) => message('check.ageBeforeBirthFertilization', shown),
  range: (shown: Shown) => message('check.rangeOrderOneAge', shown),
  several: (shown: Shown) => message('check.holdsSeveralAgesOrder', shown),
}

/**
 * Watches a column of numbers whose sign may also be a thousands separator: three digits follow it in every number that
 * has one. Reports the column if the user has not chosen the decimal sign of the file.
 */
export function createSignRule(column: string, index: number, decimal: ',' | '.'): FileRule {
  let isCertain = false
  let first: { row: number; value: string } | null = null
  return {
    observe(row, cells) {
      const cell = cells[index] ?? ''
      // Most numbers are too short to have a sign with digits on both sides.
      if (cell.length < 3) return true
      const sign = signOf(cell)
      if (sign === null) return true
      if (sign.isCertain) isCertain = sign.of === decimal
      else first ??= { row, value: cell.trim() }
      return !isCertain
    },
    problems: () =>
      isCertain || first === null
        ? []
        : [{ ...first, column, ...error('ambiguous-number', messageOf(column, first.value)) }],
  }
}

function messageOf(column: string, value: string): Message {
  const plain = value.replace(/[.,]/, '')
  const sign = value.includes(',') ? ',' : '.'
  return message('check.allNumbersThreeDigits', {
    column,
    sign,
    value,
    value2: value.replace(',', '.'),
    plain,
  })
}

/** With fewer rows the usual length of a column's numbers cannot be estimated. */
const minRows = 20
/** Shorter numbers are mostly counters, whose length grows with the file. */
const minDigits = 5
const minShare = 0.8
const number = /^[1-9]\d*$/

type Length = { digits: number; count: number; row: number; value: string }

/**
 * Watches a column of names for numbers that have lost their leading zeros: nearly all are digits of one length,
 * a few are shorter, and none begins with a zero. Counters (99, 100, 101) are distinguished by being in order.
 */
export function createZeroRule(column: string, index: number): FileRule {
  const lengths = new Map<number, Length>()
  let others = false
  let ascending = true
  let last = -1
  return {
    observe(row, cells) {
      const value = (cells[index] ?? '').trim()
      if (value === '') return true
      if (!number.test(value)) {
        others = true
        return false
      }
      const length = lengths.get(value.length)
      if (length) length.count += 1
      else lengths.set(value.length, { digits: value.length, count: 1, row, value })
      ascending &&= Number(value) >= last
      last = Number(value)
      return true
    },
    problems() {
      const seen = [...lengths.values()]
      const total = seen.reduce((sum, { count }) => sum + count, 0)
      if (others || ascending || total < minRows) return []
      const usual = seen.sort((a, b) => b.count - a.count)[0]
      if (!usual || usual.digits < minDigits || usual.count < total * minShare) return []
      const first = seen.filter(({ digits }) => digits < usual.digits).sort((a, b) => a.row - b.row)[0]
      if (!first) return []
      const text = message('check.mostNamesColumnDigits', { digits: usual.digits, value: first.value })
      return [{ row: first.row, column, value: first.value, ...warning('lost-zeros', text) }]
    },
  }
}
