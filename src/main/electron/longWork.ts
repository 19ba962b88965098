import { BrowserWindow, Notification } from 'electron'
import type { PushedEvent } from '../../shared/contract/events.ts'
import { type Notice, noticeOf, shareDone } from '../../shared/contract/longWork.ts'
import type { Job } from '../../shared/contract/state.ts'
import type { Language } from '../../shared/words/language.ts'
import { sayIn } from './saying.ts'
import { appWindows } from './window.ts'

export type LongWork = {
  /** Takes in what the services push. */
  hear(event: PushedEvent): void
  /** The orders that are being placed right now. */
  uploads(): Job[]
}

type Parts = {
  /** Called with the job whose notice was clicked. */
  open(job: Job): void
  /** Whether a person wants notices. */
  notices(): boolean
  language(): Language
}

/**
 * Long work as the system shows it outside of the window: a bar on the window's icon while it runs, and a notice at its
 * end where no window of ours has the focus.
 */
export function createLongWork({ open, notices, language }: Parts): LongWork {
  const running = new Map<string, Job>()
  return {
    hear({ name, payload }) {
      if (name === 'job.progressed') running.set(payload.jobId, payload)
      else if (name === 'job.ended') running.delete(payload.jobId)
      else return
      showBar([...running.values()])
      if (name !== 'job.ended' || BrowserWindow.getFocusedWindow() !== null || !notices()) return
      const notice = noticeOf(payload)
      if (notice) void tellIn(language(), notice, () => open(payload))
    },
    uploads: () => [...running.values()].filter(({ kind }) => kind === 'import'),
  }
}

/** Above 1, the whole is not known; below 0, there is no bar. Both are Electron's. */
const indeterminate = 2
const none = -1

function showBar(running: readonly Job[]): void {
  const share = shareDone(running)
  const someFailed = running.some(({ failed }) => failed > 0)
  for (const window of appWindows()) {
    if (running.length === 0) window.setProgressBar(none)
    else if (share === null) window.setProgressBar(indeterminate, { mode: 'indeterminate' })
    else window.setProgressBar(share, { mode: someFailed ? 'error' : 'normal' })
  }
}

/** Held until they are answered: a notice that is collected as garbage is not clicked any more. */
const shown = new Set<Notification>()

async function tellIn(language: Language, { title, body }: Notice, clicked: () => void): Promise<void> {
  tell({ title: await sayIn(language, title), body: await sayIn(language, body) }, clicked)
}

function tell(notice: Notice, clicked: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification(notice)
  const forget = () => void shown.delete(notification)
  shown.add(notification)
  notification.on('click', () => {
    forget()
    clicked()
  })
  notification.on('close', forget)
  notification.on('failed', forget)
  notification.show()
}
