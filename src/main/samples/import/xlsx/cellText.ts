import type { Cell, CellValue } from 'hucre/xlsx'
import { plainNumber } from '../../../../shared/format/numbers.ts'
import { joinMessages, message } from '../../../../shared/words/message.ts'
import { error, type Finding, note, warning } from '../finding.ts'

/** The text of a cell. `note`: what the reader reports about it. */
type CellText = { text: string; note: Finding | null }

/** Before it Excel counts a 29 February 1900 that never was, so that its days are not the calendar's. */
const firstReliableDay = Date.UTC(1900, 2, 1)

const noValue = error('formula-without-value', message('files.cellHoldsFormulaWhose'))
const readAsDate = note('read-as-date', message('files.workbookHoldsDatesNot'))
const invalidDay = error('date', message('files.workbookHoldsDateNot'))
const timeOnly = error('date', message('files.workbookHoldsTimeDuration'))

/**
 * Converts the cells of one sheet to text as the user sees it, if that is safe: numbers with all their digits and
 * without exponents, padded with zeros as shown in the sheet; dates as ISO days and times; formulas as their stored
 * results. A cell that the sheet shows differently is reported.
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
function shownNote(text: string, shown: ShownNumber, decimal: ',' | '.'): Finding | null {
  const shownText = decimal === ',' ? shown.text.replace('.', ',') : shown.text
  if (shown.is === 'same' || shownText === text) return null
  const sentence =
    shownText === ''
      ? message('files.cellShowsNothingHolds', { text })
      : message('files.cellShowsHoldsSent', { shownText, text })
  return shown.is === 'rounded'
    ? note('shown-rounded', joinMessages([sentence, message('files.othersLike')]))
    : warning('shown-otherwise', joinMessages([sentence, message('files.whatShownMeantType')]))
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

/** Formats a day, with its time if there is one. Sheets have no time zone, so UTC is used throughout. */
function isoText(date: Date): string {
  const iso = date.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
}

/** A time of day without a day is a date near the beginning of the sheet's calendar. */
const oldDate = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19))

/** The text a spreadsheet shows for a number, and whether it is the number itself, rounded, or something else. */
type ShownNumber = { text: string; is: 'same' | 'rounded' | 'other' }

type Part = { text: string } | { digits: string }
/** `isNegative`: true if only negative numbers meet the condition. */
type Condition = { isMet: (value: number) => boolean; isNegative: boolean }
/** One of up to four sections of a number format. `scale`: a factor; `when`: the numbers it applies to. */
type Section = {
  when: Condition | null
  parts: Part[]
  decimals: number
  scale: number
  denominator: string | null
  exponent: boolean
}

/** Pieces of a format: text in quotes, an escaped character, space and filling, what is in brackets, digits, others. */
const formatTokens =
  /"([^"]*)"?|\\(.)|[_*].|\[([^\]]*)\]|(General)|([0#?.,]+(?:\/[0#?\d]+)?)|(E[+-]0+)|(.)/giu

/**
 * Returns a function that formats numbers as the format does in an English locale, but without thousands separators.
 * For an invented or damaged format it shows the digits. Not for date formats.
 */
export function createNumberFormatter(format: string): (value: number) => ShownNumber {
  const sections = splitSections(format).map(parseSection)
  const isPlain = /^(?:General|@)$/i.test(format)
  const [usual, decimals = ''] = /^(?:#,##)?0(?:\.(0+))?$/.exec(format) ?? []
  const unit = usual === undefined ? Number.NaN : 10 ** decimals.length
  return (value) => {
    if (isPlain) return { text: String(value), is: 'same' }
    // Most numbers have no more digits than are shown.
    if (Number.isInteger(value * unit)) return { text: value.toFixed(decimals.length), is: 'same' }
    const text = show(value, sections)
    return { text, is: compare(value, text) }
  }
}

const splitSections = (format: string): string[] =>
  format.match(/(?:"[^"]*"?|\\.|[^;"\\])+|(?<=;|^)(?=;|$)/g) ?? []

function parseSection(section: string): Section {
  const parsed: Section = { when: null, parts: [], decimals: 0, scale: 1, denominator: null, exponent: false }
  for (const [token, quoted, escaped, bracket, general, digits, exponent, other] of section.matchAll(
    formatTokens,
  )) {
    const text = quoted ?? escaped ?? (other === '%' ? '%' : other)
    if (text !== undefined) {
      parsed.parts.push({ text })
      if (other === '%') parsed.scale *= 100
    } else if (bracket?.startsWith('$')) parsed.parts.push({ text: /^\$([^-]*)/.exec(bracket)?.[1] ?? '' })
    else if (bracket !== undefined) parsed.when ??= toCondition(bracket)
    else if (exponent !== undefined) parsed.exponent = true
    else if (general !== undefined) parsed.parts.push({ digits: token })
    else if (digits !== undefined) addDigits(parsed, digits)
  }
  return parsed
}

/** Null for what is in brackets otherwise, such as a colour. */
function toCondition(bracket: string): Condition | null {
  const [, sign, text] = /^(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)$/.exec(bracket) ?? []
  const limit = Number(text)
  switch (sign) {
    case '<':
      return { isMet: (value) => value < limit, isNegative: limit <= 0 }
    case '<=':
      return { isMet: (value) => value <= limit, isNegative: limit < 0 }
    case '>':
      return { isMet: (value) => value > limit, isNegative: false }
    case '>=':
      return { isMet: (value) => value >= limit, isNegative: false }
    case '=':
      return { isMet: (value) => value === limit, isNegative: limit < 0 }
    case '<>':
      return { isMet: (value) => value !== limit, isNegative: false }
    default:
      return null
  }
}

