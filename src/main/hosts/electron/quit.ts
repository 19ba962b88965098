import { app } from 'electron'
import type { Job } from '../../../shared/contract/state.ts'
import type { Language } from '../../../shared/messages/language.ts'
import { hostWords } from './language.ts'
import { showMessage } from './window/dialogs.ts'
import { appWindows } from './window/window.ts'

/** Services that have not closed by then are left to the system: a person who quits does not wait longer. */
const closeTimeoutMs = 10_000
const quitButton = 1

/**
 * Asks before orders that are being placed are interrupted, by quitting or by closing the last window where that quits;
 * then waits until the services have ended their work and closed their files. Call it before `ready`.
 */
export function guardQuit(
  appReady: Promise<{ close(): Promise<void> }>,
  uploads: () => Job[],
  language: () => Language,
): void {
  let isConfirmed = false
  let isConfirming = false
  const confirmQuit = async (): Promise<void> => {
    if (isConfirming) return
    isConfirming = true
    try {
      isConfirmed = await showQuitDialog(uploads(), language())
    } finally {
      isConfirming = false
    }
    if (isConfirmed) app.quit()
  }
  const preventQuit = (event: { preventDefault(): void }): void => {
    if (isConfirmed || uploads().length === 0) return
    event.preventDefault()
    void confirmQuit()
  }
  app.on('before-quit', preventQuit)
  app.on('browser-window-created', (_event, window) =>
    window.on('close', (event) => {
      if (process.platform !== 'darwin' && appWindows().length === 1) preventQuit(event)
    }),
  )
  closeBeforeQuit(appReady)
}

async function showQuitDialog(uploads: readonly Job[], language: Language): Promise<boolean> {
  const { quitting } = hostWords[language]
  const response = await showMessage({
    type: 'warning',
    message: quitting.message,
    detail: quitting.detail(progressOf(uploads, language)),
    buttons: [quitting.stay, quitting.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === quitButton
}

function progressOf(uploads: readonly Job[], language: Language): string {
  const placed = uploads.reduce((sum, { done }) => sum + done, 0)
  const all = uploads.reduce((sum, { done, total }) => sum + (total ?? done), 0)
  return hostWords[language].placed(placed, all)
}

function closeBeforeQuit(appReady: Promise<{ close(): Promise<void> }>): void {
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    const limit = new Promise<void>((done) => setTimeout(done, closeTimeoutMs))
    const close = appReady.then((hosted) => hosted.close()).catch(() => undefined)
    void Promise.race([close, limit]).then(() => {
      closed = true
      app.quit()
    })
  })
}
