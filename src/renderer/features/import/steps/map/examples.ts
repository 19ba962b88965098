import type { DayFormat, ImportDraft, Transform } from '../../../../../shared/domain/samples/importing.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * The day that a text names in a form, as YYYY-MM-DD, which is taken in any form; null where it does not fit or is not
 * in the calendar. An example as the check reads days: the check itself is main's.
 */
export function readDay(written: string, format: DayFormat): string | null {
  const text = written.trim().replace(/(?<=\d)(?:T|,? +)\d{1,2}:.*$/, '')
  const isIso = /^\d{4}-\d{2}-\d{2}$/.test(text.trim())
  if (isIso !== (format === 'YYYY-MM-DD')) return isIso ? readDay(text, 'YYYY-MM-DD') : null
  const letters = [...format.matchAll(/Y+|M+|D+/g)].map(([part]) => part)
  const shape = format
    .replace('YYYY', '(\\d{4})')
    .replace('MMM', '([A-Za-z]{3})')
    .replace('MM', '(\\d{1,2})')
    .replace('DD', '(\\d{1,2})')
    .replaceAll('.', '\\.')
  const exact = format === 'YYYYMMDD' ? '(\\d{4})(\\d{2})(\\d{2})' : shape
  const found = new RegExp(`^${exact}$`).exec(text.trim())
  if (!found) return null
  const part = (letter: string): string => found[letters.findIndex((one) => one.startsWith(letter)) + 1] ?? ''
  const word = part('M')
  const month = format.includes('MMM') ? months.indexOf(word.toLowerCase()) + 1 : Number(word)
  return toCalendar(Number(part('Y')), month, Number(part('D')))
}

function toCalendar(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000
  return real ? date.toISOString().slice(0, 10) : null
}

const aYear: Record<Transform['ageUnit'], number> = { years: 1, months: 12, weeks: 365.25 / 7, days: 365.25 }

/** An age of the file in years, to the four places that are sent; null where the text is no number. */
export function readAge(text: string, unit: Transform['ageUnit'], decimal: ',' | '.'): number | null {
  const shape = decimal === ',' ? /^\d+(,\d+)?$/ : /^\d+(\.\d+)?$/
  if (!shape.test(text.trim())) return null
  const value = Number(text.trim().replace(',', '.'))
  return unit === 'years' ? value : Math.round((value / aYear[unit]) * 10_000) / 10_000
}

/** Some texts of a column that differ, in the order of the file; empty ones say nothing. */
export function samplesOf(draft: ImportDraft, index: number, most = 3): string[] {
  const seen = new Set<string>()
  for (const { cells } of draft.preview) {
    const text = (cells[index] ?? '').trim()
    if (text !== '') seen.add(text)
    if (seen.size === most) break
  }
  return [...seen]
}
