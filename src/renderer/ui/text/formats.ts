import type { Settings } from '../../../shared/domain/app/settings.ts'
import { formatNumberParts, setNumberFormat } from '../../../shared/format/numbers.ts'

/*
 * The one place where the page writes numbers and days as a person set them; values of the science are spelled by
 * shared/format/numbers.ts, which asks the same setting. What is copied or saved keeps the form that machines read.
 */

let dateOrder: Settings['dateFormat'] = 'language'

/** Has all that is written from now on follow the settings; whoever calls it has the page drawn anew. */
export function setFormats({
  numberFormat,
  dateFormat,
}: Pick<Settings, 'numberFormat' | 'dateFormat'>): void {
  setNumberFormat(numberFormat)
  dateOrder = dateFormat
}

export type NumberFormatter = { format(value: number): string }

const numberFormats = new Map<string, Intl.NumberFormat>()

/** How the page writes numbers in a language; `options` as those of `Intl.NumberFormat`. */
export function numberFormatter(language: string, options?: Intl.NumberFormatOptions): NumberFormatter {
  const key = `${language} ${JSON.stringify(options)}`
  // Making a format costs more than using it, and a list uses many at once.
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options)
  numberFormats.set(key, format)
  return { format: (value) => formatNumberParts(format.formatToParts(value)) ?? format.format(value) }
}

type Style = { day: 'medium' | 'long'; time: 'medium' | 'long' }

const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(language, options)
  dateFormats.set(key, format)
  return format
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** A day of the local calendar, in the order that a person set; null where the language decides. */
function formatDay(at: Date): string | null {
  const [year, month, day] = [String(at.getFullYear()), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())]
  if (dateOrder === 'iso') return `${year}-${month}-${day}`
  if (dateOrder === 'dayFirst') return `${day}/${month}/${year}`
  if (dateOrder === 'monthFirst') return `${month}/${day}/${year}`
  return null
}

/** A day and the time of it, local. */
export function formatDateTime(at: Date, language: string, { day, time }: Style): string {
  const ordered = formatDay(at)
  if (ordered === null) return dateFormat(language, { dateStyle: day, timeStyle: time }).format(at)
  return `${ordered} ${dateFormat(language, { timeStyle: time }).format(at)}`
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** "2 min ago" in the given language; under a minute it is "now". */
export function relativeTime(at: string, nowMs: number, language: string): string {
  const seconds = Math.round((Date.parse(at) - nowMs) / 1000)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  return format.format(0, 'second')
}
