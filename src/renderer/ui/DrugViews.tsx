import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './DrugViews.module.css'

const views = [
  { id: 'search', path: '/drugs' },
  { id: 'lists', path: '/drugs/lists' },
  { id: 'pathways', path: '/drugs/pathways' },
  { id: 'offline', path: '/drugs/offline' },
] as const

/** The views of the drug section; they stand first in the tool row of each. */
export function DrugViews({ current }: { current: (typeof views)[number]['id'] }) {
  const { t } = useTranslation('ui')
  return (
    <nav className={classes.views} aria-label={t('drugViews.label')}>
      {views.map(({ id, path }) => (
        <Link
          key={id}
          to={path}
          className={classes.view}
          // The router would also mark the section's own address within each of the others.
          activeOptions={{ exact: true }}
          activeProps={{}}
          {...(id === current ? { 'aria-current': 'page' as const } : {})}
        >
          {t(`drugViews.${id}`)}
        </Link>
      ))}
    </nav>
  )
}
