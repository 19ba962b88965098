import { app, type Session, session } from 'electron'

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
