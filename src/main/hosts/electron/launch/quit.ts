import { app, powerMonitor } from 'electron'
import type { Job } from '../../../../shared/contract/state.ts'
import type { Language } from '../../../../shared/words/language.ts'
import { fillText } from '../../../../shared/words/message.ts'
import { hostWords } from '../language.ts'
import { showMessage } from '../window/dialogs.ts'
import { appWindows } from '../window/window.ts'
import { type LaunchArguments, toArguments } from './launchArguments.ts'

/** The time limit for closing the services. After it the process ends anyway, so quitting never takes longer. */
const closeTimeoutMs = 10_000
const quitButton = 1

export type Shutdown = {
  /** Returns true once the services begin to close. The process still holds the lock then, for up to 10 s. */
  isClosing(): boolean
  /** Restarts the app on the same data when this process has ended. The files of several calls are all opened. */
  startAgain(request: Partial<Pick<LaunchArguments, 'files' | 'link'>>): void
  restart(): void
  /** Quits. Calls `install` when the services have closed and the lock is free. `install` ends the process. */
  quitAndInstall(install: () => Promise<void>): void
}

type Services = { close(): Promise<void> }

/** Asks before quitting interrupts orders, then waits until the services have closed. Call before `ready`. */
export function guardQuit(
  appReady: Promise<Services>,
  uploads: () => Job[],
  language: () => Language,
  launch: LaunchArguments,
): Shutdown {
  const { stay, ...shutdown } = closeBeforeQuit(appReady, launch)
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
    else stay()
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
    // The page keeps its window, so a confirmed quit does not happen, and the next one asks again.
    window.webContents.on('will-prevent-unload', () => {
      isConfirmed = false
    })
    // Only Windows has these events. After the second, a process has about 5 s, too short for a question.
    window.on('query-session-end', preventQuit)
    window.on('session-end', () => {
      isConfirmed = true
      app.quit()
    })
  })
  // Linux and macOS wait for a process that requests it.
  void app.whenReady().then(() =>
    powerMonitor.on('shutdown', (event?: Electron.Event) => {
      event?.preventDefault()
      app.quit()
    }),
  )
  return shutdown
}

async function showQuitDialog(uploads: readonly Job[], language: Language): Promise<boolean> {
  const { quitting } = hostWords[language]
  const response = await showMessage({
    type: 'warning',
    message: quitting.message,
    detail: fillText(quitting.detail, { placed: progressOf(uploads, language) }),
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
  return fillText(hostWords[language].placed, { placed, all })
}

function closeBeforeQuit(
  appReady: Promise<Services>,
  { dataFolder, offline }: LaunchArguments,
): Shutdown & { /** Forgets what was to follow a quit that the user has refused. */ stay(): void } {
  let state: 'running' | 'closing' | 'closed' = 'running'
  let nextLaunch: LaunchArguments | null = null
  let install: (() => Promise<void>) | null = null
  const startAgain: Shutdown['startAgain'] = ({ files = [], link = null }) => {
    const pending = nextLaunch ?? { dataFolder, offline, files: [], link: null }
    nextLaunch = { ...pending, files: [...pending.files, ...files], link: link ?? pending.link }
  }
  const end = (): void => {
    if (nextLaunch) relaunch(nextLaunch)
    app.quit()
  }
  const endWith = (installNow: () => Promise<void>): void => {
    // The installer starts the new version, which needs the lock.
    app.releaseSingleInstanceLock()
    installNow().catch(() => {
      startAgain({})
      end()
    })
  }
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const limit = new Promise<void>((done) => setTimeout(done, closeTimeoutMs))
    const close = appReady.then((hosted) => hosted.close()).catch(() => undefined)
    void Promise.race([close, limit]).then(() => {
      state = 'closed'
      if (install) endWith(install)
      else end()
    })
  })
  return {
    isClosing: () => state !== 'running',
    startAgain,
    restart() {
      startAgain({})
      app.quit()
    },
    quitAndInstall(installNow) {
      install = installNow
      app.quit()
    },
    stay() {
      nextLaunch = null
      install = null
    },
  }
}

function relaunch(launch: LaunchArguments): void {
  const args = [...(app.isPackaged ? [] : [app.getAppPath()]), ...toArguments(launch)]
  // The program inside an AppImage disappears when this process ends.
  const { APPIMAGE: execPath } = process.env
  app.relaunch({ args, ...(execPath ? { execPath } : {}) })
}
