import { Tooltip } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuotaStatus } from '../../../shared/contract/state.ts'
import { useEvent } from '../../client/useCall.ts'
import { useDurationFormat } from '../../ui/text/duration.ts'
import { numberFormatter } from '../../ui/text/formats.ts'
import classes from '../frame.module.css'

type Props = {
  quota: QuotaStatus
  /** True if nothing is sent: waiting requests wait for the connection, so there is no countdown. */
  isOffline: boolean
}

/** The quota is shown if less than this share of the limit is left. */
const nearLimit = 0.1

/** True if the rate limit slows requests or is close. */
export const slowsRequests = ({ paused, queued, left, limit }: QuotaStatus): boolean =>
  paused || queued > 0 || left <= limit * nearLimit

/** Shows the requests left, the time of the reset and the queue, and opens the setting of the limit. */
export function Quota({ quota: reported, isOffline }: Props) {
  const { t, i18n } = useTranslation('app')
  const navigate = useNavigate()
  const quota = useQuotaCountdown(isOffline ? withoutTimes(reported) : reported)
  const number = numberFormatter(i18n.language)
  const formatDuration = useDurationFormat()
  const values = { left: number.format(quota.left), limit: number.format(quota.limit) }
  const reset = quota.resetMs > 0 ? { time: formatDuration(quota.resetMs / 1000) } : null
  const eta = quota.etaMs === null ? null : { time: formatDuration(quota.etaMs / 1000) }
  const waiting = { count: quota.queued, number: number.format(quota.queued) }
  const pauseEnd = quota.waitMs > 0 ? { time: formatDuration(quota.waitMs / 1000) } : null
  // The remaining requests cannot be used before a pause ends.
  const shown = quota.paused
    ? [pauseEnd && t('status.pauseEnds', pauseEnd), quota.queued > 0 && t('status.waiting', waiting)]
    : [
        t('status.quota', values),
        reset && t('status.resets', reset),
        quota.queued > 0 &&
          (eta ? t('status.waitingEta', { ...waiting, ...eta }) : t('status.waiting', waiting)),
      ]
  const words = shown.filter(Boolean).join(' · ')
  const exact = [
    t('status.quotaHint', { ...values, seconds: quota.windowMs / 1000 }),
    quota.share !== undefined && t('status.shareHint', { percent: quota.share }),
    reset && t('status.resetsHint', reset),
    quota.queued > 0 && t('status.quotaQueued', { ...waiting, count: quota.queued }),
    quota.queued > 0 && eta && t('status.etaHint', eta),
    quota.paused && t('status.pausedHint'),
  ]
  return (
    <Tooltip
      label={exact.filter(Boolean).join(t('status.sentenceGap'))}
      multiline
      maw={320}
      p={8}
      fz="xs"
      events={{ hover: true, focus: true, touch: true }}
    >
      <button
        type="button"
        className={classes.tasks}
        data-state={quota.paused || quota.left === 0 ? 'warn' : undefined}
        onClick={() => void navigate({ to: '/settings', search: { tab: 'account' } })}
      >
        {quota.paused && (
          <>
            <IconPlayerPause size={14} stroke={1.75} aria-hidden />
            {t('status.paused')}
            {words && ' · '}
          </>
        )}
        {words}
      </button>
    </Tooltip>
  )
}

const withoutTimes = (quota: QuotaStatus): QuotaStatus => ({ ...quota, resetMs: 0, waitMs: 0, etaMs: null })

/** Returns the last pushed quota with its times counted down; requests it again when they are over. */
function useQuotaCountdown(reported: QuotaStatus): QuotaStatus {
  const queries = useQueryClient()
  const [pushes, setPushes] = useState(0)
  // Two pushes may have the same values, and each restarts the countdown.
  useEvent('quota.changed', () => setPushes((before) => before + 1))
  const untilMs = Math.max(reported.resetMs, reported.waitMs, reported.etaMs ?? 0)
  const elapsedMs = useElapsed(`${pushes} ${JSON.stringify(reported)}`, untilMs)
  const isOver = untilMs > 0 && elapsedMs >= untilMs
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['app.status'] })
  }, [isOver, queries])
  const remaining = (ms: number): number => Math.max(0, ms - elapsedMs)
  return {
    ...reported,
    waitMs: remaining(reported.waitMs),
    resetMs: remaining(reported.resetMs),
    etaMs: reported.etaMs === null ? null : remaining(reported.etaMs),
  }
}

const tickMs = 1000

/**
 * Returns the ms since `key` changed, in ticks of 1 s. The timer stops at `untilMs`, so that a finished countdown does
 * not render again.
 */
export function useElapsed(key: string, untilMs: number): number {
  const [elapsed, setElapsed] = useState({ key, ms: 0 })
  useEffect(() => {
    if (untilMs <= 0) return
    const since = performance.now()
    const timer = setInterval(() => {
      const ms = performance.now() - since
      setElapsed({ key, ms })
      if (ms >= untilMs) clearInterval(timer)
    }, tickMs)
    return () => clearInterval(timer)
  }, [key, untilMs])
  return elapsed.key === key ? elapsed.ms : 0
}
