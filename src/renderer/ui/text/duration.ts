import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { toDuration } from '../../../shared/format/duration.ts'

/** Returns a formatter of durations, which takes seconds. */
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
