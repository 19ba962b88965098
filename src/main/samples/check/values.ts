import { type Checked, nothing, refused, warning } from './finding.ts'
import { checkText } from './text.ts'

const oldestAge = 130
const shapes = { ',': /^[+-]?\d+(,\d+)?$/, '.': /^[+-]?\d+(\.\d+)?$/ }

/** Age in years, 0 to 130, written with the decimal sign that the file was read with. */
export function checkAge(cell: string, decimal: ',' | '.'): Checked {
  const shape = shapes[decimal]
  const text = shape.test(cell) ? { value: cell, findings: nothing } : checkText(cell)
  if (typeof text.value !== 'string') return text
  if (!shape.test(text.value)) return refused('number', notANumber(text.value, decimal))
  const value = Number(decimal === ',' ? text.value.replace(',', '.') : text.value)
  if (value < 0 || value > oldestAge)
    return refused(
      'range',
      `An age is between 0 and ${oldestAge} years. Correct it, or leave the cell empty.`,
    )
  return { value, findings: text.findings }
}

function notANumber(text: string, decimal: ',' | '.'): string {
  const other = decimal === ',' ? '.' : ','
  const example = `34${decimal}5`
  return /^[+-]?\d+[.,]\d+$/.test(text)
    ? `“${text}” has a decimal “${other}”, but the file is read with “${decimal}”. Write ${example}, or choose the other decimal sign.`
    : `“${text}” is not an age in years. Write a number such as 34 or ${example}, or leave the cell empty.`
}

/** What is sent for each spelling; a file's own F and M stay as they are. */
const sexes: Record<string, readonly string[]> = {
  F: ['f', 'female', 'w', 'woman', 'weiblich', 'femme', 'femenino', '女', '女性'],
  M: ['m', 'male', 'man', 'männlich', 'homme', 'masculino', '男', '男性'],
  other: ['other', 'intersex', 'x', 'd', 'divers', '其他'],
  unknown: ['unknown', 'u', 'unk', 'not known', '未知'],
}

const sexOf = new Map(Object.entries(sexes).flatMap(([sex, words]) => words.map((word) => [word, sex])))

/** Sex in one spelling. A spelling that is changed is said, so that the person sees what is sent. */
export function checkSex(cell: string): Checked {
  const text = checkText(cell)
  if (typeof text.value !== 'string') return text
  const written = text.value
  const value = sexOf.get(written.toLowerCase())
  if (value === undefined)
    return refused(
      'sex',
      `“${written}” is not known as a sex. Write F, M, other or unknown, or leave the cell empty.`,
    )
  if (value === written) return text
  if (value.toLowerCase() === written.toLowerCase()) return { value, findings: text.findings }
  const note = warning(
    'normalised',
    `“${written}” is sent as “${value}”, in this row and all others like it.`,
  )
  return { value, findings: [...text.findings, note] }
}

/** A day as YYYY-MM-DD. Other forms are refused, not guessed: 03/04 is two different days. */
export function checkDay(cell: string): Checked {
  if (dayShape.test(cell) && isDay(cell)) return { value: cell, findings: nothing }
  const text = checkText(cell)
  if (typeof text.value !== 'string') return text
  if (!dayShape.test(text.value)) return refused(dayRule(text.value), dayMessage(text.value))
  if (!isDay(text.value))
    return refused(
      'date',
      `“${text.value}” is not a day of the calendar. Correct it, or leave the cell empty.`,
    )
  return text
}

const dayShape = /^\d{4}-\d{2}-\d{2}$/
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The number that two digits are. */
const digitsAt = (text: string, at: number): number =>
  (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48

/** Whether YYYY-MM-DD is in the (proleptic Gregorian) calendar. */
function isDay(text: string): boolean {
  const year = digitsAt(text, 0) * 100 + digitsAt(text, 2)
  const month = digitsAt(text, 5)
  const day = digitsAt(text, 8)
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0
  return day >= 1 && day <= (monthLengths[month - 1] ?? 0) + leap
}

const isDayNumber = (text: string): boolean => /^[1-9]\d{4}([.,]\d+)?$/.test(text)

const dayRule = (text: string): string => (isDayNumber(text) ? 'excel-day-number' : 'date')

function dayMessage(text: string): string {
  if (!isDayNumber(text))
    return `“${text}” is not a day in the form YYYY-MM-DD (such as 2026-04-03). Other forms are not guessed, since 03/04 may mean two days.`
  const meant = new Date(Date.UTC(1899, 11, 30) + Number.parseInt(text, 10) * 86_400_000)
  return (
    `“${text}” is a spreadsheet's number for a day (probably ${meant.toISOString().slice(0, 10)}). ` +
    'Format the column as YYYY-MM-DD and save the file again.'
  )
}
