import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './SectionViews.module.css'

type Props = {
  label: string
  views: readonly { path: string; label: string }[]
}

/** The views of one section; they stand first in the tool row of each. */
export function SectionViews({ label, views }: Props) {
  return (
    <nav className={classes.views} aria-label={label}>
      {views.map(({ path, label: name }) => (
        <Link
          key={path}
          to={path}
          className={classes.view}
          // The router would also mark the section's own address within each of the others.
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{}}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

const resultViews = [
  { id: 'table', path: '/results' },
  { id: 'heatmap', path: '/results/heatmap' },
  { id: 'groups', path: '/results/groups' },
  { id: 'pca', path: '/results/pca' },
  { id: 'clock', path: '/results/clock' },
  { id: 'compare', path: '/results/compare' },
] as const

/** The views of the results; each shows the selection that the one before it showed (state/cohort/cohort.ts). */
export function ResultTabs() {
  const { t } = useTranslation('ui')
  return (
    <SectionViews
      label={t('resultTabs.label')}
      views={resultViews.map(({ id, path }) => ({ path, label: t(`resultTabs.${id}`) }))}
    />
  )
}

const drugViews = [
  { id: 'search', path: '/drugs' },
  { id: 'lists', path: '/drugs/lists' },
  { id: 'pathways', path: '/drugs/pathways' },
  { id: 'offline', path: '/drugs/offline' },
] as const

/** The views of the drug section. */
export function DrugViews() {
  const { t } = useTranslation('ui')
  return (
    <SectionViews
      label={t('drugViews.label')}
      views={drugViews.map(({ id, path }) => ({ path, label: t(`drugViews.${id}`) }))}
    />
  )
}
