import { join } from 'node:path'
import { app, dialog } from 'electron'
import { z } from 'zod'
import type { PushedEvent } from '../../shared/contract/events.ts'
import type { Proxy } from '../../shared/domain/settings.ts'
import type { Language } from '../../shared/words/language.ts'
import type { Dispatch } from '../dispatch.ts'
import { loadPages } from '../pages.ts'
import type { Dialogs, Files, LaunchHelper, PrintPdf, RecentDocuments, Transport, Updater } from '../ports.ts'
import { appFolder, appName, launchedWith } from './appFolder.ts'
import { createAppMenu, recentDocuments } from './appMenu.ts'
import { createWindowCalls } from './calls.ts'
import { installContextMenu } from './contextMenu.ts'
import { watchForCrashes } from './crashes.ts'
import { createDialogs } from './dialogs.ts'
import { firstLanguage } from './firstLanguage.ts'
import { type AppView, firstView, followApp } from './following.ts'
import { hardenEverything } from './hardening.ts'
import { openDoor, pushToWindows } from './ipc.ts'
import { launchInUtilityProcess } from './keychainProcess.ts'
import type { LaunchArguments } from './launchArguments.ts'
import { createLongWork } from './longWork.ts'
import { receiveFromOutside } from './outside.ts'
import { createPrintPdf } from './printPdf.ts'
import { registerPageScheme, servePages } from './protocol.ts'
import { createProxyWay } from './proxy.ts'
import { closeConnections, keepChromiumQuiet } from './quiet.ts'
import { guardQuitting } from './quitting.ts'
import { sayIn } from './saying.ts'
import { focusWindow, showInWindow, tellWindows, whenPageLoaded } from './showing.ts'
import { createElectronTransport } from './transport.ts'
import { createElectronUpdater } from './updates.ts'
import { appWindows, leaveOtherRoute, openWindow, type WindowOptions } from './window.ts'
import { hostWords } from './words.ts'
import { followWheel } from './zoom.ts'

/** The composed services, as far as this host uses them. */
type HostedApp = {
  dispatch: Dispatch
  listen(listener: (event: PushedEvent) => void): () => void
  files: Pick<Files, 'adopt'>
  recordCrash(where: 'main' | 'window', error: unknown): void
  close(): Promise<void>
}

/** What this host gives to the composition. */
type HostParts = {
  host: 'electron'
  version: string
  dataFolder: string
  entry: { folder: string; extension: string }
  dialogs: Dialogs
  createTransport: (left: () => void) => Transport
  useProxy: (proxy: Proxy) => Promise<void>
  launchKeychainHelper: LaunchHelper
  printPdf: PrintPdf
  recentDocuments: RecentDocuments
  updater: Updater | null
  offline: boolean
}

export type ElectronHostOptions = {
  /** Where the entries of worker and helper processes lie. */
  entry: { folder: string; extension: string }
  /** The bundled preload script. */
  preload: string
  /** The folder of the built pages. */
  pages: string
  compose(parts: HostParts): Promise<HostedApp>
}

/** As in electron-builder.yml: Windows shows notices of installed apps only, which it knows by this name. */
const appId = 'org.pathclock.app'

