import { useTranslation } from 'react-i18next'
import type { ValueTable } from '../../client/useValues.ts'
import { useValueTitle } from '../../state/useValueTitle.ts'
import { CohortSource } from '../../ui/CohortSource.tsx'

/** What the numbers below are, of what they are missing, where they came from and when. */
export function Provenance({ table }: { table: ValueTable }) {
  const { t } = useTranslation('results')
  const title = useValueTitle(table.measure, table.view)
  const off = table.reference.filter(({ why }) => why !== null)
  const several = table.joined.reduce((sum, { samplesWithSeveral }) => sum + samplesWithSeveral, 0)
  return (
    <CohortSource of={table}>
      <span>
        {t('samples', { count: table.totalSamples })} · {t('pathways', { count: table.pathways.length })}
      </span>
      <span>{title}</span>
      {table.withoutResult > 0 && <span>{t('withoutResult', { count: table.withoutResult })}</span>}
      {off.length > 0 && <strong>{t('off', { count: off.length, total: table.reference.length })}</strong>}
      {several > 0 && <span>{t('severalNames', { count: several })}</span>}
    </CohortSource>
  )
}
