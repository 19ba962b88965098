import {
  IconActivity,
  IconBooks,
  IconHelpCircle,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
  IconStack2,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { useCall } from '../../client/useCall.ts'
import { useReadOnly } from '../../state/appStatus.tsx'
import { useCurrentStudyId, useRecentStudies, useStudyName } from '../../state/currentStudy.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { Brand } from '../../ui/Brand.tsx'
import classes from '../frame.module.css'
import type { SectionName } from '../sections.ts'

type Props = { section: SectionName; profileId: string; narrow: boolean; setNarrow(narrow: boolean): void }

/**
 * The navigation: Home, recent studies and the general sections. Narrow, it shows only icons, with the word as their
 * label.
 */
export function Rail({ section, profileId, narrow, setNarrow }: Props) {
  const { t } = useTranslation('app')
  const readOnly = useReadOnly()
  const openHelp = useDialogs((state) => state.openHelp)
  const entry = (id: SectionName, to: '/' | '/library' | '/activity' | '/settings', icon: ReactNode) => (
    <Link
      to={to}
      className={classes.entry}
      data-tour={id}
      aria-label={t(`section.${id}`)}
      title={narrow ? t(`section.${id}`) : undefined}
      activeProps={{}}
      {...(section === id ? { 'aria-current': 'page' } : {})}
    >
      {icon}
      {!narrow && t(`section.${id}`)}
    </Link>
  )
  const toggle = t(narrow ? 'rail.expand' : 'rail.collapse')
  const ToggleIcon = narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav className={classes.rail} aria-label={t('rail.label')}>
      <div className={classes.brand}>
        <Brand size={20} />
        {!narrow && 'Pathclock'}
      </div>
      {entry('home', '/', <IconHome size={20} stroke={1.5} aria-hidden />)}
      <RecentStudies profileId={profileId} narrow={narrow} />
      {!readOnly && entry('library', '/library', <IconBooks size={20} stroke={1.5} aria-hidden />)}
      {!readOnly && entry('activity', '/activity', <IconActivity size={20} stroke={1.5} aria-hidden />)}
      <div className={classes.spring} />
      <button
        type="button"
        className={classes.entry}
        data-tour="help"
        aria-label={t('rail.help')}
        title={narrow ? t('rail.help') : undefined}
        onClick={() => openHelp()}
      >
        <IconHelpCircle size={20} stroke={1.5} aria-hidden />
        {!narrow && t('rail.help')}
      </button>
      {entry('settings', '/settings', <IconSettings size={20} stroke={1.5} aria-hidden />)}
      <button
        type="button"
        className={classes.entry}
        aria-label={toggle}
        title={toggle}
        onClick={() => setNarrow(!narrow)}
      >
        <ToggleIcon size={20} stroke={1.5} aria-hidden />
      </button>
    </nav>
  )
}

/** The recent studies that still exist, in an order that clicks do not change. */
function RecentStudies({ profileId, narrow }: Pick<Props, 'profileId' | 'narrow'>) {
  const recent = useRecentStudies(profileId)
  const { data: studies } = useCall('studies.names', {})
  const isThere = (studyId: string) =>
    studies?.some((study) => study.studyId === studyId && study.archivedAt === null) ?? false
  return recent
    .filter((studyId) => studyId === allSamplesId || isThere(studyId))
    .toSorted()
    .map((studyId) => <RecentStudy key={studyId} studyId={studyId} narrow={narrow} />)
}

function RecentStudy({ studyId, narrow }: { studyId: string; narrow: boolean }) {
  const name = useStudyName(studyId)
  const isInFront = useCurrentStudyId() === studyId
  return (
    <Link
      to="/study/$studyId"
      params={{ studyId }}
      className={classes.entry}
      aria-label={name}
      title={name}
      activeProps={{}}
      {...(isInFront ? { 'aria-current': 'page' } : {})}
    >
      <span className={classes.initial} data-hue={hueOf(studyId)} aria-hidden>
        {studyId === allSamplesId ? (
          <IconStack2 size={14} stroke={1.5} />
        ) : (
          Array.from(name.trim())[0]?.toUpperCase()
        )}
      </span>
      {!narrow && <span className={classes.studyName}>{name}</span>}
    </Link>
  )
}

const hues = 6

/** Returns a hue that is the same for a study at every start. */
const hueOf = (studyId: string): number =>
  Array.from(studyId).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 0) % hues
