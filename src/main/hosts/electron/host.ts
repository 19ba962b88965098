import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, systemPreferences, utilityProcess } from 'electron'
import type { PushedEvent } from '../../../shared/contract/events.ts'
import { messageOf } from '../../../shared/contract/failures.ts'
import { english } from '../../../shared/words/english.ts'
import type { Language } from '../../../shared/words/language.ts'
import { setEnglish, toEnglish } from '../../../shared/words/message.ts'
import { childEnvironment } from '../../concurrency/launchWorker.ts'
import type { AppOptions, Dialogs, HostedApp, LaunchHelper, Updater } from '../../ports.ts'
import { loadPages } from '../builtPages.ts'
import { createWindowCalls, registerIpcHandlers } from './ipc.ts'
import { createJobNotifier } from './jobNotifier.ts'
import { hostWords, initialLanguage, translateMessage } from './language.ts'
import {
  appFolder,
  appName,
  parseProcessArguments,
  receiveLaunchRequests,
  registerLinks,
} from './launch/launch.ts'
import type { LaunchArguments } from './launch/launchArguments.ts'
import { guardQuit, type Shutdown } from './launch/quit.ts'
import { type AppView, followApp, initialView } from './menu/appView.ts'
import { createAppMenu, installContextMenu, recentDocuments } from './menu/menu.ts'
import { createElectronTransport, createProxyRouter } from './network/transport.ts'
import { closeConnections, disableChromiumRequests, hardenSessions } from './security/hardening.ts'
import { createUpdateClient } from './updates/updateClient.ts'
import { areUpdatesForbidden, systemPolicySources } from './updates/updatePolicy.ts'
import { watchForCrashes } from './window/crashes.ts'
import { createDialogs } from './window/dialogs.ts'
import { createPrintPdf } from './window/printPdf.ts'
import {
  appWindows,
  focusWindow,
  leaveForeignRoute,
  openWindow,
  pushToWindows,
  registerPageScheme,
  sendWhenLoaded,
  servePages,
  showInWindow,
  type WindowOptions,
  whenPageLoaded,
  zoomOnWheel,
} from './window/window.ts'
import { readWindowState } from './window/windowState.ts'

export type ElectronHostOptions = {
  /** The location of the entries of worker and helper processes. */
  entry: { folder: string; extension: string }
  /** The bundled preload script. */
  preload: string
  /** The folder of the built pages. */
  pages: string
  compose(options: AppOptions): Promise<HostedApp>
}

/** The app id of electron-builder.yml, by which Windows identifies apps that may show notifications. */
const appId = 'org.pathclock.app'

/** Runs the app in Electron. The window opens first while the services are composed, and calls wait for them. */
export function runElectronHost(options: ElectronHostOptions): void {
  setEnglish(english)
  const launchArguments = parseProcessArguments()
  const dataFolder = settleDataFolder(launchArguments)
  // The lock belongs to the data folder, so windows on two folders do not affect each other.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return
  }
  const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
  registerPageScheme()
  const origins = new Set<string>()
  const stateFile = join(dataFolder, 'window.json')
  const languageAtStart = (system: readonly string[]) =>
    initialLanguage(dataFolder, readWindowState(stateFile).language, system)
  let view = initialView(languageAtStart([]))
  const dialogs = createDialogs(origins, () => view.language)
  // An address that is not listed is refused. A link has no place to show the error.
  hardenSessions((address) => void openExternalLink(address).catch(() => undefined), devServer)
  disableChromiumRequests()

  const appReady = app
    .whenReady()
    .then(() =>
      compose(options, launchArguments, dataFolder, dialogs, (install) => shutdown.quitAndInstall(install)),
    )
  appReady.catch((error: unknown) =>
    showStartFailure(error, languageAtStart(app.getPreferredSystemLanguages())),
  )
  const openExternalLink = async (address: string): Promise<void> => {
    const { offlineSwitch } = await (await appReady).call('app.status', {})
    // The browser would contact the service, which the offline switch must prevent too.
    if (!offlineSwitch) await dialogs.openExternal(address)
  }

  const window: WindowOptions = {
    preload: options.preload,
    stateFile,
    view: () => view,
    ...(devServer === undefined ? {} : { devServer }),
  }
  const showEvent = (event: PushedEvent): void => {
    // A window would open on services that are closing.
    if (!shutdown.isClosing()) showInWindow(event, window)
  }
  const longWork = createJobNotifier({
    onNoticeClick: (job) => showEvent({ name: 'notice.clicked', payload: job }),
    noticesEnabled: () => view.systemNotices,
    language: () => view.language,
  })
  const shutdown = guardQuit(appReady, longWork.uploads, () => view.language, launchArguments)
  void appReady.then((hosted) => hosted.listen(longWork.onEvent)).catch(() => undefined)
  watchForCrashes(
    appReady,
    () => view.language,
    () => shutdown.restart(),
  )
  installContextMenu(() => view.language)
  zoomOnWheel()
  followWindowLifecycle(window, shutdown)
  receiveLaunchRequests(launchArguments, {
    files: appReady.then(({ files }) => files),
    sendEvent: (event) => void appReady.then(() => sendWhenLoaded(event)).catch(() => undefined),
    onFailure: (error) =>
      void translateMessage(view.language, messageOf(error)).then((translated) =>
        dialog.showErrorBox(appName, translated),
      ),
    focus: () => app.isReady() && focusWindow(window),
    shutdown,
  })
  void app.whenReady().then(() => {
    const languages = app.getPreferredSystemLanguages()
    view = initialView(languageAtStart(languages))
    servePages(loadPages(options.pages))
    registerIpcHandlers(createWindowCalls(appReady, origins), devServer)
    const menu = createAppMenu({ appReady, view: () => view, show: showEvent })
    menu.show()
    setAboutPanel(view.language)
    openWindow(window)
    void whenPageLoaded().then(registerLinks)
    let isFirst = true
    const updateView = (now: AppView): void => {
      if (isFirst) void whenPageLoaded().then(() => leaveForeignRoute(window, now.profileId))
      isFirst = false
      view = now
      menu.show()
      setAboutPanel(view.language)
    }
    void appReady.then((hosted) => followApp(hosted, languages, updateView)).catch(() => undefined)
  })
}

