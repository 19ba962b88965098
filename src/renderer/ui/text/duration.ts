import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { toDuration } from '../../../shared/format/duration.ts'

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
