import { app, type Session, session, type WebContents } from 'electron'
import { isOwnPage } from './addresses.ts'

/**
 * Locks down every session and page; call it before `ready`. A page may navigate only to our own pages, opens no
 * windows and has no permissions. Links go to `openExternally`, which opens only listed addresses.
 */
export function hardenSessions(openExternally: (address: string) => void, devServer?: string): void {
  app.enableSandbox()
  app.on('session-created', denyPermissions)
  app.on('web-contents-created', (_event, contents) =>
    restrictNavigation(contents, openExternally, devServer),
  )
  // The default session may exist before the listener above.
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
 * Disables requests that Chromium sends on its own, outside our transport and the offline switch. Call it before
 * `ready`.
 * - Spell checker dictionaries come from a server of Chromium's makers.
 * - DNS resolvers are probed over HTTPS at the start and whenever the network changes.
 * - A service can name a server (`NEL`, `Report-To`) that receives reports later.
 * - A page could learn its own address from WebRTC servers, which no content security policy prevents.
 */
export function disableChromiumRequests(): void {
  app.commandLine.appendSwitch('disable-features', 'NetworkErrorLogging,Reporting')
  app.on('session-created', disableSpellChecker)
  app.on('web-contents-created', (_event, contents) =>
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'),
  )
  void app.whenReady().then(() => {
    app.configureHostResolver({ secureDnsMode: 'off' })
    // The default session may exist before the listener above.
    disableSpellChecker(session.defaultSession)
  })
}

const disableSpellChecker = (target: Session): void => target.setSpellCheckerEnabled(false)

/** Closes the connections that Chromium keeps open for later requests. */
export const closeConnections = (): Promise<void> => session.defaultSession.closeAllConnections()
