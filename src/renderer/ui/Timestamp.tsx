import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { relativeTime } from './relativeTime.ts'

const refreshEveryMs = 30_000

/** "2 min ago", with the exact local time on hover; `at` is ISO 8601. */
export function Timestamp({ at }: { at: string }) {
  const { i18n } = useTranslation('ui')
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), refreshEveryMs)
    return () => clearInterval(timer)
  }, [])
  const language = i18n.language
  const exact = exactTime(language).format(new Date(at))
  return (
    <time dateTime={at} title={exact}>
      {relativeTime(at, Math.max(nowMs, Date.parse(at)), language)}
    </time>
  )
}

const made = new Map<string, Intl.DateTimeFormat>()

/** Made once a language: a list draws many times at once, and making a format costs more than using it. */
function exactTime(language: string): Intl.DateTimeFormat {
  const format =
    made.get(language) ?? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long' })
  made.set(language, format)
  return format
}
