import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

type Duration = { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number }

/**
 * A duration in the largest unit of which it has two, so that a wait that is counted down does not stand still; rounded up,
 * so that nobody waits longer than the screen says.
 */
export function toDuration(seconds: number): Duration {
  if (seconds < 120) return { unit: 'seconds', count: Math.max(1, Math.ceil(seconds)) }
  if (seconds < 2 * 3600) return { unit: 'minutes', count: Math.ceil(seconds / 60) }
  if (seconds < 2 * 86_400) return { unit: 'hours', count: Math.ceil(seconds / 3600) }
  return { unit: 'days', count: Math.ceil(seconds / 86_400) }
}

/** Durations as the page writes them; seconds go in. */
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
