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

/**
 * Ends what Chromium would send by itself, beside our own requests and past the offline switch; call it before
 * `ready`.
 * - Dictionaries of the spelling check come from a server of Chromium's makers.
 * - Resolvers of names are probed over HTTPS at the start, and whenever the network changes.
 * - A service can name a server (`NEL`, `Report-To`) that is sent reports at any later time.
 * - A page could ask for its own address at servers of WebRTC, which no content security policy forbids.
 */
export function disableChromiumRequests(): void {
  app.commandLine.appendSwitch('disable-features', 'NetworkErrorLogging,Reporting')
  app.on('session-created', disableSpellChecker)
  app.on('web-contents-created', (_event, contents) =>
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'),
  )
  void app.whenReady().then(() => {
    app.configureHostResolver({ secureDnsMode: 'off' })
    // The default session may be older than the listener above.
    disableSpellChecker(session.defaultSession)
  })
}

const disableSpellChecker = (target: Session): void => target.setSpellCheckerEnabled(false)

/** Ends the connections that Chromium keeps open for the next request. */
export const closeConnections = (): Promise<void> => session.defaultSession.closeAllConnections()
