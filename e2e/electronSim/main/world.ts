import type { BootConfig, BrowserHandlers, DialogMethod, Recorded } from '../messages.ts'
import type { Peer } from '../peer.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown
export type ProtocolHandler = (request: Request) => Response | Promise<Response>

/** The parts of a window that the other modules need. */
type OpenWindow = {
  webContents: {
    getURL(): string
    session: { mayRequest(url: string): boolean; protocolHandlers: Map<string, ProtocolHandler> }
  }
  tryToClose(): boolean
  destroy(): void
  toRecord(): Recorded['windows'][number]
}

/**
 * The state shared by the simulated modules of the one main process. The type parameters avoid an import of the classes
 * for windows and notifications, which import this file.
 */
export type World<Window extends OpenWindow = OpenWindow, Notification extends object = object> = {
  config: BootConfig
  browser: Peer<BrowserHandlers>
  ready: boolean
  packageFolder: string
  /** The proxy of the default session; null for a direct connection or the system's proxy. */
  proxyRules: string | null
  /** `name:password`, as Chromium remembers a login at the proxy for the session. */
  proxyLogin: string | null
  windows: Map<number, Window>
  ipcHandlers: Map<string, Handler>
  protocolHandlers: Map<string, ProtocolHandler>
  schemes: Recorded['schemes']
  dialogAnswers: Map<DialogMethod, Record<string, unknown>[]>
  /** The visible notifications. */
  notifications: Set<Notification>
  recorded: Pick<
    Recorded,
    | 'responses'
    | 'dialogs'
    | 'errorBoxes'
    | 'openedExternal'
    | 'shownInFolder'
    | 'deniedNavigations'
    | 'openedWindows'
    | 'blockedRequests'
    | 'helpers'
    | 'notifications'
    | 'prints'
    | 'clipboard'
    | 'caught'
    | 'faults'
  >
  /** Records something that Electron would refuse, notifies the test's process, and returns the error to throw. */
  fault(message: string): Error
}

export function createWorld<Window extends OpenWindow = OpenWindow, Notification extends object = object>(
  config: BootConfig,
  browser: Peer<BrowserHandlers>,
  packageFolder: string,
): World<Window, Notification> {
  const world: World<Window, Notification> = {
    config,
    browser,
    packageFolder,
    ready: false,
    proxyRules: null,
    proxyLogin: null,
    schemes: [],
    windows: new Map(),
    ipcHandlers: new Map(),
    protocolHandlers: new Map(),
    dialogAnswers: new Map(),
    notifications: new Set(),
    recorded: {
      responses: [],
      dialogs: [],
      errorBoxes: [],
      openedExternal: [],
      shownInFolder: [],
      deniedNavigations: [],
      openedWindows: [],
      blockedRequests: [],
      helpers: [],
      notifications: [],
      prints: [],
      clipboard: [],
      caught: [],
      faults: [],
    },
    fault: (message) => {
      world.recorded.faults.push(message)
      browser.call('fault', { message }).catch(() => undefined)
      return new Error(message)
    },
  }
  return world
}

/** Throws Electron's message if something is used before `ready`. */
export function requireReady(world: World, sentence: string): void {
  if (!world.ready) throw world.fault(sentence)
}
