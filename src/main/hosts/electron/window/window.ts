import { app, BrowserWindow, nativeTheme, protocol, screen, session } from 'electron'
import { currentAddress } from '../../../../shared/contract/earlierAddress.ts'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import type { Language } from '../../../../shared/messages/language.ts'
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
  /** Where place, look and what was shown are stored between starts. */
  stateFile: string
  /** What the window shows now. */
  view(): { language: Language; profileId: string | null }
  /** The address of the dev server, in development only. */
  devServer?: string
}

/** Backgrounds of the two themes, so that nothing flashes before the page is drawn. */
const backgrounds = { light: '#ffffff', dark: '#1a1f25' }

const securePreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  navigateOnDragDrop: false,
}

/** Kept in memory only, and apart from the pages of the app. */
export const printPartition = 'print'

/** Windows that a person sees or has hidden; those that only print are none of them. */
export const appWindows = (): BrowserWindow[] =>
  BrowserWindow.getAllWindows().filter(({ webContents }) => webContents.session === session.defaultSession)

/** A window that nobody sees, for one page that is printed. */
export const openPrintWindow = (): BrowserWindow =>
  new BrowserWindow({
    show: false,
    webPreferences: { ...securePreferences, partition: printPartition, javascript: false, devTools: false },
  })

/** This and the one above are the only places where windows are made: every page of the app is sandboxed and sees nothing of Node. */
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
    // It shows the window too, which must not be seen before its page is painted.
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
  // A page that cannot be loaded shows its error in the window; there is nothing to do about it here.
  window
    .loadURL(`${devServer ?? startPage}${state.route ? `#${currentAddress(state.route.hash)}` : ''}`)
    .catch(() => undefined)
  return window
}

function currentRoute({ webContents }: BrowserWindow, profileId: string | null): WindowState['route'] {
  const hash = routeOf(webContents.getURL())
  return hash !== null && profileId !== null ? { profileId, hash } : null
}

/** Leaves what was shown of another profile. */
export function leaveForeignRoute({ stateFile, devServer }: WindowOptions, profileId: string | null): void {
  const { route } = readWindowState(stateFile)
  if (!route || route.profileId === profileId) return
  for (const window of appWindows()) window.loadURL(devServer ?? startPage).catch(() => undefined)
}

/** Makes `app:` an origin like https has: storage, modules, CSP and stored compiled scripts. Once, and before `ready`. */
export const registerPageScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, codeCache: true } },
  ])

/** Answers `app://pathclock/…` from the built pages; everything else under the scheme is not found. */
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

/** Takes the wheel with Ctrl for a step too. */
export function zoomOnWheel(): void {
  app.on('browser-window-created', (_event, window) =>
    window.webContents.on('zoom-changed', (_turned, direction) => zoomWindow(window, direction)),
  )
}

/** Pushes an event to every window. */
export function pushToWindows({ name, payload }: PushedEvent): void {
  for (const window of appWindows()) window.webContents.send('pathclock:event', name, payload)
}

export function focusWindow(options: WindowOptions): void {
  const window = appWindows()[0] ?? openWindow(options)
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Menus and notices stand on macOS even without a window: one is opened, and notified when it is loaded. */
export function showInWindow(event: PushedEvent, options: WindowOptions): void {
  focusWindow(options)
  sendWhenLoaded(event)
}

/** Pushes it once the page is loaded. */
export function sendWhenLoaded(event: PushedEvent): void {
  void whenPageLoaded().then(() => pushToWindows(event))
}

export async function whenPageLoaded(): Promise<void> {
  const contents = appWindows()[0]?.webContents
  if (!contents?.isLoading()) return
  await new Promise<void>((done) => contents.once('did-finish-load', () => done()))
}