/** Runs the app in Electron: the window comes first, the services are composed meanwhile, and calls wait for them. */
export function runElectronHost(options: ElectronHostOptions): void {
  const launch = launchedWith()
  const dataFolder = settleDataFolder(launch)
  // The lock belongs to the data folder: two windows on two folders do not disturb each other.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return
  }
  const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
  registerPageScheme()
  const origins = new Set<string>()
  const stateFile = join(dataFolder, 'window.json')
  let view = firstView(firstLanguage(dataFolder, []))
  const dialogs = createDialogs(origins, () => view.language)
  // An address that is not listed is refused, and a link has nobody to tell.
  hardenEverything((address) => void openLink(address).catch(() => undefined), devServer)
  keepChromiumQuiet()

  const composed = app.whenReady().then(() => compose(options, launch, dataFolder, dialogs))
  composed.catch((error: unknown) =>
    failToStart(error, firstLanguage(dataFolder, app.getPreferredSystemLanguages())),
  )
  const openLink = async (address: string): Promise<void> => {
    if (!(await isOffline(await composed))) await dialogs.openExternal(address)
  }

  const window: WindowOptions = {
    preload: options.preload,
    stateFile,
    view: () => view,
    ...(devServer === undefined ? {} : { devServer }),
  }
  const show = (event: PushedEvent): void => showInWindow(event, window)
  const longWork = createLongWork({
    open: (job) => show({ name: 'notice.clicked', payload: job }),
    notices: () => view.systemNotices,
    language: () => view.language,
  })
  void composed.then((hosted) => hosted.listen(longWork.hear)).catch(() => undefined)
  watchForCrashes(composed, () => view.language)
  guardQuitting(composed, longWork.uploads, () => view.language)
  installContextMenu(() => view.language)
  followWheel()
  followTheSystem(window)
  receiveFromOutside(launch, {
    files: composed.then(({ files }) => files),
    tell: (event) => void composed.then(() => tellWindows(event)).catch(() => undefined),
    failed: (error) =>
      void sayIn(view.language, error instanceof Error ? error.message : String(error)).then((said) =>
        dialog.showErrorBox(appName, said),
      ),
    focus: () => app.isReady() && focusWindow(window),
  })
  void app.whenReady().then(() => {
    const languages = app.getPreferredSystemLanguages()
    view = firstView(firstLanguage(dataFolder, languages))
    servePages(loadPages(options.pages))
    openDoor(createWindowCalls(composed, origins), devServer)
    const menu = createAppMenu({ composed, view: () => view, show })
    menu.show()
    openWindow(window)
    let first = true
    const changed = (now: AppView): void => {
      if (first) void whenPageLoaded().then(() => leaveOtherRoute(window, now.profileId))
      first = false
      view = now
      menu.show()
    }
    void composed.then((hosted) => followApp(hosted, languages, changed)).catch(() => undefined)
  })
}

/** Our files and those of Chromium lie in one folder of the app, the latter in a folder of their own. */
function settleDataFolder(launch: LaunchArguments): string {
  app.setName(appName)
  app.setAppUserModelId(appId)
  const folder = appFolder(launch)
  app.setPath('userData', folder)
  app.setPath('sessionData', join(folder, 'browser'))
  return folder
}

async function compose(
  options: ElectronHostOptions,
  { offline }: LaunchArguments,
  dataFolder: string,
  dialogs: Dialogs,
): Promise<HostedApp> {
  const { entry } = options
  const updater = createElectronUpdater()
  const way = createProxyWay()
  const hosted = await options.compose({
    host: 'electron',
    version: app.getVersion(),
    dataFolder,
    entry,
    dialogs,
    offline,
    createTransport: (left) => way.through(createElectronTransport(left)),
    printPdf: createPrintPdf(),
    recentDocuments,
    updater: updater && way.leadUpdater(updater),
    useProxy: way.use,
    launchKeychainHelper: launchInUtilityProcess(join(entry.folder, `keychainHelper${entry.extension}`)),
  })
  hosted.listen(pushToWindows)
  hosted.listen(({ name: event, payload }) => {
    if (event === 'status.changed' && payload.offlineSwitch) void closeConnections()
  })
  return hosted
}

const switched = z.object({ offlineSwitch: z.boolean() })

/** The browser would be sent to the service: that is a way out too. */
async function isOffline({ dispatch }: HostedApp): Promise<boolean> {
  const reply = await dispatch('app.status', {})
  return reply.ok && switched.parse(reply.value).offlineSwitch
}

async function failToStart(error: unknown, language: Language): Promise<void> {
  const why = error instanceof Error ? error.message : String(error)
  // Whatever keeps the words from being read, it is told.
  const said = await sayIn(language, why).catch(() => why)
  dialog.showErrorBox(hostWords[language].notStarted, said)
  app.exit(1)
}

/** Windows as each system opens and closes them. */
function followTheSystem(window: WindowOptions): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('activate', () => {
    if (app.isReady() && appWindows().length === 0) openWindow(window)
  })
}