/** Sets the data folder. Chromium's files are in a subfolder. */
function settleDataFolder(launchArguments: LaunchArguments): string {
  app.setName(appName)
  app.setAppUserModelId(appId)
  const folder = appFolder(launchArguments)
  app.setPath('userData', folder)
  app.setPath('sessionData', join(folder, 'browser'))
  return folder
}

async function compose(
  options: ElectronHostOptions,
  { offline }: LaunchArguments,
  dataFolder: string,
  dialogs: Dialogs,
  quitAndInstall: Shutdown['quitAndInstall'],
): Promise<HostedApp> {
  const { entry } = options
  const updater = await createElectronUpdater(quitAndInstall)
  const proxyRouter = createProxyRouter()
  const hosted = await options.compose({
    host: 'electron',
    version: app.getVersion(),
    dataFolder,
    entry,
    dialogs,
    offline,
    createTransport: (onSend) => proxyRouter.wrapTransport(createElectronTransport(onSend)),
    printPdf: createPrintPdf(),
    recentDocuments,
    updater: updater === 'forbidden' ? updater : updater && proxyRouter.wrapUpdater(updater),
    useProxy: proxyRouter.use,
    launchKeychainHelper: launchInUtilityProcess(
      join(entry.folder, 'threads', `keychainHelper${entry.extension}`),
    ),
  })
  hosted.listen(pushToWindows)
  hosted.listen(({ name: event, payload }) => {
    if (event === 'status.changed' && payload.offlineSwitch) void closeConnections()
  })
  return hosted
}

async function showStartFailure(error: unknown, language: Language): Promise<void> {
  const message = messageOf(error)
  // In English if the translations cannot be read.
  const translated = await translateMessage(language, message).catch(() => toEnglish(message))
  dialog.showErrorBox(hostWords[language].notStarted, translated)
  app.exit(1)
}

/** Fills the *About Pathclock* panel. Linux has no defaults, so its panel would be empty. */
function setAboutPanel(language: Language): void {
  const { copyright, credits } = hostWords[language].about
  const icon = join(process.resourcesPath ?? '', 'icon.png')
  app.setAboutPanelOptions({
    applicationName: appName,
    applicationVersion: app.getVersion(),
    copyright,
    credits,
    ...(existsSync(icon) ? { iconPath: icon } : {}),
  })
}

/** Opens and closes windows as is usual on each system. */
function followWindowLifecycle(window: WindowOptions, { isClosing }: Shutdown): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('activate', () => {
    if (app.isReady() && !isClosing() && appWindows().length === 0) openWindow(window)
  })
}

/** Starts the keychain helper as a utility process of Electron. It may hang or crash without affecting the app. */
const launchInUtilityProcess =
  (entryFile: string): LaunchHelper =>
  () => {
    const { PATHCLOCK_API_KEY: _notForHelpers, ...env } = childEnvironment()
    const child = utilityProcess.fork(entryFile, [], {
      env,
      stdio: 'ignore',
      serviceName: 'Pathclock keychain',
    })
    return {
      send: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.on('exit', listener),
      kill: () => void child.kill(),
    }
  }

/** Creates the updater if the app was installed, has a release server and is not managed; otherwise null. */
async function createElectronUpdater(
  quitAndInstall: Shutdown['quitAndInstall'],
): Promise<Updater | 'forbidden' | null> {
  // Outside of Electron this is undefined.
  const folder: string | undefined = process.resourcesPath
  if (!app.isPackaged || folder === undefined || !existsSync(join(folder, 'app-update.yml'))) return null
  const sources = systemPolicySources((name) => systemPreferences.getUserDefault(name, 'string'))
  if (await areUpdatesForbidden(process.platform, sources)) return 'forbidden'
  const load = async () => (await import('electron-updater')).default
  return createUpdateClient(load, {
    isMac: process.platform === 'darwin',
    userAgent: `Pathclock/${app.getVersion()}`,
    quitAndInstall,
  })
}
