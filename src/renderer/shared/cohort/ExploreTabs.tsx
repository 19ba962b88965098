import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { exploreViews } from '../../state/cohort/exploreViews.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import classes from './exploreTabs.module.css'

/** The tabs of a study's result views, which share one selection (cohort.ts). */
export function ExploreTabs() {
  const { t } = useTranslation('state')
  const studyId = useStudyId()
  return (
    <nav className={classes.views} aria-label={t('exploreTabs.label')}>
      {exploreViews.map(({ id, to }) => (
        <Link
          key={id}
          to={to}
          params={{ studyId }}
          className={classes.view}
          activeOptions={{ includeSearch: false }}
          activeProps={{}}
        >
          {t(`exploreTabs.${id}`)}
        </Link>
      ))}
    </nav>
  )
}
