import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, relativeTime } from './formats.ts'

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
  const exact = formatDateTime(new Date(at), language, { day: 'medium', time: 'long' })
  return (
    <time dateTime={at} title={exact}>
      {relativeTime(at, Math.max(nowMs, Date.parse(at)), language)}
    </time>
  )
}
