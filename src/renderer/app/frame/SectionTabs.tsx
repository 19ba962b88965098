import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../../state/appStatus.tsx'
import { useExploreView } from '../../state/cohort/exploreViews.ts'
import { useStudyName } from '../../state/currentStudy.ts'
import classes from '../frame.module.css'

type Tab = { link: Pick<LinkProps, 'to' | 'params'>; label: string; isExact?: boolean }

function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ link, label: name, isExact = false }) => (
        <Link
          key={name}
          {...link}
          className={classes.tab}
          activeOptions={{ exact: isExact, includeSearch: false }}
          activeProps={{}}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

/** The name of a study and its views, which show only its samples. Each view reopens as it was left. */
export function StudyTabs({ studyId }: { studyId: string }) {
  const { t } = useTranslation('app')
  const readOnly = useReadOnly()
  const name = useStudyName(studyId)
  const explore = useExploreView(studyId)
  const params = { studyId }
  return (
    <>
      <h1 className={classes.where} title={name}>
        {name}
      </h1>
      <Tabs
        label={t('study.views', { name })}
        tabs={[
          { link: { to: '/study/$studyId', params }, label: t('study.overview'), isExact: true },
          { link: { to: '/study/$studyId/samples', params }, label: t('term.samples') },
          { link: { to: explore, params }, label: t('study.explore') },
          { link: { to: '/study/$studyId/compare', params }, label: t('action.compare') },
          // A capsule contains no drugs.
          ...(readOnly
            ? []
            : [{ link: { to: '/study/$studyId/drugs' as const, params }, label: t('term.drugs') }]),
          { link: { to: '/study/$studyId/share', params }, label: t('study.share') },
        ]}
      />
    </>
  )
}

export function LibraryTabs() {
  const { t } = useTranslation('app')
  return (
    <Tabs
      label={t('library.views')}
      tabs={[
        { link: { to: '/library/drugs' }, label: t('term.drugs') },
        { link: { to: '/library/lists' }, label: t('library.lists') },
        { link: { to: '/library/pathways' }, label: t('term.pathways') },
        { link: { to: '/library/offline' }, label: t('library.offline') },
      ]}
    />
  )
}

export function ActivityTabs() {
  const { t } = useTranslation('app')
  return (
    <Tabs
      label={t('activity.views')}
      tabs={[
        { link: { to: '/activity' }, label: t('activity.tasks'), isExact: true },
        { link: { to: '/activity/batches' }, label: t('term.batches') },
        { link: { to: '/activity/screenings' }, label: t('activity.screenings') },
      ]}
    />
  )
}
