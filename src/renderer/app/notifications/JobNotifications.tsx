import { VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type NavigateOptions, useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { createElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overallProgress, toNotice } from '../../../shared/contract/jobNotices.ts'
import type { Job } from '../../../shared/contract/state.ts'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { type Message, toEnglish } from '../../../shared/words/message.ts'
import { useCall, useEvent } from '../../client/call.ts'
import { exploreViews } from '../../state/cohort/exploreViews.ts'
import { useCurrentStudyId, useStudyName } from '../../state/currentStudy.ts'
import { TranslatedMessage, type Translator, useTranslator } from '../../ui/text/formats.tsx'
import { sectionOf, tabs } from '../sections.ts'

/**
 * Opens the job of a clicked notification. In a browser it also shows the notifications and the tab title, which
 * Electron's window handles itself.
 */
export function JobNotifications({ inBrowser }: { inBrowser: boolean }) {
  const navigate = useNavigate()
  const translate = useTranslator()
  const studyId = useCurrentStudyId() ?? allSamplesId
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

/** Shows a system notification if the user has allowed it and looks elsewhere. */
function notify(job: Job, translate: Translator, open: (job: Job) => void): void {
  const content = toNotice(job)
  if (!content || document.hasFocus() || !mayNotify()) return
  // The tag makes two tabs of the page show it once.
  const notice = new Notification(translate(content.title), { body: translate(content.body), tag: job.jobId })
  notice.onclick = () => {
    window.focus()
    open(job)
    notice.close()
  }
}

const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted'

/** The title of the page. In a tab it also shows the progress of long jobs, and a job that ended unseen. */
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

/** Returns the last long job that ended while the tab was hidden; null once it is seen. */
function useUnseenEndedJob(): Job | null {
  const [ended, setEnded] = useState<Job | null>(null)
  useEvent('job.ended', (job) => {
    if (document.visibilityState === 'hidden' && toNotice(job)) setEnded(job)
  })
  useEffect(() => {
    const clearWhenVisible = (): void => {
      if (document.visibilityState === 'visible') setEnded(null)
    }
    document.addEventListener('visibilitychange', clearWhenVisible)
    return () => document.removeEventListener('visibilitychange', clearWhenVisible)
  }, [])
  return ended
}

/** Jobs that end sooner are announced only at their end. */
const announceAfterMs = 5000
const steps = 4

type Announcement = { jobId: string; title: Message; percent: number }

/** Announces the progress of long jobs to screen readers, at each quarter. A toast announces the end. */
function ProgressAnnouncer() {
  const { t } = useTranslation('tray')
  const translate = useTranslator()
  const [announced, setAnnounced] = useState<Announcement | null>(null)
  // The last announced quarter of each job, because several may run at the same time.
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

/** Returns 0, 25, 50 or 75 percent. */
const quarterOf = (job: Job): number =>
  Math.min(steps - 1, Math.floor((overallProgress([job]) ?? 0) * steps)) * (100 / steps)

const appName = 'Pathclock'

/** Sets the page title: the job status if there is one, the view, the section and the app. */
function useScreenTitle(status: string | null): void {
  const { t } = useTranslation(['app', 'state'])
  const pathname = useLocation({ select: (location) => location.pathname })
  // As a route, the address of an overview ends with a slash.
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath.replace(/(.)\/$/, '$1') ?? '' })
  const tab = Object.values(tabs)
    .flat()
    .find(({ to }) => to === path)
  const exploreView = exploreViews.find(({ to }) => to === path)
  const views = [
    tab && t(tab.label),
    exploreView && t(`exploreTabs.${exploreView.id}`, { ns: 'state' }),
    path === '/plan' && t('action.planSamples'),
  ]
  const studyId = useCurrentStudyId()
  const studyName = useStudyName(studyId ?? '')
  const section = studyId === null ? t(`app:section.${sectionOf(pathname)}`) : studyName
  const title = [status, ...views, section, appName].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}

/** Returns the screen with the outcome of a job; null if there is none, such as for a saved file. */
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

/** True for exports, whose screen reports the file itself, unless there is a failure or message. */
const isReportedByPage = ({ kind, state, message }: Job): boolean =>
  kind === 'export' && state !== 'failed' && message === null

/**
 * True for jobs that ended immediately: the screen that started them shows the outcome. Further lines of the message,
 * such as that a request may be counted twice, appear only in the toast.
 */
const wasSeen = (job: Job): boolean =>
  job.kind !== 'export' &&
  job.state === 'done' &&
  job.failed === 0 &&
  toNotice(job) === null &&
  (job.message === null || !toEnglish(job.message).includes('\n'))

/** A banner asks the user to sign in, after which the plan resumes automatically. */
const waitsForSignIn = ({ kind, failureCode }: Job): boolean =>
  kind === 'offlineSync' && (failureCode === 'notSignedIn' || failureCode === 'keychain')

/** Returns a key that stays the same when a job is repeated, such as a resumed batch, whose job id changes. */
const workOf = ({ kind, batchId, title }: Job): string => `${kind} ${batchId ?? toEnglish(title)}`

/**
 * Shows a toast on any screen when a long job ends. A failure stays until the user closes it or the job is repeated.
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

/** The outcome and title of a job; it follows the language while the toast is shown. */
function EndedTitle({ state, title }: { state: Exclude<Job['state'], 'running'>; title: Message }) {
  const { t } = useTranslation('app')
  const translate = useTranslator()
  return t(`ended.${state}`, { title: translate(title) })
}
