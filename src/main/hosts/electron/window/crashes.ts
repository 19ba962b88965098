import { app } from 'electron'
import type { Language } from '../../../../shared/words/language.ts'
import type { HostedApp } from '../../../ports.ts'
import { hostWords } from '../language.ts'
import { createCrashedPageHandler } from './crashedPage.ts'
import { showMessage } from './dialogs.ts'
import { appWindows } from './window.ts'

/** Offers to reload a window that ended or hangs, and to restart after an error. Reports are never uploaded. */
export function watchForCrashes(
  appReady: Promise<Pick<HostedApp, 'recordCrash'>>,
  language: () => Language,
  restart: () => void,
): void {
  const pages = createCrashedPageHandler({
    record: (error) =>
      void appReady.then((hosted) => hosted.recordCrash('window', error)).catch(() => undefined),
    confirmReload: (what) => confirm(what, language()),
    quit: () => app.quit(),
  })
  app.on('render-process-gone', (_event, contents, details) => {
    if (appWindows().some(({ webContents }) => webContents === contents)) void pages.onGone(contents, details)
  })
  app.on('browser-window-created', (_event, window) =>
    window.on('unresponsive', () => {
      if (appWindows().includes(window)) void pages.onUnresponsive(window.webContents)
    }),
  )
  // Without a listener, Electron shows its own error in English.
  let isPrompting = false
  process.on('uncaughtException', () => {
    if (isPrompting) return
    isPrompting = true
    void app
      .whenReady()
      .then(() => confirm('uncaught', language()))
      .then((restarts) => restarts && restart())
      .finally(() => {
        isPrompting = false
      })
  })
}

async function confirm(what: 'gone' | 'hung' | 'uncaught', language: Language): Promise<boolean> {
  const { message, detail, confirm: confirmButton, cancel } = hostWords[language][what]
  const response = await showMessage({
    type: 'error',
    message,
    detail,
    buttons: [confirmButton, cancel],
    defaultId: 0,
    cancelId: what === 'gone' ? 0 : 1,
    noLink: true,
  })
  return response === 0
}
