import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeOf, shareDone } from '../../shared/contract/longWork.ts'
import type { Job } from '../../shared/contract/state.ts'
import { defaultSettings } from '../../shared/domain/settings.ts'
import { useCall } from '../client/useCall.ts'
import { useEvent } from '../client/useEvent.ts'
import { type Say, useSay } from '../ui/Said.tsx'
import { placeOf } from './jobPlace.ts'
import { ProgressSaid } from './ProgressSaid.tsx'
import { useScreenTitle } from './useScreenTitle.ts'

/** Opens what a clicked notice told of. In a browser it also does what Electron's window does by itself. */
export function LongWork({ inBrowser }: { inBrowser: boolean }) {
  const navigate = useNavigate()
  const say = useSay()
  const open = (job: Job): void => {
    const place = placeOf(job)
    if (place) void navigate(place as never)
  }
  useEvent('notice.clicked', open)
  const { systemNotices } = useCall('settings.get', {}).data ?? defaultSettings
  useEvent('job.ended', (job) => {
    if (inBrowser && systemNotices) notify(job, say, open)
  })
  return (
    <>
      <PageTitle inBrowser={inBrowser} />
      <ProgressSaid />
    </>
  )
}

/** A notice of the system, where the person has allowed it for this page and looks elsewhere. */
function notify(job: Job, say: Say, open: (job: Job) => void): void {
  const told = noticeOf(job)
  if (!told || document.hasFocus() || !mayNotify()) return
  // One tag: the same page in two tabs tells it once.
  const notice = new Notification(say(told.title), { body: say(told.body), tag: job.jobId })
  notice.onclick = () => {
    window.focus()
    open(job)
    notice.close()
  }
}

const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted'

const isSeen = (): boolean => document.visibilityState === 'visible'

/** The title of the page. In a tab it also says how far long work is, and which has ended since it was last looked at. */
function PageTitle({ inBrowser }: { inBrowser: boolean }) {
  const { t } = useTranslation('app')
  const jobs = useCall('jobs.list', {}).data ?? []
  const running = jobs.filter(({ state }) => state === 'running')
  const unseen = useUnseenEnd()
  const words = running.length > 0 ? progressIn(running) : unseen && t('title.ended', { title: unseen.title })
  useScreenTitle(inBrowser ? words : null)
  return null
}

function progressIn(running: readonly Job[]): string {
  const share = shareDone(running)
  const failed = running.some((job) => job.failed > 0) ? '⚠ ' : ''
  return `${failed}${share === null ? '…' : `${Math.floor(share * 100)}%`}`
}

/** The last long work that ended while the tab was hidden; null once it is seen. */
function useUnseenEnd(): Job | null {
  const [ended, setEnded] = useState<Job | null>(null)
  useEvent('job.ended', (job) => {
    if (!isSeen() && noticeOf(job)) setEnded(job)
  })
  useEffect(() => {
    const look = (): void => {
      if (isSeen()) setEnded(null)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return ended
}
