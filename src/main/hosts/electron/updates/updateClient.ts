import type { AppUpdater, CancellationToken, UpdateCheckResult } from 'electron-updater'
import type { Proxy } from '../../../../shared/domain/app/settings.ts'
import { lazy } from '../../../../shared/lazy.ts'
import type { Updater } from '../../../ports.ts'

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

type UpdateClientOptions = {
  isMac: boolean
  userAgent: string
  /** Calls `install` when the services have closed. The library starts the installer first and quits then. */
  quitAndInstall(install: () => Promise<void>): void
}

/**
 * electron-updater as the port asks for it. The library is loaded at the first check. It arms the installing at a quit when
 * a download ends, and asks once more when the app quits; on macOS the system takes over at the end of the download, so
 * that there a fetched update is installed at every quit.
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
      // Naming a channel allows older releases too.
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
  // The library would name each installation by a number of its own, to draw those that are offered a staged release. It
  // draws them on this computer; the server gets the same word from everybody.
  autoUpdater.requestHeaders = { 'x-user-staging-id': 'none', 'User-Agent': userAgent }
  // Each failure is reported by the promise of its call; unheard, the event would end the app.
  autoUpdater.on('error', () => undefined)
  return library
}

type ProxiedUpdaterDeps = {
  /** The proxy that is set now; null before one was requested. */
  currentProxy(): Proxy | null
  /** Sets the proxy of the updater's requests, which ends those that are under way. */
  applyProxy(proxy: Proxy): Promise<void>
}

/**
 * The updater through the proxy that a person chose. A change is taken up before its next request, never in the middle of a
 * download, which may take long and would be cut: that ends through the proxy it began with.
 */
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
