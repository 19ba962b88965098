import { useTranslation } from 'react-i18next'

/** Where numbers are from, as one line below a figure: service, times of fetching, "synthetic". */
export function useSource(
  service: string | null,
  oldest: string | null,
  newest: string | null,
  synthetic: boolean,
): string | undefined {
  const { t, i18n } = useTranslation('results')
  if (!service || !oldest || !newest) return undefined
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const from = format.format(new Date(oldest))
  const to = format.format(new Date(newest))
  const fetched = from === to ? from : `${from} – ${to}`
  return [t('source', { service, fetched }), synthetic && t('synthetic')].filter(Boolean).join(' · ')
}