/** The conditions of sections without their own: positive numbers, negative ones, then zero. */
const usualConditions = [toCondition('>0'), toCondition('<0')]

/** Returns the section that formats a number. Undefined: the cell shows hashes. */
function sectionOf(value: number, sections: readonly Section[]): Section | undefined {
  const ofNumbers = sections.slice(0, 3)
  if (!ofNumbers.some(({ when }) => when))
    return (value < 0 ? sections[1] : value === 0 ? sections[2] : undefined) ?? sections[0]
  return ofNumbers.find(({ when }, at) => {
    const condition = when ?? (at === ofNumbers.length - 1 ? null : usualConditions[at])
    return !condition || condition.isMet(value)
  })
}

/** True if the section applies to negative numbers alone: it then formats them without a sign. */
const dropsSign = (section: Section, sections: readonly Section[]): boolean =>
  section.when ? section.when.isNegative : section === sections[1] && !sections[0]?.when

function addDigits(parsed: Section, digits: string): void {
  const [number = '', denominator] = digits.split('/')
  // Each comma behind the digits hides three of them.
  const hidden = /[0#?](,+)(?:\.|$)/.exec(number)?.[1]?.length ?? 0
  parsed.scale /= 1000 ** hidden
  parsed.decimals += number.split('.')[1]?.replaceAll(/[^0#?]/g, '').length ?? 0
  if (denominator !== undefined) parsed.denominator = denominator
  parsed.parts.push({ digits: number })
}

function show(value: number, sections: readonly Section[]): string {
  const section = sectionOf(value, sections)
  if (!section) return sections.length > 1 ? '#####' : String(value)
  const { parts, scale, decimals, denominator, exponent } = section
  const scaled = (value < 0 && dropsSign(section, sections) ? -value : value) * scale
  const digitParts = parts.filter((part) => 'digits' in part)
  if (digitParts.some(({ digits }) => digits === 'General')) return fill(parts, [String(scaled)])
  if (denominator !== null) return fill(parts, fraction(scaled, denominator, digitParts.length))
  if (exponent) return fill(parts, [scaled.toExponential(decimals)])
  return fill(parts, distributeDigits(toFixed(scaled, decimals), digitParts))
}

const maxDecimals = 30

/** Rounded as written, not as stored, which is a little less for 1.005. */
function toFixed(value: number, decimals: number): string {
  const digits = Math.min(decimals, maxDecimals)
  const shifted = Number(`${Math.abs(value)}e${digits}`)
  const text = Number.isFinite(shifted)
    ? Number(`${Math.round(shifted)}e-${digits}`).toFixed(digits)
    : String(value)
  return value < 0 && Number(text) !== 0 ? `-${text.replace('-', '')}` : text
}

/** The digits from the right on into the places that a text parts, as 123-45-6789 does. */
function distributeDigits(text: string, digitParts: readonly { digits: string }[]): string[] {
  const shown: string[] = []
  let rest = text
  for (const { digits } of digitParts.slice(1).toReversed()) {
    const length = digits.replaceAll(/[^0#?.]/g, '').length
    shown.unshift(rest.slice(-length).padStart(length, '0'))
    rest = rest.slice(0, -length)
  }
  const zeros = digitParts[0]?.digits.split('.')[0]?.replaceAll(/[^0]/g, '').length ?? 0
  const [integerPart = '', ...part] = rest.split('.')
  const sign = integerPart.startsWith('-') ? '-' : ''
  return [sign + [integerPart.slice(sign.length).padStart(zeros, '0'), ...part].join('.'), ...shown]
}

/** The nearest fraction of so many digits, or of just this denominator; after its whole number where that has a place. */
function fraction(value: number, denominator: string, placeCount: number): string[] {
  const integerPart = placeCount > 1 ? Math.trunc(value) : 0
  const rest = Math.abs(value - integerPart)
  const fixed = /^\d+$/.test(denominator) && !/^0+$/.test(denominator)
  const minDenominator = fixed ? Number(denominator) : 1
  const maxDenominator = fixed ? minDenominator : 10 ** Math.min(denominator.length, 3) - 1
  let best = { of: minDenominator, count: Math.round(rest * minDenominator) }
  for (let of = minDenominator; of <= maxDenominator; of++) {
    const count = Math.round(rest * of)
    if (Math.abs(count / of - rest) < Math.abs(best.count / best.of - rest) - 1e-12) best = { of, count }
  }
  const part = best.count === 0 ? '' : `${best.count}/${best.of}`
  if (placeCount > 1)
    return [integerPart === 0 && part !== '' ? (value < 0 ? '-' : '') : String(integerPart), part]
  return [value < 0 && part !== '' ? `-${part}` : part || '0']
}

function fill(parts: readonly Part[], shown: readonly string[]): string {
  let next = 0
  return parts
    .map((part) => ('text' in part ? part.text : (shown[next++] ?? '')))
    .join('')
    .trim()
}

/** Compares the shown text with the number. Negative numbers may be in brackets. */
function compare(value: number, text: string): ShownNumber['is'] {
  const plain = text
    .replaceAll(/\s/g, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/^\+/, '')
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/i.test(plain)) return 'other'
  const shown = Number(plain)
  if (shown === value) return 'same'
  const [mantissa = '', exponent = '0'] = plain.toLowerCase().split('e')
  const decimals = (mantissa.split('.')[1]?.length ?? 0) - Number(exponent)
  // Half a digit of the last place shown, and a little for what is stored a little off.
  return Math.abs(shown - value) <= 0.5000001 * 10 ** -decimals ? 'rounded' : 'other'
}
