import {
  IconHelpCircle,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '../../state/appStatus.tsx'
import { useDialogs } from '../../state/dialogs.ts'
import { Brand } from '../../ui/Brand.tsx'
import classes from './frame.module.css'
import { isInCapsule, type SectionName, sections } from './sections.ts'

type Props = { section: SectionName; narrow: boolean; setNarrow(narrow: boolean): void }

/** The sections, one level deep; icons alone when it is narrow, with the word as their name. */
export function Rail({ section, narrow, setNarrow }: Props) {
  const { t } = useTranslation('app')
  const readOnly = useReadOnly()
  const openHelp = useDialogs((state) => state.openHelp)
  const entry = (id: SectionName, path: string, icon: ReactNode) => (
    <Link
      key={id}
      to={path}
      className={classes.entry}
      data-tour={id}
      aria-label={t(`section.${id}`)}
      title={narrow ? t(`section.${id}`) : undefined}
      activeProps={{}}
      // Importing is a step on the way to samples and has no entry of its own.
      {...(section === id || (id === 'samples' && section === 'import') ? { 'aria-current': 'page' } : {})}
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
      {sections
        .filter(({ id }) => !readOnly || isInCapsule(id))
        .map(({ id, path, icon: Icon }) => entry(id, path, <Icon size={20} stroke={1.5} aria-hidden />))}
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
