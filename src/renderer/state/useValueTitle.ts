import { useTranslation } from 'react-i18next'
import type { Measure } from '../../shared/domain/analysis.ts'
import type { ValueView } from '../../shared/domain/cohort.ts'
import { useCall } from '../client/useCall.ts'

/** What an axis or a column shows, and its unit: the one set for this profile, else that none is documented. */
export function useValueTitle(measure: Measure, view: ValueView['kind'] = 'raw'): string {
  const { t } = useTranslation('ui')
  const unit = useMeasureUnit(measure)
  if (view !== 'raw') return t(`valueTitle.${view}.${measure}`)
  return unit === null ? t(`valueTitle.raw.${measure}`) : t(`valueTitle.rawIn.${measure}`, { unit })
}

/** The unit of a measure where one is set or was found for this profile. */
export function useMeasureUnit(measure: Measure): string | null {
  const conventions = useCall('app.status', {}).data?.profile?.conventions
  const name = `${measure}_unit` as const
  return conventions?.set[name] ?? conventions?.found[name] ?? null
}
