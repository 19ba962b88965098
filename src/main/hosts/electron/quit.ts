import { app, powerMonitor } from 'electron'
import type { Job } from '../../../shared/contract/state.ts'
import type { Language } from '../../../shared/messages/language.ts'
import { hostWords } from './language.ts'
import { showMessage } from './window/dialogs.ts'
import { appWindows } from './window/window.ts'

/** Services that have not closed by then are left to the system: a person who quits does not wait longer. */
const closeTimeoutMs = 10_000
const quitButton = 1

export type Shutdown = {
  /** True once the services begin to close. The process then still holds the lock, for up to 10 s. */
  isClosing(): boolean
  /** Starts the app again with these arguments when this process has ended. */
  startAgain(args: readonly string[]): void
  /** Quits. Calls `install` when the services have closed and the lock is free; `install` ends the process. */
  quitAndInstall(install: () => Promise<void>): void
}

type Services = { close(): Promise<void> }

/**
 * Asks before orders that are being placed are interrupted: by quitting, by closing the last window where that quits, or by
 * the end of the session. Then waits until the services have closed their files. Call it before `ready`.
 */
export function guardQuit(
  appReady: Promise<Services>,
  uploads: () => Job[],
  language: () => Language,
): Shutdown {
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
  app.on('browser-window-created', (_event, window) => {
    window.on('close', (event) => {
      if (process.platform !== 'darwin' && appWindows().length === 1) preventQuit(event)
    })
    // Windows alone has these two. After the second it gives a process about 5 s.
    window.on('query-session-end', preventQuit)
    window.on('session-end', () => app.quit())
  })
  // Linux and macOS wait for a process that asks them to.
  void app.whenReady().then(() =>
    powerMonitor.on('shutdown', (event?: Electron.Event) => {
      event?.preventDefault()
      app.quit()
    }),
  )
  return closeBeforeQuit(appReady)
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

function closeBeforeQuit(appReady: Promise<Services>): Shutdown {
  let state: 'running' | 'closing' | 'closed' = 'running'
  let restartArgs: readonly string[] | null = null
  let install: (() => Promise<void>) | null = null
  const restart = (args?: readonly string[]): void => {
    // The program inside of an AppImage is gone when this process ends.
    const { APPIMAGE: execPath } = process.env
    app.relaunch({ ...(args ? { args: [...args] } : {}), ...(execPath ? { execPath } : {}) })
  }
  const end = (): void => {
    state = 'closed'
    if (install === null) {
      if (restartArgs) restart(restartArgs)
      return app.quit()
    }
    // An installer that starts the new version must find the lock free.
    app.releaseSingleInstanceLock()
    install().catch(() => {
      restart()
      app.quit()
    })
  }
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const limit = new Promise<void>((done) => setTimeout(done, closeTimeoutMs))
    const close = appReady.then((hosted) => hosted.close()).catch(() => undefined)
    void Promise.race([close, limit]).then(end)
  })
  return {
    isClosing: () => state !== 'running',
    startAgain: (args) => {
      restartArgs = args
    },
    quitAndInstall: (installNow) => {
      install = installNow
      app.quit()
    },
  }
}
