import { VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type NavigateOptions, useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { createElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overallProgress, toNotice } from '../../../shared/contract/jobNotices.ts'
import type { Job } from '../../../shared/contract/state.ts'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { type Message, toEnglish } from '../../../shared/messages/message.ts'
import { useCall, useEvent } from '../../client/useCall.ts'
import { useStudyInFront, useStudyName } from '../../state/studyInFront.ts'
import { TranslatedMessage, type Translator, useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { sectionOf } from '../sections.ts'

/** Opens what a clicked notification is about. In a browser it also does what Electron's window does by itself. */
export function JobNotifications({ inBrowser }: { inBrowser: boolean }) {
  const navigate = useNavigate()
  const translate = useTranslator()
  const studyId = useStudyInFront() ?? allSamplesId
  const open = (job: Job): void => {
    const route = routeOfJob(job, studyId)
    if (route) void navigate(route)
  }
  useEvent('notice.clicked', open)
  const { systemNotices } = useCall('settings.get', {}).data ?? defaultSettings
  useEvent('job.ended', (job) => {
    if (inBrowser && systemNotices) notify(job, translate, open)
  })
  return (
    <>
      <PageTitle inBrowser={inBrowser} />
      <ProgressAnnouncer />
    </>
  )
}

/** A notice of the system, where the person has allowed it for this page and looks elsewhere. */
function notify(job: Job, translate: Translator, open: (job: Job) => void): void {
  const content = toNotice(job)
  if (!content || document.hasFocus() || !mayNotify()) return
  // One tag: the same page in two tabs tells it once.
  const notice = new Notification(translate(content.title), { body: translate(content.body), tag: job.jobId })
  notice.onclick = () => {
    window.focus()
    open(job)
    notice.close()
  }
}

const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted'

const isPageVisible = (): boolean => document.visibilityState === 'visible'

/** The title of the page. In a tab it also says how far long work is, and which has ended since it was last looked at. */
function PageTitle({ inBrowser }: { inBrowser: boolean }) {
  const { t } = useTranslation('app')
  const translate = useTranslator()
  const jobs = useCall('jobs.list', {}).data ?? []
  const running = jobs.filter(({ state }) => state === 'running')
  const unseenJob = useUnseenEndedJob()
  const titlePrefix =
    running.length > 0
      ? formatProgress(running)
      : unseenJob && t('title.ended', { title: translate(unseenJob.title) })
  useScreenTitle(inBrowser ? titlePrefix : null)
  return null
}

function formatProgress(running: readonly Job[]): string {
  const share = overallProgress(running)
  const failed = running.some((job) => job.failed > 0) ? '⚠ ' : ''
  return `${failed}${share === null ? '…' : `${Math.floor(share * 100)}%`}`
}

/** The last long work that ended while the tab was hidden; null once it is seen. */
function useUnseenEndedJob(): Job | null {
  const [ended, setEnded] = useState<Job | null>(null)
  useEvent('job.ended', (job) => {
    if (!isPageVisible() && toNotice(job)) setEnded(job)
  })
  useEffect(() => {
    const clearWhenVisible = (): void => {
      if (isPageVisible()) setEnded(null)
    }
    document.addEventListener('visibilitychange', clearWhenVisible)
    return () => document.removeEventListener('visibilitychange', clearWhenVisible)
  }, [])
  return ended
}

/** Of what is over sooner, only the end is announced. */
const announceAfterMs = 5000
const steps = 4

type Announcement = { jobId: string; title: Message; percent: number }

/** For those who do not see its bar: how far long work is, at each quarter of it. A toast shows its end. */
function ProgressAnnouncer() {
  const { t } = useTranslation('tray')
  const translate = useTranslator()
  const [announced, setAnnounced] = useState<Announcement | null>(null)
  // Of each job, since several may be under way, and each quarter is announced once.
  const percents = useRef(new Map<string, number>())
  useEvent('job.progressed', (job) => {
    if (job.state !== 'running' || Date.now() - Date.parse(job.startedAt) < announceAfterMs) return
    const percent = quarterOf(job)
    if (percent === 0 || percents.current.get(job.jobId) === percent) return
    percents.current.set(job.jobId, percent)
    setAnnounced({ jobId: job.jobId, title: job.title, percent })
  })
  useEvent('job.ended', ({ jobId }) => {
    percents.current.delete(jobId)
    if (announced?.jobId === jobId) setAnnounced(null)
  })
  return (
    <VisuallyHidden role="status">
      {announced && t('announced', { ...announced, title: translate(announced.title) })}
    </VisuallyHidden>
  )
}

/** 0, 25, 50 or 75 percent. */
const quarterOf = (job: Job): number =>
  Math.min(steps - 1, Math.floor((overallProgress([job]) ?? 0) * steps)) * (100 / steps)

const appName = 'Pathclock'

/** The screens that are views of a section, by their route: the words of each. */
const views = {
  '/library/drugs': 'app:library.drugs',
  '/library/lists': 'app:library.lists',
  '/library/pathways': 'app:library.pathways',
  '/library/offline': 'app:library.offline',
  '/activity': 'app:activity.tasks',
  '/activity/batches': 'app:activity.batches',
  '/activity/screenings': 'app:activity.screenings',
  '/study/$studyId': 'app:study.overview',
  '/study/$studyId/samples': 'app:study.samples',
  '/study/$studyId/explore/heatmap': 'state:exploreTabs.heatmap',
  '/study/$studyId/explore/groups': 'state:exploreTabs.groups',
  '/study/$studyId/explore/pca': 'state:exploreTabs.pca',
  '/study/$studyId/explore/clock': 'state:exploreTabs.clock',
  '/study/$studyId/explore/table': 'state:exploreTabs.table',
  '/study/$studyId/compare': 'app:study.compare',
  '/study/$studyId/drugs': 'app:study.drugs',
  '/study/$studyId/share': 'app:study.share',
} as const

const isView = (path: string): path is keyof typeof views => path in views

/** Calls the page by what is in front: `status` where something has happened, the view, the section, the app. */
function useScreenTitle(status: string | null): void {
  const { t } = useTranslation(['app', 'state'])
  const pathname = useLocation({ select: (location) => location.pathname })
  // The address of an overview ends in a slash as a route.
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath.replace(/(.)\/$/, '$1') ?? '' })
  const view = isView(path) ? t(views[path]) : null
  const studyId = useStudyInFront()
  const studyName = useStudyName(studyId ?? '')
  const section = studyId === null ? t(`app:section.${sectionOf(pathname)}`) : studyName
  const title = [status, view, section, appName].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}

