import { useTranslation } from 'react-i18next'
import type { Comparison } from '../../../shared/domain/comparison.ts'
import type { Request } from './request.ts'

/** Which groups, which test, which effect, and over how many pathways q was adjusted. */
export function Head({ comparison, request }: { comparison: Comparison; request: Request }) {
  const { t } = useTranslation('compare')
  const { groups, test, rows, effectName } = comparison
  const named = groups.map(({ name, sampleIds }) => t('head.size', { name, count: sampleIds.length }))
  const [first = '', second = ''] = named
  const tested = rows.filter(({ p }) => p !== null).length
  return (
    <>
      <strong>
        {groups.length === 2
          ? t('head.two', { first, second })
          : t('head.several', { names: named.join(', ') })}
      </strong>
      <span>
        {t(`tests.${test}`)}
        {request.pairBy !== undefined && `, ${t('head.pairs', { field: request.pairBy })}`}
      </span>
      <span>{t('head.effect', { effect: t(`effects.${effectName}`) })}</span>
      <span>{t('head.adjusted', { count: tested })}</span>
    </>
  )
}
