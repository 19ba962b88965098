import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../../state/appStatus.tsx'
import { useExploreView } from '../../state/cohort/exploreViews.ts'
import { useStudyName } from '../../state/currentStudy.ts'
import classes from '../frame.module.css'
import { tabs } from '../sections.ts'

type Tab = (typeof tabs)[keyof typeof tabs][number]
type TabsProps = { label: string; of: readonly Tab[]; linkOf?(tab: Tab): Pick<LinkProps, 'to' | 'params'> }

function Tabs({ label, of, linkOf = ({ to }) => ({ to }) }: TabsProps) {
  const { t } = useTranslation('app')
  return (
    <nav className={classes.tabs} aria-label={label}>
      {of.map((tab) => (
        <Link
          key={tab.to}
          {...linkOf(tab)}
          className={classes.tab}
          activeOptions={{ exact: 'exact' in tab, includeSearch: false }}
          activeProps={{}}
        >
          {t(tab.label)}
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
  return (
    <>
      <h1 className={classes.where} title={name}>
        {name}
      </h1>
      <Tabs
        label={t('study.views', { name })}
        // A capsule contains no drugs.
        of={tabs.study.filter(({ to }) => !readOnly || to !== '/study/$studyId/drugs')}
        linkOf={({ to }) => ({ to: to === '/study/$studyId/explore' ? explore : to, params: { studyId } })}
      />
    </>
  )
}

export function SectionTabs({ section }: { section: 'library' | 'activity' }) {
  const { t } = useTranslation('app')
  return <Tabs label={t(`${section}.views`)} of={tabs[section]} />
}
