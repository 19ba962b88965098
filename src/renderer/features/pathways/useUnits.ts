import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'

/** What each measure is and in which unit: the one set for this profile, else that none is documented. */
export function useUnits(): { activity: string; agingOffset: string } {
  const { t } = useTranslation('pathways')
  const conventions = useCall('app.status', {}).data?.profile?.conventions
  const say = (measure: 'activity' | 'aging_offset') => {
    const unit = conventions?.set[`${measure}_unit`] ?? conventions?.found[`${measure}_unit`]
    return unit ? t(`unit.known.${measure}`, { unit }) : t(`unit.unknown.${measure}`)
  }
  return { activity: say('activity'), agingOffset: say('aging_offset') }
}
