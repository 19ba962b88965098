import type { DayFormat, Transform } from './importing.ts'

/** Parsers for the dates and ages of a file. The row check and the example beside a setting share them. */

export type DayShape = { format: DayFormat; pattern: RegExp; shortYear: RegExp; order: 'ymd' | 'dmy' | 'mdy' }

const parts = { YYYY: '(\\d{4})', MMM: '([a-z]{3})', MM: '(\\d{1,2})', DD: '(\\d{1,2})' }
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Compiles a format to a regular expression. One-digit days and months are allowed if a separator ends them and the
 * format is not ISO's.
 */
function toShape(format: DayFormat): DayShape {
  const isStrict = format === 'YYYY-MM-DD' || format === 'YYYYMMDD'
  const source = format
    .replaceAll('.', '\\.')
    .replaceAll(/YYYY|MMM|MM|DD/g, (part) => parts[part as keyof typeof parts])
    .replaceAll('{1,2}', isStrict ? '{2}' : '{1,2}')
  const order = format.startsWith('Y') ? 'ymd' : format.startsWith('D') ? 'dmy' : 'mdy'
  return {
    format,
    pattern: new RegExp(`^${source}$`, 'i'),
    shortYear: new RegExp(`^${source.replace(parts.YYYY, "'?\\d{2}")}$`, 'i'),
    order,
  }
}

/** Written out, because the contract's schema would load all of zod into the worker. */
const formats = Object.keys({
  'YYYY-MM-DD': 0,
  'YYYY/MM/DD': 0,
  YYYYMMDD: 0,
  'DD.MM.YYYY': 0,
  'DD/MM/YYYY': 0,
  'DD-MM-YYYY': 0,
  'DD-MMM-YYYY': 0,
  'MM/DD/YYYY': 0,
  'MM-DD-YYYY': 0,
} satisfies Record<DayFormat, 0>) as DayFormat[]

export const dayShapes = new Map(formats.map((format) => [format, toShape(format)]))

export const dayShapeFor = (format: DayFormat): DayShape => dayShapes.get(format) ?? toShape(format)

/** Parses a date of this format to YYYY-MM-DD. Returns null for another format or a date that does not exist. */
export function parseDay(text: string, { pattern, order }: DayShape): string | null {
  const [, first = '', second = '', third = ''] = pattern.exec(text) ?? []
  if (first === '') return null
  const [year, middle, day] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second]
  const month = middle.length === 3 ? String(months.indexOf(middle.toLowerCase()) + 1) : middle
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDay(iso) ? iso : null
}

/** A time of day after a date, as in ISO 8601 and spreadsheets: `T10:00:00.5Z`, ` 10:00`, ` 9:30 pm`. */
const timeOfDay =
  /^(.*\d)(?:T| +|, +)(?:[01]?\d|2[0-4])[:.][0-5]\d(?:[:.][0-5]\d(?:[.,]\d+)?)? ?(?:[ap]\.?m\.?)? ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i

/** Removes the time of day from a date; returns a text without one unchanged. */
export const withoutTime = (text: string): string =>
  text.length > 10 || text.includes(':') ? (timeOfDay.exec(text)?.[1] ?? text) : text

/** Returns the date to send for a cell, as YYYY-MM-DD, or null. ISO dates are accepted in a column of any format. */
export function readDay(cell: string, format: DayFormat): string | null {
  const written = withoutTime(cell.trim())
  return isIsoDay(written) ? written : parseDay(written, dayShapeFor(format))
}

const nought = 48
const dash = 45
const isDigit = (code: number): boolean => code >= nought && code <= 57

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Parses two digits. Returns NaN if they are not digits. */
const twoDigits = (text: string, at: number): number => {
  const tens = text.charCodeAt(at)
  const ones = text.charCodeAt(at + 1)
  return isDigit(tens) && isDigit(ones) ? (tens - nought) * 10 + ones - nought : Number.NaN
}

/** True if a text is a date of the (proleptic Gregorian) calendar, written YYYY-MM-DD. */
export const isIsoDay = (text: string): boolean => isoDayNumber(text) >= 0

/** Returns an ISO date as the number YYYYMMDD, or NaN for any other text. */
export function isoDayNumber(text: string): number {
  if (text.length !== 10 || text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash) return Number.NaN
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0
  const isDay = year >= 0 && day >= 1 && day <= (monthLengths[month - 1] ?? 0) + leap
  return isDay ? (year * 100 + month) * 100 + day : Number.NaN
}

/** The number of each unit in a year of 365.25 days, the year in which ages are counted. */
const unitsPerYear: Record<Transform['ageUnit'], number> = {
  years: 1,
  months: 12,
  weeks: 365.25 / 7,
  days: 365.25,
}

/** Converts an age to years, rounded to four decimals: less than an hour, and still readable. */
export const toYears = (value: number, unit: Transform['ageUnit']): number =>
  Math.round((value / unitsPerYear[unit]) * 10_000) / 10_000
