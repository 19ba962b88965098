import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overallProgress, toNotice } from '../../shared/contract/jobNotices.ts'
import type { Job } from '../../shared/contract/state.ts'
import { defaultSettings } from '../../shared/domain/settings.ts'
import { useCall } from '../client/useCall.ts'
import { useEvent } from '../client/useEvent.ts'
import { type Translator, useTranslator } from '../ui/TranslatedMessage.tsx'
import { routeOfJob } from './jobRoute.ts'
import { ProgressAnnouncer } from './ProgressAnnouncer.tsx'
import { useScreenTitle } from './useScreenTitle.ts'

/** Opens what a clicked notice told of. In a browser it also does what Electron's window does by itself. */
export function JobNotifications({ inBrowser }: { inBrowser: boolean }) {
  const navigate = useNavigate()
  const translate = useTranslator()
  const open = (job: Job): void => {
    const route = routeOfJob(job)
    if (route) void navigate(route as never)
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
  const jobs = useCall('jobs.list', {}).data ?? []
  const running = jobs.filter(({ state }) => state === 'running')
  const unseenJob = useUnseenEndedJob()
  const titlePrefix =
    running.length > 0 ? formatProgress(running) : unseenJob && t('title.ended', { title: unseenJob.title })
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
