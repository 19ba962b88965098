import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { relativeTime, useDateTimeFormat } from './formats.ts'

const refreshEveryMs = 30_000

/** "2 min ago", with the exact local time on hover; `at` is ISO 8601. */
export function Timestamp({ at }: { at: string }) {
  const { i18n } = useTranslation('ui')
  const formatDateTime = useDateTimeFormat()
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), refreshEveryMs)
    return () => clearInterval(timer)
  }, [])
  const { language } = i18n
  return (
    <time dateTime={at} title={formatDateTime(new Date(at), { day: 'medium', time: 'long' })}>
      {relativeTime(at, Math.max(nowMs, Date.parse(at)), language)}
    </time>
  )
}
