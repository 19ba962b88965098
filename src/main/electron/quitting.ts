import { app, BrowserWindow, dialog } from 'electron'
import type { Job } from '../../shared/contract/state.ts'
import type { Language } from '../../shared/words/language.ts'
import { appWindows } from './window.ts'
import { hostWords } from './words.ts'

/** Services that have not closed by then are left to the system: a person who quits does not wait longer. */
const closeLimitMs = 10_000
const quit = 1

/**
 * Asks before orders that are being placed are interrupted, by quitting or by closing the last window where that quits;
 * then waits until the services have ended their work and closed their files. Call it before `ready`.
 */
export function guardQuitting(
  composed: Promise<{ close(): Promise<void> }>,
  uploads: () => Job[],
  language: () => Language,
): void {
  let agreed = false
  let asking = false
  const ask = async (): Promise<void> => {
    if (asking) return
    asking = true
    agreed = await asksToQuit(uploads(), language())
    asking = false
    if (agreed) app.quit()
  }
  const holdBack = (event: { preventDefault(): void }): void => {
    if (agreed || uploads().length === 0) return
    event.preventDefault()
    void ask()
  }
  app.on('before-quit', holdBack)
  app.on('browser-window-created', (_event, window) =>
    window.on('close', (event) => {
      if (process.platform !== 'darwin' && appWindows().length === 1) holdBack(event)
    }),
  )
  closeBeforeQuit(composed)
}

async function asksToQuit(uploads: readonly Job[], language: Language): Promise<boolean> {
  const { quitting } = hostWords[language]
  const options = {
    type: 'warning' as const,
    message: quitting.message,
    detail: quitting.detail(progressOf(uploads, language)),
    buttons: [quitting.stay, quitting.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const window = BrowserWindow.getFocusedWindow() ?? appWindows()[0]
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  return response === quit
}

function progressOf(uploads: readonly Job[], language: Language): string {
  const placed = uploads.reduce((sum, { done }) => sum + done, 0)
  const all = uploads.reduce((sum, { done, total }) => sum + (total ?? done), 0)
  return hostWords[language].placed(placed, all)
}

function closeBeforeQuit(composed: Promise<{ close(): Promise<void> }>): void {
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    const limit = new Promise<void>((done) => setTimeout(done, closeLimitMs))
    const close = composed.then((hosted) => hosted.close()).catch(() => undefined)
    void Promise.race([close, limit]).then(() => {
      closed = true
      app.quit()
    })
  })
}
