import type { AppUpdater, CancellationToken, UpdateCheckResult } from 'electron-updater'
import type { Updater } from '../ports.ts'

/** As much of electron-updater as is used. */
export type UpdateLibrary = {
  autoUpdater: Pick<
    AppUpdater,
    | 'autoDownload'
    | 'autoInstallOnAppQuit'
    | 'allowDowngrade'
    | 'allowPrerelease'
    | 'channel'
    | 'logger'
    | 'requestHeaders'
    | 'downloadUpdate'
    | 'quitAndInstall'
    | 'on'
    | 'off'
  > & { checkForUpdates(): Promise<Pick<UpdateCheckResult, 'isUpdateAvailable' | 'updateInfo'> | null> }
  CancellationToken: new () => CancellationToken
}

/**
 * electron-updater as the port asks for it. The library is loaded at the first check. It arms the installing at a quit when
 * a download ends, and asks once more when the app quits; on macOS the system takes over at the end of the download, so
 * that there a fetched update is installed at every quit.
 */
export function createUpdateClient(load: () => Promise<UpdateLibrary>, isMac: boolean): Updater {
  let loaded: Promise<UpdateLibrary> | undefined
  const library = (): Promise<UpdateLibrary> => {
    loaded ??= load().then((given) => quieted(given))
    return loaded
  }
  let ready: UpdateLibrary['autoUpdater'] | null = null

  return {
    async check(channel) {
      const { autoUpdater } = await library()
      autoUpdater.channel = channel
      // Naming a channel allows older releases too.
      autoUpdater.allowDowngrade = false
      autoUpdater.allowPrerelease = channel === 'beta'
      const result = await autoUpdater.checkForUpdates()
      return result?.isUpdateAvailable ? { version: result.updateInfo.version } : null
    },

    async download(progress, signal) {
      const { autoUpdater, CancellationToken: Token } = await library()
      const token = new Token()
      const stop = () => token.cancel()
      const tell = ({ percent }: { percent: number }) => progress(percent)
      signal.addEventListener('abort', stop, { once: true })
      autoUpdater.on('download-progress', tell)
      autoUpdater.autoInstallOnAppQuit = true
      try {
        signal.throwIfAborted()
        await autoUpdater.downloadUpdate(token)
        ready = autoUpdater
      } finally {
        autoUpdater.autoInstallOnAppQuit = isMac
        autoUpdater.off('download-progress', tell)
        signal.removeEventListener('abort', stop)
      }
    },

    installAtQuit: () => {
      if (ready) ready.autoInstallOnAppQuit = true
    },
    installNow: () => ready?.quitAndInstall(false, true),
  }
}

function quieted(library: UpdateLibrary): UpdateLibrary {
  const { autoUpdater } = library
  autoUpdater.autoDownload = false
  autoUpdater.logger = null
  // The library would name each installation by a number of its own, to draw those that are offered a staged release. It
  // draws them on this computer; the server gets the same word from everybody.
  autoUpdater.requestHeaders = { 'x-user-staging-id': 'none' }
  // Each failure is told by the promise of its call; unheard, the event would end the app.
  autoUpdater.on('error', () => undefined)
  return library
}