/** Where a person sees what became of a job; null where it shows nowhere, as a file that was saved. */
function routeOfJob({ kind, batchId }: Job, studyId: string): NavigateOptions | null {
  if (kind === 'import') return { to: '/activity/batches', search: { batch: batchId ?? undefined } }
  if (kind === 'refresh') return { to: '/study/$studyId/samples', params: { studyId } }
  if (kind === 'analysis') return { to: '/study/$studyId/explore', params: { studyId } }
  if (kind === 'screening') return { to: '/activity/screenings' }
  return kind === 'offlineSync' ? { to: '/library/offline' } : null
}

const colors: Record<Job['state'], string> = {
  running: 'teal',
  done: 'teal',
  failed: 'red',
  cancelled: 'gray',
}

/** Whoever began an export says where its file is; what went wrong with it is said here too. */
const isReportedByPage = ({ kind, state, message }: Job): boolean =>
  kind === 'export' && state !== 'failed' && message === null

/**
 * Work that was over at once: the screen in front, where it was begun, shows what came of it. What its message says in
 * further lines, such as that a request may be counted twice, shows nowhere else.
 */
const wasSeen = (job: Job): boolean =>
  job.kind !== 'export' &&
  job.state === 'done' &&
  job.failed === 0 &&
  toNotice(job) === null &&
  (job.message === null || !toEnglish(job.message).includes('\n'))

/** A banner says that somebody has to sign in, and the plan goes on by itself once they have. */
const waitsForSignIn = ({ kind, failureCode }: Job): boolean =>
  kind === 'offlineSync' && (failureCode === 'notSignedIn' || failureCode === 'keychain')

/** The same work done again, as a batch that is resumed, has another id. */
const workOf = ({ kind, batchId, title }: Job): string => `${kind} ${batchId ?? toEnglish(title)}`

/**
 * Says that long work has ended, wherever the person is by then; a failure stays until it is closed, or until the same
 * work is done again.
 */
export function useJobToasts(): void {
  const failedJobs = useRef(new Map<string, string>())
  const hideFailure = (job: Job): void => {
    const failedId = failedJobs.current.get(workOf(job))
    if (failedId === undefined || failedId === job.jobId) return
    notifications.hide(failedId)
    failedJobs.current.delete(workOf(job))
  }
  useEvent('job.progressed', hideFailure)
  useEvent('job.ended', (job) => {
    const { state, title, message } = job
    hideFailure(job)
    if (state === 'running' || isReportedByPage(job) || wasSeen(job) || waitsForSignIn(job)) return
    if (state === 'failed') failedJobs.current.set(workOf(job), job.jobId)
    notifications.show({
      id: job.jobId,
      color: colors[state],
      title: createElement(EndedTitle, { state, title }),
      message: message && createElement(TranslatedMessage, { text: message }),
      ...(state === 'failed' ? { autoClose: false } : {}),
    })
  })
}

/** How work ended and which; a toast that stays follows the language. */
function EndedTitle({ state, title }: { state: Exclude<Job['state'], 'running'>; title: Message }) {
  const { t } = useTranslation('app')
  const translate = useTranslator()
  return t(`ended.${state}`, { title: translate(title) })
}
