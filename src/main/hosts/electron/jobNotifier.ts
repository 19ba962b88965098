import { BrowserWindow, Notification, powerSaveBlocker } from 'electron'
import type { PushedEvent } from '../../../shared/contract/events.ts'
import { type Notice, overallProgress, toNotice } from '../../../shared/contract/jobNotices.ts'
import type { Job } from '../../../shared/contract/state.ts'
import type { Language } from '../../../shared/messages/language.ts'
import { translateMessage } from './language.ts'
import { appWindows } from './window/window.ts'

export type JobNotifier = {
  /** Takes in what the services push. */
  onEvent(event: PushedEvent): void
  /** The orders that are being placed right now. */
  uploads(): Job[]
}

type JobNotifierDeps = {
  /** Called with the job whose notice was clicked. */
  onNoticeClick(job: Job): void
  /** Whether a person wants notices. */
  noticesEnabled(): boolean
  language(): Language
}

/**
 * Long work as the system shows it outside of the window: a bar on the window's icon while it runs, and a notice at its
 * end where no window of ours has the focus.
 */
export function createJobNotifier({ onNoticeClick, noticesEnabled, language }: JobNotifierDeps): JobNotifier {
  const running = new Map<string, Job>()
  const stayAwake = createAwakeSwitch()
  return {
    onEvent({ name, payload }) {
      if (name === 'job.progressed') running.set(payload.jobId, payload)
      else if (name === 'job.ended') running.delete(payload.jobId)
      else return
      showBar([...running.values()])
      stayAwake([...running.values()].some(({ kind }) => kind !== 'screening'))
      if (name !== 'job.ended' || BrowserWindow.getFocusedWindow() !== null || !noticesEnabled()) return
      const notice = toNotice(payload)
      if (notice) void showTranslatedNotice(language(), notice, () => onNoticeClick(payload))
    },
    uploads: () => [...running.values()].filter(({ kind }) => kind === 'import'),
  }
}

/** Keeps the computer from falling asleep while it is on. The screen may go dark. A screening runs at the service. */
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

/** Above 1, the whole is not known; below 0, there is no bar. Both are Electron's. */
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

/** Held until they are answered: a notice that is collected as garbage is not clicked any more. */
const shownNotifications = new Set<Notification>()

async function showTranslatedNotice(
  language: Language,
  { title, body }: Notice,
  onClick: () => void,
): Promise<void> {
  showNotice(
    { title: await translateMessage(language, title), body: await translateMessage(language, body) },
    onClick,
  )
}

function showNotice(notice: { title: string; body: string }, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification(notice)
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
