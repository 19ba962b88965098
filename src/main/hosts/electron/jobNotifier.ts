import { BrowserWindow, Notification, powerSaveBlocker } from 'electron'
import type { PushedEvent } from '../../../shared/contract/events.ts'
import { type Notice, overallProgress, toNotice } from '../../../shared/contract/jobNotices.ts'
import type { Job, JobKind } from '../../../shared/contract/state.ts'
import type { Language } from '../../../shared/words/language.ts'
import { translateMessage } from './language.ts'
import { appWindows } from './window/window.ts'

export type JobNotifier = {
  onEvent(event: PushedEvent): void
  /** Returns the jobs that are placing orders right now. */
  uploads(): Job[]
}

type JobNotifierDeps = {
  /** Called with the job whose notification was clicked. */
  onNoticeClick(job: Job): void
  /** Returns true if the user wants notifications. */
  noticesEnabled(): boolean
  language(): Language
}

/** Shows long jobs outside the window: a progress bar on its icon, and a notification unless a window has the focus. */
export function createJobNotifier({ onNoticeClick, noticesEnabled, language }: JobNotifierDeps): JobNotifier {
  const running = new Map<string, Job>()
  const stayAwake = createAwakeSwitch()
  return {
    onEvent({ name, payload }) {
      if (name === 'job.progressed') running.set(payload.jobId, payload)
      else if (name === 'job.ended') running.delete(payload.jobId)
      else return
      showBar([...running.values()])
      stayAwake([...running.values()].some(({ kind }) => !mayBeSuspended.has(kind)))
      if (name !== 'job.ended' || BrowserWindow.getFocusedWindow() !== null || !noticesEnabled()) return
      const notice = toNotice(payload)
      if (notice) void showNotice(language(), notice, () => onNoticeClick(payload))
    },
    uploads: () => [...running.values()].filter(({ kind }) => kind === 'import'),
  }
}

/** Screenings run at the service. A download of the drug list resumes, and may take days at a low request limit. */
const mayBeSuspended: ReadonlySet<JobKind> = new Set(['screening', 'offlineSync'])

/** Creates a switch that keeps the computer awake, but not its screen. */
function createAwakeSwitch(): (isOn: boolean) => void {
  let blockerId: number | null = null
  return (isOn) => {
    if (isOn) blockerId ??= powerSaveBlocker.start('prevent-app-suspension')
    else if (blockerId !== null) {
      powerSaveBlocker.stop(blockerId)
      blockerId = null
    }
  }
}

/** Electron's values: above 1 for unknown progress, below 0 for no bar. */
const indeterminate = 2
const noProgressBar = -1

function showBar(running: readonly Job[]): void {
  const progress = overallProgress(running)
  const someFailed = running.some(({ failed }) => failed > 0)
  for (const window of appWindows()) {
    if (running.length === 0) window.setProgressBar(noProgressBar)
    else if (progress === null) window.setProgressBar(indeterminate, { mode: 'indeterminate' })
    else window.setProgressBar(progress, { mode: someFailed ? 'error' : 'normal' })
  }
}

/** The open notifications. They are held until handled, since a garbage-collected one no longer reports clicks. */
const shownNotifications = new Set<Notification>()

async function showNotice(language: Language, { title, body }: Notice, onClick: () => void): Promise<void> {
  if (!Notification.isSupported()) return
  const notification = new Notification({
    title: await translateMessage(language, title),
    body: await translateMessage(language, body),
  })
  const release = () => void shownNotifications.delete(notification)
  shownNotifications.add(notification)
  notification.on('click', () => {
    release()
    onClick()
  })
  notification.on('close', release)
  notification.on('failed', release)
  notification.show()
}
