import { useTranslation } from 'react-i18next'
import { SectionViews } from './SectionViews.tsx'

const views = [
  { id: 'table', path: '/results' },
  { id: 'heatmap', path: '/results/heatmap' },
  { id: 'groups', path: '/results/groups' },
  { id: 'pca', path: '/results/pca' },
  { id: 'clock', path: '/results/clock' },
  { id: 'compare', path: '/results/compare' },
] as const

/** The views of the results; each shows the selection that the one before it showed (state/cohort.ts). */
export function ResultTabs({ current }: { current: (typeof views)[number]['id'] }) {
  const { t } = useTranslation('ui')
  return (
    <SectionViews
      label={t('resultTabs.label')}
      views={views.map(({ id, path }) => ({ path, label: t(`resultTabs.${id}`), current: id === current }))}
    />
  )
}
