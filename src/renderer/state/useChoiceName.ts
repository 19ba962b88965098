import { useTranslation } from 'react-i18next'
import type { SampleChoice } from '../../shared/domain/cohort.ts'

/** A choice of samples in a few words. */
export function useChoiceName(of: SampleChoice): string {
  const { t } = useTranslation('state')
  if ('sampleIds' in of) return t('samples', { count: of.sampleIds.length })
  const { group, tag } = of.filter
  const parts = [of.text, group === null ? t('noGroup') : group, tag].filter(Boolean)
  const found = parts.length > 0 ? parts.join(' · ') : t('choice.every')
  return of.except?.length ? `${found} · ${t('choice.except', { count: of.except.length })}` : found
}
