import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ageIn, useDateTimeFormat } from './formats.ts'

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
