import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron'
import type { Recorded } from '../messages.ts'
import { checkOptions, createEvent, SimulatedEmitter, strict } from '../strict.ts'
import type { SimulatedApp } from './app.ts'
import type { Sessions } from './session.ts'
import { SimulatedWebContents } from './webContents.ts'
import { requireReady, type World } from './world.ts'

type Used = Pick<
  BrowserWindow,
  | 'id'
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'close'
  | 'destroy'
  | 'maximize'
  | 'restore'
  | 'minimize'
  | 'isVisible'
  | 'isFocused'
  | 'isMaximized'
  | 'isMinimized'
  | 'isDestroyed'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBackgroundColor'
  | 'setMenuBarVisibility'
  | 'setProgressBar'
>

/** The parts shared by windows; set once, when the simulation is created. */
type Surroundings = { world: World<SimulatedWindow>; app: SimulatedApp; sessions: Sessions }
let surroundings: Surroundings | null = null
const around = (): Surroundings => {
  if (!surroundings) throw new Error('simulator: not started')
  return surroundings
}
let count = 0

export class SimulatedWindow extends SimulatedEmitter implements Used {
  readonly id: number
  readonly webContents: SimulatedWebContents
  readonly options: BrowserWindowConstructorOptions
  private visible: boolean
  private painted = false
  private shownUnpainted: boolean
  private focused = false
  private maximized = false
  private minimized = false
  private destroyed = false
  private bounds: Rectangle
  private progressBar: Recorded['windows'][number]['progressBar'] = null

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow')
    const { world, app, sessions } = around()
    requireReady(world, 'Cannot create BrowserWindow before app is ready')
    checkOptions(options, 'BrowserWindowConstructorOptions', 'BrowserWindow')
    checkOptions(options.webPreferences ?? {}, 'WebPreferences', 'webPreferences')
    this.id = ++count
    this.options = options
    this.visible = options.show !== false
    this.shownUnpainted = this.visible
    this.bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    }
    const partition = options.webPreferences?.partition ?? 'default'
    const contents: SimulatedWebContents = new SimulatedWebContents(
      world,
      this.id,
      sessions.session.fromPartition(partition),
      (details) => app.emit('render-process-gone', {}, this.webContents, details),
    )
    this.webContents = strict(contents, 'webContents', 'WebContents')
    const seen = strict<SimulatedWindow>(this, 'BrowserWindow', 'BrowserWindow')
    world.windows.set(this.id, seen)
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, seen)
    // Returns the strict proxy, because the app has to use it.
    return seen
  }

  static getAllWindows(): SimulatedWindow[] {
    return [...around().world.windows.values()]
  }
  static getFocusedWindow(): SimulatedWindow | null {
    return SimulatedWindow.getAllWindows().find((window) => window.isFocused()) ?? null
  }
  static fromId(id: number): SimulatedWindow | null {
    return around().world.windows.get(id) ?? null
  }
  static fromWebContents(contents: SimulatedWebContents): SimulatedWindow | null {
    return SimulatedWindow.fromId(contents.id)
  }

  async loadURL(url: string): Promise<void> {
    const { world } = around()
    const scheme = new URL(url).protocol.slice(0, -1)
    const privileges = world.schemes.find((registered) => registered.scheme === scheme)?.privileges
    if (!this.webContents.session.protocolHandlers.has(scheme))
      throw world.fault(`ERR_UNKNOWN_URL_SCHEME (-302) loading '${url}'`)
    if (!privileges?.['standard'])
      throw world.fault(
        `simulator: "${scheme}" is no standard scheme: its pages have no origin, storage or routes`,
      )
    this.webContents.startsLoading(url)
    const secure = privileges['secure'] === true
    const scripts = this.options.webPreferences?.javascript !== false
    const preload = this.readPreload()
    await world.browser.call('load', { windowId: this.id, url, secure, preload, scripts })
  }

  /** Returns the preload's text; null if there is none or Electron would not run it. */
  private readPreload(): { path: string; source: string } | null {
    const { preload: path, sandbox, contextIsolation, nodeIntegration } = this.options.webPreferences ?? {}
    if (!path) return null
    try {
      if (sandbox === false || nodeIntegration)
        throw new Error('simulator: only a sandboxed preload is simulated')
      if (contextIsolation === false)
        throw new Error('contextBridge API can only be used when contextIsolation is enabled')
      const source = readFileSync(path, 'utf8')
      // Only a CommonJS script parses here: an ESM preload throws, as in Electron.
      void new Script(`(function (require, module, exports, process) {${source}\n})`, { filename: path })
      return { path, source }
    } catch (error) {
      this.preloadFailed(path, error instanceof Error ? error : new Error(String(error)))
      return null
    }
  }
  preloadFailed(path: string, error: Error): void {
    around().world.fault(`Unable to load preload script: ${path}: ${error.message}`)
    this.webContents.emit('preload-error', {}, path, error)
  }
  pageLoaded(): void {
    this.painted = true
    this.emit('ready-to-show')
  }

  show(): void {
    this.appear()
    this.focus()
  }
  private appear(): void {
    if (!this.visible && !this.painted) this.shownUnpainted = true
    this.visible = true
    this.emit('show')
  }
  focus(): void {
    for (const window of SimulatedWindow.getAllWindows()) if (window.id !== this.id) window.blurred()
    this.focused = true
    this.emit('focus')
  }
  blurred(): void {
    this.focused = false
  }
  /** "This will also show (but not focus) the window": https://electronjs.org/docs/api/browser-window#winmaximize */
  maximize(): void {
    this.maximized = true
    if (!this.visible) this.appear()
    this.emit('maximize')
  }
  minimize(): void {
    this.minimized = true
    this.focused = false
    this.emit('minimize')
  }
  restore(): void {
    this.minimized = false
    this.emit('restore')
  }
  isVisible(): boolean {
    return this.visible
  }
  isFocused(): boolean {
    return this.focused
  }
  isMaximized(): boolean {
    return this.maximized
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  getBounds(): Rectangle {
    return this.bounds
  }
  getNormalBounds(): Rectangle {
    return this.bounds
  }
  setBackgroundColor(): void {}
  setMenuBarVisibility(): void {}
  setProgressBar(value: number, options: { mode?: string } = {}): void {
    checkOptions(options, 'ProgressBarOptions', 'setProgressBar')
    if (typeof value !== 'number' || Number.isNaN(value))
      throw around().world.fault('Error processing argument at index 0, conversion failure')
    this.progressBar = value < 0 ? null : { value, mode: options.mode ?? 'normal' }
  }

  close(): void {
    if (!this.tryToClose()) return
    this.remove()
    around().app.windowGone()
  }
  /** Emits `close`; false if a listener prevents it. */
  tryToClose(): boolean {
    const event = createEvent()
    this.emit('close', event)
    return !event.defaultPrevented
  }
  destroy(): void {
    this.remove()
  }
  /** Called when the user closes the window in the browser. */
  closedByPerson(): void {
    if (!this.destroyed) this.close()
  }
  private remove(): void {
    if (this.destroyed) return
    const { world } = around()
    this.destroyed = true
    this.visible = false
    this.focused = false
    world.windows.delete(this.id)
    this.webContents.markDestroyed()
    this.emit('closed')
    world.browser.call('close', { windowId: this.id }).catch(() => undefined)
  }

  /**
   * Emits the event of Windows that asks the app:
   * https://electronjs.org/docs/api/browser-window#event-query-session-end-windows
   */
  endsSession(): boolean {
    const event = Object.assign(createEvent(), { reasons: ['shutdown'] })
    this.emit('query-session-end', event)
    return !event.defaultPrevented
  }
  movedByPerson(bounds: Rectangle, maximized: boolean): void {
    this.bounds = bounds
    this.maximized = maximized
  }

  toRecord(): Recorded['windows'][number] {
    return {
      id: this.id,
      visible: this.visible,
      shownUnpainted: this.shownUnpainted,
      focused: this.focused,
      url: this.webContents.getURL(),
      options: JSON.parse(JSON.stringify(this.options)) as Record<string, unknown>,
      windowOpenHandler: this.webContents.openHandler !== null,
      webRtcPolicy: this.webContents.webRtcPolicy,
      zoom: this.webContents.getZoomFactor(),
      bounds: this.bounds,
      maximized: this.maximized,
      listeners: this.eventNames().map(String).toSorted(),
      pageListeners: this.webContents.eventNames().map(String).toSorted(),
      progressBar: this.progressBar,
    }
  }
}

export function createBrowserWindow(given: Surroundings): typeof SimulatedWindow {
  surroundings = given
  return SimulatedWindow
}
