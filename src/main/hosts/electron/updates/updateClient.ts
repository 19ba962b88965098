import type { AppUpdater, CancellationToken, UpdateCheckResult } from 'electron-updater'
import type { Proxy } from '../../../../shared/domain/app/settings.ts'
import { lazy } from '../../../../shared/lazy.ts'
import type { Updater } from '../../../ports.ts'

/** The parts of electron-updater that we use. */
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

type UpdateClientOptions = {
  isMac: boolean
  userAgent: string
  /** Calls `install` when the services have closed. The library starts the installer first and then quits. */
  quitAndInstall(install: () => Promise<void>): void
}

/**
 * Adapts electron-updater to the port. The library is loaded at the first check. It prepares to install at quit when a
 * download ends, and checks again when the app quits. On macOS the system takes over at the end of the download, so a
 * downloaded update is installed at every quit.
 */
export function createUpdateClient(
  load: () => Promise<UpdateLibrary>,
  { isMac, userAgent, quitAndInstall }: UpdateClientOptions,
): Updater {
  const loadLibrary = lazy(() => load().then((imported) => configureLibrary(imported, userAgent)))
  let downloadedUpdater: UpdateLibrary['autoUpdater'] | null = null

  return {
    async check(channel) {
      const { autoUpdater } = await loadLibrary()
      autoUpdater.channel = channel
      // Setting a channel also allows older releases.
      autoUpdater.allowDowngrade = false
      autoUpdater.allowPrerelease = channel === 'beta'
      const result = await autoUpdater.checkForUpdates()
      return result?.isUpdateAvailable ? { version: result.updateInfo.version } : null
    },

    async download(progress, signal) {
      const { autoUpdater, CancellationToken: Token } = await loadLibrary()
      const token = new Token()
      const stop = () => token.cancel()
      const onProgress = ({ percent }: { percent: number }) => progress(percent)
      signal.addEventListener('abort', stop, { once: true })
      autoUpdater.on('download-progress', onProgress)
      autoUpdater.autoInstallOnAppQuit = true
      try {
        signal.throwIfAborted()
        await autoUpdater.downloadUpdate(token)
        downloadedUpdater = autoUpdater
      } finally {
        autoUpdater.autoInstallOnAppQuit = isMac
        autoUpdater.off('download-progress', onProgress)
        signal.removeEventListener('abort', stop)
      }
    },

    installAtQuit: () => {
      if (downloadedUpdater) downloadedUpdater.autoInstallOnAppQuit = true
    },
    installNow() {
      const updater = downloadedUpdater
      if (!updater) return
      quitAndInstall(
        () =>
          // The process ends before this resolves.
          new Promise((_done, failed) => {
            updater.on('error', failed)
            updater.quitAndInstall(false, true)
          }),
      )
    },
  }
}

function configureLibrary(library: UpdateLibrary, userAgent: string): UpdateLibrary {
  const { autoUpdater } = library
  autoUpdater.autoDownload = false
  autoUpdater.logger = null
  // The library would send an id for each installation, for staged releases. It chooses on this computer, so the server
  // can get the same value from everyone.
  autoUpdater.requestHeaders = { 'x-user-staging-id': 'none', 'User-Agent': userAgent }
  // Each failure is reported by the promise of its call. Without a listener, the event would end the app.
  autoUpdater.on('error', () => undefined)
  return library
}

type ProxiedUpdaterDeps = {
  currentProxy(): Proxy | null
  /** Sets the proxy of the updater's requests, which ends running ones. */
  applyProxy(proxy: Proxy): Promise<void>
}

/** Creates an updater that uses the user's proxy. A change applies to the next request, never during a download. */
export function createProxiedUpdater(
  updater: Updater,
  { currentProxy, applyProxy }: ProxiedUpdaterDeps,
): Updater {
  let appliedKey = ''
  const prepare = async (): Promise<void> => {
    const proxy = currentProxy()
    const proxyKey = JSON.stringify(proxy)
    if (!proxy || proxyKey === appliedKey) return
    await applyProxy(proxy)
    appliedKey = proxyKey
  }
  return {
    ...updater,
    check: async (channel) => {
      await prepare()
      return updater.check(channel)
    },
    download: async (progress, signal) => {
      await prepare()
      return updater.download(progress, signal)
    },
  }
}
