import { useTranslation } from 'react-i18next'
import type { Settings } from '../../../shared/domain/app/settings.ts'
import { formatNumberParts } from '../../../shared/format/numbers.ts'
import { useAppearance } from '../appearance.ts'
import { usePageState } from '../pageState.ts'

/*
 * The one place where the page writes numbers and days as a person set them; values of the science are spelled by
 * shared/format/numbers.ts, which asks the same setting. What is copied or saved keeps the form that machines read.
 */

export type NumberFormatter = { format(value: number): string }

/** How the page writes numbers in a language; `options` as those of `Intl.NumberFormat`. */
export function numberFormatter(language: string, options?: Intl.NumberFormatOptions): NumberFormatter {
  const format = new Intl.NumberFormat(language, options)
  return { format: (value) => formatNumberParts(format.formatToParts(value)) ?? format.format(value) }
}

type Style = { day: 'medium' | 'long'; time: 'medium' | 'long' }

/** The formats of days that were made so far: making one costs more than using it, and a table uses many at once. */
export function createDateFormats() {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
    const key = `${language} ${JSON.stringify(options)}`
    const format = made.get(key) ?? new Intl.DateTimeFormat(language, options)
    made.set(key, format)
    return format
  }
}

const twoDigits = (number: number): string => String(number).padStart(2, '0')

type DateOrder = Settings['dateFormat']

/** A day of the local calendar, in the order that a person set; null where the language decides. */
function formatDay(at: Date, order: DateOrder): string | null {
  const [year, month, day] = [String(at.getFullYear()), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())]
  if (order === 'iso') return `${year}-${month}-${day}`
  if (order === 'dayFirst') return `${day}/${month}/${year}`
  if (order === 'monthFirst') return `${month}/${day}/${year}`
  return null
}

type DateTimeOptions = Style & {
  language: string
  order: DateOrder
  formats: ReturnType<typeof createDateFormats>
}

/** A day and the time of it, local. */
export function formatDateTime(at: Date, { language, order, formats, day, time }: DateTimeOptions): string {
  const ordered = formatDay(at, order)
  if (ordered === null) return formats(language, { dateStyle: day, timeStyle: time }).format(at)
  return `${ordered} ${formats(language, { timeStyle: time }).format(at)}`
}

/** How the page writes days with their time. */
export function useDateTimeFormat(): (at: Date, style: Style) => string {
  const { i18n } = useTranslation('ui')
  const order = useAppearance().dateFormat
  const formats = usePageState().get(createDateFormats)
  return (at, style) => formatDateTime(at, { language: i18n.language, order, formats, ...style })
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * How long ago something was, in the largest whole unit; null under a minute. Whoever says it takes the words of this page:
 * the first format that a page asks of `Intl` takes a browser tens of milliseconds.
 */
export function ageIn(at: string, nowMs: number): { unit: (typeof steps)[number][0]; count: number } | null {
  const seconds = Math.round((nowMs - Date.parse(at)) / 1000)
  for (const [unit, size] of steps) if (seconds >= size) return { unit, count: Math.trunc(seconds / size) }
  return null
}
