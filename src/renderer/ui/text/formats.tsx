import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '../../../shared/domain/app/settings.ts'
import { formatNumberParts, toDuration } from '../../../shared/format/numbers.ts'
import { type Message, toEnglish } from '../../../shared/words/message.ts'
import { useAppearance } from '../appearance.ts'
import { usePageState } from '../pageState.ts'

/*
 * Formats the page's numbers and dates under the user's settings. Scientific values are formatted in
 * shared/format/numbers.ts, which uses the same setting. Copied and saved data keeps its machine-readable form.
 */

export type NumberFormatter = { format(value: number): string }

/** Returns the number format of the page for a language; `options` are those of `Intl.NumberFormat`. */
export function numberFormatter(language: string, options?: Intl.NumberFormatOptions): NumberFormatter {
  const format = new Intl.NumberFormat(language, options)
  return { format: (value) => formatNumberParts(format.formatToParts(value)) ?? format.format(value) }
}

/** The width of a table column of `Timestamp`: fits “59 min. ago” in a language whose words are 40% longer. */
export const timestampWidth = 140

type Style = { day: 'medium' | 'long'; time: 'medium' | 'long' }

/** Creates a cache of date formats: creating one costs more than using it, and a table uses many at the same time. */
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

/** Formats a local date in the user's order; null if the language determines it. */
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

export function formatDateTime(at: Date, { language, order, formats, day, time }: DateTimeOptions): string {
  const ordered = formatDay(at, order)
  if (ordered === null) return formats(language, { dateStyle: day, timeStyle: time }).format(at)
  return `${ordered} ${formats(language, { timeStyle: time }).format(at)}`
}

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
 * Returns an age in the largest whole unit; null under a minute. Callers format it with the page's own words, because
 * the first `Intl` format takes a browser tens of milliseconds.
 */
function ageIn(at: string, nowMs: number): { unit: (typeof steps)[number][0]; count: number } | null {
  const seconds = Math.round((nowMs - Date.parse(at)) / 1000)
  for (const [unit, size] of steps) if (seconds >= size) return { unit, count: Math.trunc(seconds / size) }
  return null
}

const refreshEveryMs = 30_000

/** Shows "2 min. ago", with the exact local time on hover; `at` is ISO 8601. */
export function Timestamp({ at }: { at: string }) {
  const { t } = useTranslation('ui')
  const formatDateTime = useDateTimeFormat()
  const element = useRef<HTMLTimeElement>(null)
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), refreshEveryMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const time = element.current
    const nameExactTime = (): void => {
      if (time) time.title = formatDateTime(new Date(at), { day: 'medium', time: 'long' })
    }
    time?.addEventListener('mouseenter', nameExactTime)
    return () => time?.removeEventListener('mouseenter', nameExactTime)
  }, [at, formatDateTime])
  const age = ageIn(at, nowMs)
  return (
    <time ref={element} dateTime={at}>
      {age ? t(`ago.${age.unit}`, { count: age.count }) : t('ago.now')}
    </time>
  )
}

export function useDurationFormat(): (seconds: number) => string {
  const { t } = useTranslation('ui')
  return useCallback(
    (seconds) => {
      const { unit, count } = toDuration(seconds)
      return t(`duration.${unit}`, { count })
    },
    [t],
  )
}

export type Translator = (message: Message) => string

/** The translator of the page. Without a provider, messages are in English. */
export const TranslatorContext = createContext<Translator>(toEnglish)

export const useTranslator = (): Translator => use(TranslatorContext)

/** A message that stays visible, such as a notice, and follows a change of language. */
export function TranslatedMessage({ text }: { text: Message }) {
  return useTranslator()(text)
}

/** A message in a table cell with the full text as its tooltip; a dash for null. */
export function MessageCell({ text }: { text: Message | null }) {
  const translate = useTranslator()
  return (
    <span title={text === null ? undefined : translate(text)}>{text === null ? '–' : translate(text)}</span>
  )
}

/**
 * Returns a function that names a field of a sample: in words for the usual fields, else as the file or the service
 * names it. `other` replaces that name.
 */
export function useFieldName(): (field: string, other?: string) => string {
  const { t } = useTranslation('ui')
  // Column names of the user may contain braces, which are not placeholders.
  return (field, other = field) => t(`field.${field}`, { defaultValue: other, skipInterpolation: true })
}
