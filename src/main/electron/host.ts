import { join } from 'node:path'
import { app, dialog } from 'electron'
import { z } from 'zod'
import type { PushedEvent } from '../../shared/contract/events.ts'
import type { Proxy } from '../../shared/domain/settings.ts'
import type { Dispatch } from '../dispatch.ts'
import { loadPages } from '../pages.ts'
import type { Dialogs, Files, LaunchHelper, PrintPdf, Transport, Updater } from '../ports.ts'
import { createWindowCalls } from './calls.ts'
import { createDialogs } from './dialogs.ts'
import { hardenEverything } from './hardening.ts'
import { openDoor, pushToWindows } from './ipc.ts'
import { launchInUtilityProcess } from './keychainProcess.ts'
import { type LaunchArguments, readLaunchArguments } from './launchArguments.ts'
import { createLongWork } from './longWork.ts'
import { installMenu } from './menu.ts'
import { createPrintPdf } from './printPdf.ts'
import { registerPageScheme, servePages } from './protocol.ts'
import { createUseProxy } from './proxy.ts'
import { closeConnections, keepChromiumQuiet } from './quiet.ts'
import { guardQuitting } from './quitting.ts'
import { createElectronTransport } from './transport.ts'
import { createElectronUpdater } from './updates.ts'
import { appWindows, openWindow, type WindowOptions } from './window.ts'

/** The composed services, as far as this host uses them. */
type HostedApp = {
  dispatch: Dispatch
  listen(listener: (event: PushedEvent) => void): () => void
  files: Pick<Files, 'adopt'>
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

const name = 'Pathclock'
/** As in electron-builder.yml: Windows shows notices of installed apps only, which it knows by this name. */
const appId = 'org.pathclock.app'

/** Runs the app in Electron: the window comes first, the services are composed meanwhile, and calls wait for them. */
export function runElectronHost(options: ElectronHostOptions): void {
  const launch = readLaunchArguments(process.argv.slice(1), process.env, process.cwd())
  const dataFolder = settleDataFolder(launch)
  // The lock belongs to the data folder: two windows on two folders do not disturb each other.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return
  }
  const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
  registerPageScheme()
  const origins = new Set<string>()
  const dialogs = createDialogs(origins)
  // An address that is not listed is refused, and a link has nobody to tell.
  hardenEverything((address) => void openLink(address).catch(() => undefined), devServer)
  keepChromiumQuiet()

  const composed = app.whenReady().then(() => compose(options, launch, dataFolder, dialogs))
  composed.catch(failToStart)
  const openLink = async (address: string): Promise<void> => {
    if (!(await isOffline(await composed))) await dialogs.openExternal(address)
  }

  const receive = receiveFiles(composed)
  for (const file of launch.files) receive(file)
  const window: WindowOptions = {
    preload: options.preload,
    stateFile: join(dataFolder, 'window.json'),
    ...(devServer === undefined ? {} : { devServer }),
  }
  const longWork = createLongWork((job) => showInWindow({ name: 'notice.clicked', payload: job }, window))
  void composed.then((hosted) => hosted.listen(longWork.hear)).catch(() => undefined)
  guardQuitting(composed, longWork.uploads)
  followTheSystem(window, receive)
  void app.whenReady().then(() => {
    servePages(loadPages(options.pages))
    openDoor(createWindowCalls(composed, origins), devServer)
    installMenu((command) => showInWindow({ name: 'command.invoked', payload: { command } }, window))
    openWindow(window)
  })
}

/** Our files and those of Chromium lie in one folder of the app, the latter in a folder of their own. */
function settleDataFolder(launch: LaunchArguments): string {
  app.setName(name)
  app.setAppUserModelId(appId)
  const folder = launch.dataFolder ?? join(app.getPath('appData'), name)
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
  const hosted = await options.compose({
    host: 'electron',
    version: app.getVersion(),
    dataFolder,
    entry,
    dialogs,
    offline,
    createTransport: createElectronTransport,
    printPdf: createPrintPdf(),
    updater,
    useProxy: createUseProxy(updater !== null),
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

function failToStart(error: unknown): void {
  const why = error instanceof Error ? error.message : String(error)
  dialog.showErrorBox(`${name} could not start`, why)
  app.exit(1)
}

/** Windows, second starts and files as each system hands them over. */
function followTheSystem(window: WindowOptions, receive: (file: string) => void): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('activate', () => {
    if (app.isReady() && appWindows().length === 0) openWindow(window)
  })
  app.on('second-instance', (_event, args, folder) => {
    focusWindow(window)
    for (const file of readLaunchArguments(args.slice(1), {}, folder).files) receive(file)
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    receive(file)
  })
}

function focusWindow(options: WindowOptions): void {
  const window = appWindows()[0] ?? openWindow(options)
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Menus and notices stand on macOS even without a window: one is opened, and told when it is loaded. */
function showInWindow(event: PushedEvent, options: WindowOptions): void {
  focusWindow(options)
  void whenPageLoaded().then(() => pushToWindows(event))
}

function receiveFiles(composed: Promise<HostedApp>): (file: string) => void {
  const adopt = async (file: string): Promise<void> => {
    const { files } = await composed
    const payload = await files.adopt(file)
    await whenPageLoaded()
    pushToWindows({ name: 'file.received', payload })
  }
  return (file) => {
    adopt(file).catch((error: unknown) => {
      dialog.showErrorBox(name, error instanceof Error ? error.message : String(error))
    })
  }
}

async function whenPageLoaded(): Promise<void> {
  const contents = appWindows()[0]?.webContents
  if (!contents?.isLoading()) return
  await new Promise<void>((done) => contents.once('did-finish-load', () => done()))
}
