import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AboutPanelOptionsOptions, App, ConfigureHostResolverOptions, RelaunchOptions } from 'electron'
import { checkOptions, createEvent, SimulatedEmitter } from '../strict.ts'
import { requireReady, type World } from './world.ts'

type Used = Pick<
  App,
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'focus'
  | 'getPath'
  | 'setPath'
  | 'getAppPath'
  | 'getVersion'
  | 'getName'
  | 'setName'
  | 'getLocale'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'setAppUserModelId'
  | 'showAboutPanel'
  | 'setAboutPanelOptions'
  | 'configureHostResolver'
  | 'getPreferredSystemLanguages'
  | 'addRecentDocument'
  | 'clearRecentDocuments'
  | 'relaunch'
  | 'isDefaultProtocolClient'
  | 'setAsDefaultProtocolClient'
  | 'name'
  | 'isPackaged'
>

const endProcess = process.exit.bind(process)
/** A start that ended because another process has the lock. */
type Start = { args: string[]; folder: string }
const startPrefix = 'Singleton-start-'
/** The time that pages get to unload. */
const windowCloseMs = 20

export class SimulatedApp extends SimulatedEmitter implements Used {
  name = 'Electron'
  sandboxEnabled = false
  appUserModelId: string | null = null
  recentDocuments: string[] = []
  readonly aboutPanels: Record<string, unknown>[] = []
  readonly protocolClients: string[] = []
  private aboutOptions: AboutPanelOptionsOptions = {}
  readonly isPackaged: boolean
  /** Electron's default. */
  secureDnsMode = 'automatic'
  readonly switches: Record<string, string> = {}
  readonly commandLine = {
    appendSwitch: (name: string, value = '') => {
      if (this.world.ready)
        throw this.world.fault(
          `simulator: the switch "${name}" is read before ready; it is too late to set it`,
        )
      this.switches[name] = value
    },
    hasSwitch: (name: string) => process.argv.includes(`--${name}`),
    getSwitchValue: () => '',
  }
  private readonly world: World
  private readonly version: string
  private readonly paths = new Map<string, string>()
  private readonly readiness = Promise.withResolvers<void>()
  private lockFile: string | null = null
  private quitting = false

  constructor(world: World) {
    super('App')
    this.world = world
    this.isPackaged = world.config.packaged
    const file = join(world.packageFolder, 'package.json')
    const about = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
    this.name = about['productName'] ?? about['name'] ?? 'Electron'
    this.version = about['version'] ?? '0.0.0'
  }

  /** Called after main's entry has run, because the app is not ready before that. */
  becomeReady(): void {
    this.world.ready = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
    this.readiness.resolve()
  }
  whenReady(): Promise<void> {
    return this.readiness.promise
  }
  isReady(): boolean {
    return this.world.ready
  }

  getName(): string {
    return this.name
  }
  setName(name: string): void {
    this.name = name
  }
  getVersion(): string {
    return this.version
  }
  getLocale(): string {
    return 'en-US'
  }
  getPreferredSystemLanguages(): string[] {
    return this.world.config.languages ?? ['en-US']
  }
  addRecentDocument(path: string): void {
    this.recentDocuments = [path, ...this.recentDocuments.filter((other) => other !== path)]
  }
  clearRecentDocuments(): void {
    this.recentDocuments = []
  }
  getAppPath(): string {
    return this.world.packageFolder
  }
  getPath(name: string): string {
    const set = this.paths.get(name)
    if (set) return set
    if (name === 'userData') return join(this.getPath('appData'), this.name)
    if (name === 'sessionData') return this.getPath('userData')
    if (name === 'exe') return process.execPath
    const known = ['home', 'appData', 'temp', 'desktop', 'documents', 'downloads', 'logs', 'pictures']
    if (!known.includes(name)) throw this.world.fault(`Failed to get '${name}' path`)
    const folder = join(this.world.config.homeFolder, name)
    mkdirSync(folder, { recursive: true })
    return folder
  }
  setPath(name: string, path: string): void {
    if (name === 'sessionData' && this.world.ready)
      throw this.world.fault(
        'simulator: the path "sessionData" is read before ready; it is too late to set it',
      )
    this.paths.set(name, path)
  }

  enableSandbox(): void {
    if (this.world.ready) throw this.world.fault('app.enableSandbox() can only be called before app is ready')
    this.sandboxEnabled = true
  }

