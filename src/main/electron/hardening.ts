import { app, type Session, session, type WebContents } from 'electron'
import { isOwnPage } from './addresses.ts'

/**
 * Shuts what a page could use to get out, for every session and page that will ever be made; call it before `ready`.
 * A page may go to its own pages only (a reload is such a step), opens no window, and holds no permission. A link to
 * another window is handed to `openExternally`, which sends the system's browser to listed addresses only.
 */
export function hardenSessions(openExternally: (address: string) => void, devServer?: string): void {
  app.enableSandbox()
  app.on('session-created', denyPermissions)
  app.on('web-contents-created', (_event, contents) =>
    restrictNavigation(contents, openExternally, devServer),
  )
  // The default session may be older than the listener above.
  void app.whenReady().then(() => denyPermissions(session.defaultSession))
}

function denyPermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  target.setPermissionCheckHandler(() => false)
  target.setDevicePermissionHandler(() => false)
}

function restrictNavigation(
  contents: WebContents,
  openExternally: (address: string) => void,
  devServer?: string,
): void {
  contents.on('will-navigate', (details) => {
    if (!isOwnPage(details.url, devServer)) details.preventDefault()
  })
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame || !isOwnPage(details.url, devServer)) details.preventDefault()
  })
  contents.on('will-redirect', (details) => details.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openExternally(url)
    return { action: 'deny' }
  })
}
