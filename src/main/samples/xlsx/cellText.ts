import type { Cell, CellValue } from 'hucre/xlsx'
import type { CellNote } from '../tableRow.ts'
import { createNumberFormatter, type ShownNumber } from './shownNumber.ts'

type Note = Omit<CellNote, 'cell'>
export type CellText = { text: string; note: Note | null }

/** Before it Excel counts a 29 February 1900 that never was, so that its days are not the calendar's. */
const firstReliableDay = Date.UTC(1900, 2, 1)

const noValue: Note = {
  rule: 'formula-without-value',
  message:
    'The cell holds a formula whose result was never stored. Open the workbook in your spreadsheet program, save it, and choose it again.',
  severity: 'error',
}
const readAsDate: Note = {
  rule: 'read-as-date',
  message:
    'The workbook holds dates here, not text. They are read as YYYY-MM-DD, whatever form they are shown in.',
  severity: 'note',
}
const invalidDay: Note = {
  rule: 'date',
  message:
    'The workbook holds a date here that is not in the calendar. Type the day anew, as text in the form YYYY-MM-DD.',
  severity: 'error',
}

const timeOnly: Note = {
  rule: 'date',
  message:
    'The workbook holds a time or a duration here, which would be read as a date. Type it anew, as text or as a plain number.',
  severity: 'error',
}

/**
 * The cells of one sheet, each as a person sees it, where that is safe: numbers with all their digits and never an
 * exponent, padded with zeros where the sheet shows them so; dates as ISO days and times; a formula as its stored
 * result. What is shown as something else is told.
 */
export function createCellText(decimal: ',' | '.') {
  const formatters = new Map<string, ReturnType<typeof createNumberFormatter>>()
  const formatAs = (format: string, value: number): ShownNumber => {
    const known = formatters.get(format) ?? createNumberFormatter(format)
    formatters.set(format, known)
    return known(value)
  }
  return (value: CellValue, cell: Cell | undefined): CellText => {
    const format = cell?.style?.numFmt
    if (typeof value !== 'number' || format === undefined) return toCellText(value, cell, decimal)
    const text = shownNumber(value, format, decimal)
    return { text, note: shownNote(text, formatAs(format, value), decimal) }
  }
}

/** Null where the cell shows what is read of it. */
function shownNote(text: string, shown: ShownNumber, decimal: ',' | '.'): Note | null {
  const shownText = decimal === ',' ? shown.text.replace('.', ',') : shown.text
  if (shown.is === 'same' || shownText === text) return null
  const message =
    shownText === ''
      ? `The cell shows nothing, but holds ${text}, which is sent.`
      : `The cell shows “${shownText}”, but holds ${text}, which is sent.`
  if (shown.is === 'rounded')
    return { rule: 'shown-rounded', message: `${message} So are others like it.`, severity: 'note' }
  const remedy = 'If what is shown is meant, type it into the cell as text or as a plain number.'
  return { rule: 'shown-otherwise', message: `${message} ${remedy}`, severity: 'warning' }
}

function toCellText(value: CellValue, cell: Cell | undefined, decimal: ',' | '.'): CellText {
  if (value === null) return { text: '', note: cell?.formula === undefined ? null : noValue }
  if (typeof value === 'string') return { text: value, note: null }
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE', note: null }
  if (typeof value === 'number') return { text: shownNumber(value, undefined, decimal), note: null }
  if (showsNoDay(cell?.style?.numFmt)) return { text: oldDate(value), note: timeOnly }
  if (Number.isNaN(value.getTime()) || value.getTime() < firstReliableDay)
    return { text: oldDate(value), note: invalidDay }
  return { text: isoText(value), note: readAsDate }
}

/** A time alone, or hours that are counted on past a day. */
const showsNoDay = (format = ''): boolean => {
  const signs = format.replaceAll(/"[^"]*"|\\.|\[\$[^\]]*\]/g, '')
  return /[hms]/i.test(signs) && !/[dy]|mmm/i.test(signs)
}

function shownNumber(value: number, format: string | undefined, decimal: ',' | '.'): string {
  const text = plainNumber(value)
  if (format !== undefined && /^0{2,}$/.test(format) && /^\d+$/.test(text))
    return text.padStart(format.length, '0')
  return decimal === ',' ? text.replace('.', ',') : text
}

/** The shortest digits that are this number, with the point where it belongs and no exponent. */
export function plainNumber(value: number): string {
  const text = String(value)
  const [, sign = '', integerPart = '', fractionPart = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (exponent === undefined) return text
  const digits = integerPart + fractionPart
  const point = integerPart.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** The day, with the time where there is one. Sheets know no time zone, so the reading keeps to UTC. */
function isoText(date: Date): string {
  const iso = date.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
}

/** A time of day without a day is a date near the beginning of the sheet's calendar. */
const oldDate = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19))
