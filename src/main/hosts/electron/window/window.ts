import { app, BrowserWindow, nativeTheme, protocol, screen, session } from 'electron'
import { currentAddress } from '../../../../shared/contract/earlierAddress.ts'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import type { Language } from '../../../../shared/words/language.ts'
import type { Pages } from '../../builtPages.ts'
import { isOwnPage, pageScheme, startPage } from '../security/addresses.ts'
import {
  minimumSize,
  nextZoom,
  placeWindow,
  readWindowState,
  routeOf,
  type WindowState,
  writeWindowState,
  type ZoomStep,
} from './windowState.ts'

export type WindowOptions = {
  /** The bundled preload script. */
  preload: string
  /** The file that stores position, appearance and route between starts. */
  stateFile: string
  /** Returns what the window shows now. */
  view(): { language: Language; profileId: string | null }
  /** The address of the dev server, in development only. */
  devServer?: string
}

/** The backgrounds of the two themes, to avoid a flash before the page is drawn. */
const backgrounds = { light: '#ffffff', dark: '#1a1f25' }

const securePreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  navigateOnDragDrop: false,
}

/** In memory only, and separate from the pages of the app. */
export const printPartition = 'print'

/** Returns the windows of the app, visible or not, without those for printing. */
export const appWindows = (): BrowserWindow[] =>
  BrowserWindow.getAllWindows().filter(({ webContents }) => webContents.session === session.defaultSession)

export const openPrintWindow = (): BrowserWindow =>
  new BrowserWindow({
    show: false,
    webPreferences: { ...securePreferences, partition: printPartition, javascript: false, devTools: false },
  })

/** Opens a window. Windows are created only here and above: every page is sandboxed and has no access to Node. */
export function openWindow({ preload, stateFile, view, devServer }: WindowOptions): BrowserWindow {
  const state = readWindowState(stateFile)
  nativeTheme.themeSource = state.theme
  const window = new BrowserWindow({
    ...placeWindow(
      state.bounds,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: app.name,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
    webPreferences: { ...securePreferences, preload, devTools: !app.isPackaged },
  })
  window.once('ready-to-show', () => {
    // Maximizing also shows the window, so it must wait until the page is painted.
    if (state.maximized) window.maximize()
    window.show()
  })
  window.on('close', () =>
    writeWindowState(stateFile, {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      theme: nativeTheme.themeSource,
      zoom: window.webContents.getZoomFactor(),
      language: view().language,
      route: currentRoute(window, view().profileId),
    }),
  )
  window.webContents.once('dom-ready', () => window.webContents.setZoomFactor(state.zoom))
  // A page that cannot be loaded shows its error in the window.
  window
    .loadURL(`${devServer ?? startPage}${state.route ? `#${currentAddress(state.route.hash)}` : ''}`)
    .catch(() => undefined)
  return window
}

function currentRoute({ webContents }: BrowserWindow, profileId: string | null): WindowState['route'] {
  const hash = routeOf(webContents.getURL())
  return hash !== null && profileId !== null ? { profileId, hash } : null
}

export function leaveForeignRoute({ stateFile, devServer }: WindowOptions, profileId: string | null): void {
  const { route } = readWindowState(stateFile)
  if (!route || route.profileId === profileId) return
  for (const window of appWindows()) window.loadURL(devServer ?? startPage).catch(() => undefined)
}

/** Gives `app:` the abilities of https: storage, modules, CSP, cached scripts. Call once, before `ready`. */
export const registerPageScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ])

/** Serves `app://pathclock/…` from the built pages. Other addresses of the scheme get a 404. */
export function servePages(pages: Promise<Pages>): void {
  protocol.handle(pageScheme, async (request) => {
    if (request.method !== 'GET' || !isOwnPage(request.url)) return new Response(null, { status: 404 })
    const page = (await pages).respond(new URL(request.url).pathname, { host: 'electron', connect: "'none'" })
    return new Response(page.body, { status: page.status, headers: page.headers })
  })
}

export function zoomWindow({ webContents }: BrowserWindow, step: ZoomStep): void {
  webContents.setZoomFactor(nextZoom(webContents.getZoomFactor(), step))
}

export function zoomOnWheel(): void {
  app.on('browser-window-created', (_event, window) =>
    window.webContents.on('zoom-changed', (_turned, direction) => zoomWindow(window, direction)),
  )
}

export function pushToWindows({ name, payload }: PushedEvent): void {
  for (const window of appWindows()) window.webContents.send('pathclock:event', name, payload)
}

export function focusWindow(options: WindowOptions): void {
  const window = appWindows()[0] ?? openWindow(options)
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Opens a window if there is none, since macOS keeps menus and notifications without one, and sends it the event. */
export function showInWindow(event: PushedEvent, options: WindowOptions): void {
  focusWindow(options)
  sendWhenLoaded(event)
}

export function sendWhenLoaded(event: PushedEvent): void {
  void whenPageLoaded().then(() => pushToWindows(event))
}

export async function whenPageLoaded(): Promise<void> {
  const contents = appWindows()[0]?.webContents
  if (!contents?.isLoading()) return
  await new Promise<void>((done) => contents.once('did-finish-load', () => done()))
}
