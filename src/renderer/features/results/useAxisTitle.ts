import { useTranslation } from 'react-i18next'
import type { Measure } from '../../../shared/domain/analysis.ts'
import type { ValueView } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'

/** What a measure is and in which unit: the one set for this profile, else that none is documented. */
export function useAxisTitle(measure: Measure): string {
  const { t } = useTranslation('results')
  const conventions = useCall('app.status', {}).data?.profile?.conventions
  const name = `${measure}_unit` as const
  const unit = conventions?.set[name] ?? conventions?.found[name]
  return unit ? t(`axisIn.${measure}`, { unit }) : t(`axis.${measure}`)
}

/** The same of one of the ways to show a measure: what was made of what was returned comes first. */
export function useViewTitle(measure: Measure, view: ValueView['kind']): string {
  const { t } = useTranslation('results')
  const axis = useAxisTitle(measure)
  return view === 'raw' ? axis : t(`viewOf.${view}`, { measure: t(`measures.${measure}`) })
}
