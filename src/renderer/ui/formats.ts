import type { Settings } from '../../shared/domain/settings.ts'
import { spellNumbers, spellParts } from '../../shared/format/spelling.ts'

/*
 * The one place where the page writes numbers and days as a person set them; values of the science are spelled by
 * shared/format/numbers.ts, which asks the same setting. What is copied or saved keeps the form that machines read.
 */

let days: Settings['dateFormat'] = 'language'

/** Has all that is written from now on follow the settings; whoever calls it has the page drawn anew. */
export function writeAs({ numberFormat, dateFormat }: Pick<Settings, 'numberFormat' | 'dateFormat'>): void {
  spellNumbers(numberFormat)
  days = dateFormat
}

export type NumberWriter = { format(value: number): string }

const numbers = new Map<string, Intl.NumberFormat>()

/** How the page writes numbers in a language; `options` as those of `Intl.NumberFormat`. */
export function numberWriter(language: string, options?: Intl.NumberFormatOptions): NumberWriter {
  const key = `${language} ${JSON.stringify(options)}`
  // Making a format costs more than using it, and a list uses many at once.
  const format = numbers.get(key) ?? new Intl.NumberFormat(language, options)
  numbers.set(key, format)
  return { format: (value) => spellParts(format.formatToParts(value)) ?? format.format(value) }
}

type Style = { day: 'medium' | 'long'; time: 'medium' | 'long' }

const dates = new Map<string, Intl.DateTimeFormat>()

function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = dates.get(key) ?? new Intl.DateTimeFormat(language, options)
  dates.set(key, format)
  return format
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** A day of the local calendar, in the order that a person set; null where the language decides. */
function toDay(at: Date): string | null {
  const [year, month, day] = [String(at.getFullYear()), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())]
  if (days === 'iso') return `${year}-${month}-${day}`
  if (days === 'dayFirst') return `${day}/${month}/${year}`
  if (days === 'monthFirst') return `${month}/${day}/${year}`
  return null
}

/** A day and the time of it, local. */
export function writeMoment(at: Date, language: string, { day, time }: Style): string {
  const ordered = toDay(at)
  if (ordered === null) return dateFormat(language, { dateStyle: day, timeStyle: time }).format(at)
  return `${ordered} ${dateFormat(language, { timeStyle: time }).format(at)}`
}
