import { useTranslation } from 'react-i18next'
import { SectionViews } from './SectionViews.tsx'

const views = [
  { id: 'search', path: '/drugs' },
  { id: 'lists', path: '/drugs/lists' },
  { id: 'pathways', path: '/drugs/pathways' },
  { id: 'offline', path: '/drugs/offline' },
] as const

/** The views of the drug section. */
export function DrugViews({ current }: { current: (typeof views)[number]['id'] }) {
  const { t } = useTranslation('ui')
  return (
    <SectionViews
      label={t('drugViews.label')}
      views={views.map(({ id, path }) => ({ path, label: t(`drugViews.${id}`), current: id === current }))}
    />
  )
}
