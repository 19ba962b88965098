import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { signOf } from '../csv/decimalSign.ts'
import { plainNumber } from '../xlsx/cellText.ts'
import { type AgeUnit, parseWrittenAge } from './ageUnits.ts'
import { type CheckCell, type Checked, noFindings, note, refusedCell } from './finding.ts'
import { checkText } from './text.ts'

export const oldestAge = 130
/** As many digits every number keeps. */
const maxDigits = 15
const shapes = { ',': /^[+-]?\d+(,\d+)?$/, '.': /^[+-]?\d+(\.\d+)?$/ }

type NumberReading = { decimal: ',' | '.'; ofWhat: string; remedy: string }

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
    return refusedCell(
      'number',
      `“${text.value}” has more digits than a number can keep. Shorten it${remedy}.`,
    )
  // Minus nought is nought.
  const sent = value === 0 ? 0 : value
  if (plain.length <= maxDigits || sameDigits(plain, sent)) return { value: sent, findings: text.findings }
  const rounded = note(
    'rounded',
    `“${text.value}” has more digits than a number can keep and is sent as ${plainNumber(sent)}, the nearest one; so are others like it.`,
  )
  return { value: sent, findings: [...text.findings, rounded] }
}

/** Whether a number, written out, is what stands there but for its sign and noughts that say nothing. */
const sameDigits = (text: string, value: number): boolean => digitsOf(text) === digitsOf(plainNumber(value))

const digitsOf = (text: string): string => {
  const [integerPart = '', fractionPart = ''] = text.replace(/^[+-]/, '').split('.')
  return `${integerPart.replace(/^0+/, '')}.${fractionPart.replace(/0+$/, '')}`
}

function notANumber(text: string, decimal: ',' | '.', ofWhat: string, remedy: string): string {
  const other = decimal === ',' ? '.' : ','
  const example = `34${decimal}5`
  return /^[+-]?\d+[.,]\d+$/.test(text)
    ? `“${text}” has a decimal “${other}”, but the file is read with “${decimal}”. Write ${example}, or choose the other decimal sign.`
    : `“${text}” is not ${ofWhat}. Write a number alone, such as 34 or ${example}${remedy}.`
}

/** What may be done instead of correcting a cell. */
export const orEmpty = ({ required }: FieldRule): string => (required ? '' : ', or leave the cell empty')

/** Between what a number, or an age in years, has to be; both are included. */
export function boundsOf(rule: FieldRule): { least: number; most: number } {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = rule
  return rule.type === 'age'
    ? { least: Math.max(0, least), most: Math.min(oldestAge, most) }
    : { least, most }
}

export function createNumberCheck(rule: FieldRule, decimal: ',' | '.'): CheckCell {
  const ofWhat = rule.unit === undefined ? 'a number' : `a number in ${rule.unit}`
  const reading = { decimal, ofWhat, remedy: orEmpty(rule) }
  const { least, most } = boundsOf(rule)
  return (cell) => {
    const checked = checkNumber(cell, reading)
    if (typeof checked.value !== 'number' || (checked.value >= least && checked.value <= most)) return checked
    return refusedCell(
      'range',
      `“${cell.trim()}” is out of range: “${rule.field}” is ${bounds(rule)}. Correct it${reading.remedy}.`,
    )
  }
}

function bounds({ least, most, unit = '' }: FieldRule): string {
  const end = unit === '' ? '' : ` ${unit}`
  if (least === undefined) return `at most ${most}${end}`
  return most === undefined ? `at least ${least}${end}` : `between ${least} and ${most}${end}`
}

/** How many of a unit make a year of 365.25 days, which is what an age in years is counted in. */
const unitsPerYear: Record<AgeUnit, number> = { years: 1, months: 12, weeks: 365.25 / 7, days: 365.25 }

/** Finer than an hour, and short enough to be read. */
const toYears = (value: number, unit: AgeUnit): number =>
  Math.round((value / unitsPerYear[unit]) * 10_000) / 10_000

/**
 * An age, sent in years, 0 to 130 or what the form allows of that. A cell that names its unit is read in that one, whatever
 * the unit of the column is.
 */
export function createAgeCheck(rule: FieldRule, decimal: ',' | '.', unit: AgeUnit): CheckCell {
  const { least, most } = boundsOf(rule)
  const remedy = orEmpty(rule)
  const reading = { decimal, ofWhat: `an age in ${unit}`, remedy }
  const outOfRange = (given = ''): Checked =>
    refusedCell('range', `An age is between ${least} and ${most} years.${given} Correct it${remedy}.`)
  let isNoted = false
  const inUnit = (cell: string): Checked => {
    const checked = checkNumber(cell, reading)
    if (typeof checked.value !== 'number') return checked
    const value = unit === 'years' ? checked.value : toYears(checked.value, unit)
    if (value < least || value > most)
      return outOfRange(unit === 'years' ? '' : ` ${checked.value} ${unit} are ${value} years.`)
    if (isNoted || unit === 'years') return { value, findings: checked.findings }
    isNoted = true
    const unitNote = note(
      'age-unit',
      `Ages of this column are read in ${unit} and sent in years: “${cell.trim()}” as ${value}, and all others like it.`,
    )
    return { value, findings: [...checked.findings, unitNote] }
  }
  return (cell) => {
    // Most ages are numbers alone.
    const written = /\p{L}|[<>≤≥~≈+–—]|\d\s*-\s*\d/u.test(cell) ? parseWrittenAge(cell) : null
    if (written === null) return inUnit(cell)
    const text = checkText(cell)
    if (typeof text.value !== 'string') return text
    if (written.kind !== 'age') return refusedCell('age', notOneAge(text.value, written.kind, remedy))
    if (written.parts.some(({ value }) => isDoubtful(value, decimal)))
      return refusedCell('number', notANumber(text.value, decimal, reading.ofWhat, remedy))
    const years = written.parts.map((part) => toYears(Number(part.value.replace(',', '.')), part.unit))
    const value = Math.round(years.reduce((sum, one) => sum + one, 0) * 10_000) / 10_000
    if (value < least || value > most) return outOfRange(` “${text.value}” is ${value} years.`)
    const differs = written.parts.some((part) => part.unit !== unit)
    return { value, findings: text.findings, reading: differs ? 'age-unit-differs' : 'age-unit-in-cell' }
  }
}

/** Three digits after a sign that is not the file's may be a thousand. */
const isDoubtful = (value: string, decimal: ',' | '.'): boolean => {
  const sign = signOf(value)
  return sign !== null && sign.of !== decimal && !sign.isCertain
}

function notOneAge(text: string, kind: 'unborn' | 'range' | 'several', remedy: string): string {
  switch (kind) {
    case 'unborn':
      return `“${text}” is an age before birth, and an order counts ages from birth. Move the stage to another column${remedy}.`
    case 'range':
      return `“${text}” is a range, and an order has one age. Write the age as one number${remedy}.`
    case 'several':
      return `“${text}” holds several ages, and an order has one. Write one of them${remedy}.`
  }
}
