import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import { startPage } from './addresses.ts'
import { minimumSize, placeWindow, readWindowState, writeWindowState } from './windowState.ts'

export type WindowOptions = {
  /** The bundled preload script. */
  preload: string
  /** Where place and theme of the window are kept between starts. */
  stateFile: string
  /** The address of the dev server, in development only. */
  devServer?: string
}

/** Backgrounds of the two themes, so that nothing flashes before the page is drawn. */
const grounds = { light: '#ffffff', dark: '#1a1b1e' }

/** The only place where windows are made: every page of the app is sandboxed and sees nothing of Node. */
export function openWindow({ preload, stateFile, devServer }: WindowOptions): BrowserWindow {
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
    backgroundColor: nativeTheme.shouldUseDarkColors ? grounds.dark : grounds.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: !app.isPackaged,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  })
  if (state.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () =>
    writeWindowState(stateFile, {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      theme: nativeTheme.themeSource,
    }),
  )
  // A page that cannot be loaded shows its error in the window; there is nothing to do about it here.
  window.loadURL(devServer ?? startPage).catch(() => undefined)
  return window
}
