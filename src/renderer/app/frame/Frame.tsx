import { Box, Text, Title } from '@mantine/core'
import { useLocalStorage, useWindowEvent } from '@mantine/hooks'
import {
  IconActivity,
  IconBooks,
  IconFileImport,
  IconHelpCircle,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
  IconSettings,
  IconStack2,
} from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { commandOf } from '../../../shared/contract/commands.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { useAction, useCall } from '../../client/call.ts'
import { adoptFile } from '../../client/files.ts'
import { useReadOnly } from '../../state/appStatus.tsx'
import {
  useCurrentStudyId,
  useRecentStudies,
  useRememberStudy,
  useStudyName,
} from '../../state/currentStudy.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { useFailureToast } from '../../state/useFailureToast.ts'
import { Brand } from '../../ui/Brand.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { formatKeys, palette } from '../commands/commands.ts'
import { NotInCapsule } from '../FallbackScreens.tsx'
import classes from '../frame.module.css'
import { JobNotifications, useJobToasts } from '../notifications/JobNotifications.tsx'
import { isInCapsule, type SectionName, sectionOf } from '../sections.ts'
import { useOpenFile } from '../useOpenFile.ts'
import { Banners } from './Banners.tsx'
import { Boards } from './Boards.tsx'
import { SectionTabs, StudyTabs } from './SectionTabs.tsx'

const EmptyStatusBar = () => <div className={classes.status} />
/** Loaded after the screen above it; its space is reserved. */
const StatusBar = lazyComponent('StatusBar', () => import('../statusBar/StatusBar.tsx'), <EmptyStatusBar />)

/** The frame of all sections: the rail, the context bar, the current screen and the status bar. */
export function Frame({ status, isDrawn }: { status: AppStatus; isDrawn: boolean }) {
  const { t } = useTranslation('app')
  const section = sectionOf(useLocation({ select: ({ pathname }) => pathname }))
  const [narrow, setNarrow] = useLocalStorage({ key: 'pathclock.railNarrow', defaultValue: false })
  const readOnly = useReadOnly()
  useRememberStudy(status.profile?.id ?? '')
  useJobToasts()
  useFocusRecovery()
  return (
    <div className={classes.frame} data-narrow={narrow || undefined}>
      <a className={classes.skip} href="#content" onClick={skipToContent}>
        {t('skip')}
      </a>
      <Rail section={section} profileId={status.profile?.id ?? ''} narrow={narrow} setNarrow={setNarrow} />
      <ContextBar section={section} profile={status.profile?.name ?? ''} />
      <main id="content" tabIndex={-1} className={classes.main}>
        <Banners status={status} />
        {/* Keyed by profile, because a screen's state must not survive a change of profile. */}
        <Box key={status.profile?.id} flex={1} mih={0} style={{ overflow: 'auto' }}>
          {readOnly && !isInCapsule(section) ? (
            <NotInCapsule />
          ) : (
            <Boards readOnly={readOnly}>
              <Outlet />
            </Boards>
          )}
        </Box>
      </main>
      {isDrawn ? <StatusBar status={status} /> : <EmptyStatusBar />}
      <DropTarget readOnly={readOnly} />
      <JobNotifications inBrowser={status.host === 'loopback'} />
    </div>
  )
}

// Moves the focus itself, because the router uses the hash.
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

const focusableSelector = '[tabindex], a[href], button, input, select, textarea'
/** Longer than the 10 ms after which closed dialogs and menus restore the focus themselves. */
const waitMs = 40

/**
 * Restores a lost focus. When the focused element disappears, such as the button of a finished step, the browser moves
 * keyboard users to the top of the page. This moves the focus to the nearest remaining ancestor that accepts it.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let ancestors: HTMLElement[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocusIn = ({ target }: FocusEvent): void => {
      ancestors = target instanceof HTMLElement ? ancestorsOf(target) : []
    }
    const isLost = (): boolean =>
      document.activeElement === document.body && ancestors[0]?.isConnected === false
    const restoreFocus = (): void => {
      timer = undefined
      if (!isLost()) return
      const next = ancestors.find((element) => element.isConnected && element.matches(focusableSelector))
      const found = next ?? document.getElementById('content')
      found?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (isLost()) timer ??= setTimeout(restoreFocus, waitMs)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocusIn)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', onFocusIn)
    }
  }, [])
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const { parentElement } = element
  return [element, ...(parentElement ? ancestorsOf(parentElement) : [])]
}

function ContextBar({ section, profile }: { section: SectionName; profile: string }) {
  const { t } = useTranslation('app')
  const studyId = useCurrentStudyId()
  return (
    // A section instead of a header, because dialogs have headers and a page has only one banner.
    <section className={classes.context} aria-label={t('context')}>
      {studyId === null ? (
        <>
          <h1 className={classes.where}>
            {t(`section.${section}`)}
            <span> · {profile}</span>
          </h1>
          {(section === 'library' || section === 'activity') && <SectionTabs section={section} />}
        </>
      ) : (
        <StudyTabs studyId={studyId} />
      )}
      <span className={classes.spring} />
      <button
        type="button"
        data-tour="search"
        className={classes.search}
        title={t('searchOrCommand')}
        onClick={() => palette.open()}
      >
        <span className={classes.searchWords}>
          <IconSearch size={14} stroke={1.5} aria-hidden />
          <span>{t('searchOrCommand')}</span>
        </span>
        <kbd className={classes.keys}>{formatKeys(commandOf('palette').keys[0] ?? '')}</kbd>
      </button>
    </section>
  )
}

/** Accepts a file dropped anywhere on the window: a capsule is checked, any other file opens the import. */
function DropTarget({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation('app')
  const openFile = useOpenFile()
  const { run, failure } = useAction(async (file: File) => openFile(await adoptFile(file)))
  const isDragOver = useWindowDrop((file) => void run(file))
  useFailureToast(failure, t('dropFailed'))
  if (!isDragOver) return null
  return (
    <div className={classes.drop}>
      <IconFileImport size={40} stroke={1.5} aria-hidden />
      <Title order={2} fz="lg">
        {t(readOnly ? 'drop.capsule' : 'drop.title')}
      </Title>
      <Text c="dimmed">{t(readOnly ? 'drop.capsuleText' : 'drop.text')}</Text>
    </div>
  )
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/**
 * True while a file is dragged over the window. A part of the page that handles the drop itself prevents the default.
 */
function useWindowDrop(onDrop: (file: File) => void): boolean {
  const [isDragOver, setIsDragOver] = useState(false)
  useWindowEvent('dragover', (event) => {
    if (!holdsFiles(event)) return
    setIsDragOver(!event.defaultPrevented)
    event.preventDefault()
  })
  // Moving between elements is not leaving; outside the window there is no related target.
  useWindowEvent('dragleave', (event) => {
    if (event.relatedTarget === null) setIsDragOver(false)
  })
  useWindowEvent('drop', (event) => {
    setIsDragOver(false)
    if (event.defaultPrevented || !holdsFiles(event)) return
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    if (file) onDrop(file)
  })
  return isDragOver
}

type Props = { section: SectionName; profileId: string; narrow: boolean; setNarrow(narrow: boolean): void }

/** The navigation: Home, recent studies and the general sections. Narrow, it shows only icons. */
function Rail({ section, profileId, narrow, setNarrow }: Props) {
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