  /**
   * Takes the lock file in the user data folder. The lock of an ended process is free. A process that does not get the
   * lock passes its arguments to the holder, which emits `second-instance`, even while it closes:
   * https://electronjs.org/docs/api/app#apprequestsingleinstancelockadditionaldata
   */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'SingletonLock')
    if (existsSync(file) && isAlive(Number(readFileSync(file, 'utf8')))) {
      const start: Start = { args: process.argv, folder: process.cwd() }
      writeFileSync(join(folder, `${startPrefix}${process.pid}.part`), JSON.stringify(start))
      renameSync(
        join(folder, `${startPrefix}${process.pid}.part`),
        join(folder, `${startPrefix}${process.pid}.json`),
      )
      return false
    }
    writeFileSync(file, String(process.pid))
    this.lockFile = file
    setInterval(() => this.receiveStarts(folder), 20).unref()
    return true
  }
  private receiveStarts(folder: string): void {
    if (!this.world.ready || this.lockFile === null) return
    const names = readdirSync(folder).filter((name) => name.startsWith(startPrefix) && name.endsWith('.json'))
    for (const name of names) {
      const start = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Start
      rmSync(join(folder, name))
      this.emit('second-instance', {}, start.args, start.folder, null)
    }
  }
  hasSingleInstanceLock(): boolean {
    return this.lockFile !== null
  }
  releaseSingleInstanceLock(): void {
    if (this.lockFile) rmSync(this.lockFile, { force: true })
    this.lockFile = null
  }

  configureHostResolver({ secureDnsMode }: ConfigureHostResolverOptions): void {
    requireReady(this.world, 'configureHostResolver cannot be called before the app is ready')
    this.secureDnsMode = secureDnsMode ?? this.secureDnsMode
  }

  focus(): void {}
  setAppUserModelId(id: string): void {
    this.appUserModelId = id
  }
  setAboutPanelOptions(options: AboutPanelOptionsOptions): void {
    checkOptions(options, 'AboutPanelOptionsOptions', 'app.setAboutPanelOptions')
    this.aboutOptions = options
  }
  /**
   * "On macOS, values that are not set are taken from the .plist file. On Linux, values must be set in order to be shown;
   * there are no defaults": https://electronjs.org/docs/api/app#appsetaboutpaneloptionsoptions
   */
  showAboutPanel(): void {
    requireReady(this.world, 'The about panel can only be shown after app is ready')
    const { name: applicationName, version: applicationVersion } = this
    const defaults = process.platform === 'linux' ? {} : { applicationName, applicationVersion }
    this.aboutPanels.push({ ...defaults, ...this.aboutOptions })
  }
  isDefaultProtocolClient(scheme: string): boolean {
    return this.protocolClients.includes(scheme)
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocolClients.push(scheme)
    return true
  }

  /**
   * Emits `before-quit`, closes the windows (any window may refuse), then emits `will-quit` and ends the process. Windows
   * close asynchronously: https://electronjs.org/docs/api/app#appquit
   */
  quit(): void {
    const event = createEvent()
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    const windows = [...this.world.windows.values()]
    if (!windows.every((window) => window.tryToClose())) return
    this.quitting = true
    setTimeout(() => {
      for (const window of windows) window.destroy()
      this.finishQuitting()
    }, windowCloseMs)
  }
  /** "Relaunches the app when the current instance exits": https://electronjs.org/docs/api/app#apprelaunchoptions */
  relaunch({ args, execPath }: RelaunchOptions = {}): void {
    this.world.browser
      .call('relaunch', { args: args ?? null, execPath: execPath ?? null })
      .catch(() => undefined)
  }
  private finishQuitting(): void {
    const last = createEvent()
    this.emit('will-quit', last)
    this.quitting = false
    if (!last.defaultPrevented) this.end(0)
  }
  exit(code = 0): void {
    for (const window of this.world.windows.values()) window.destroy()
    this.end(code)
  }
  private end(code: number): void {
    this.emit('quit', {}, code)
    this.releaseSingleInstanceLock()
    endProcess(code)
  }

  /** Called when a window is gone. Without a listener the app quits, as in Electron. */
  windowGone(): void {
    if (this.quitting || this.world.windows.size > 0) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
