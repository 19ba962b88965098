import type { BootConfig, BrowserHandlers, DialogMethod, Recorded } from '../messages.ts'
import type { Peer } from '../peer.ts'

type Handler = (event: unknown, ...args: unknown[]) => unknown
export type ProtocolHandler = (request: Request) => Response | Promise<Response>

/** What the other modules need of a window. */
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
 * What the simulated modules share: there is one main process, and one world in it. Who puts it together names the
 * classes of windows and notifications, so that the world need not import what imports it.
 */
export type World<Window extends OpenWindow = OpenWindow, Notification extends object = object> = {
  config: BootConfig
  browser: Peer<BrowserHandlers>
  ready: boolean
  packageFolder: string
  /** Of the default session; null: directly, or as the system says. */
  proxyRules: string | null
  /** `name:password`, as Chromium remembers a login at the proxy for the session. */
  proxyLogin: string | null
  windows: Map<number, Window>
  ipcHandlers: Map<string, Handler>
  protocolHandlers: Map<string, ProtocolHandler>
  schemes: Recorded['schemes']
  dialogAnswers: Map<DialogMethod, Record<string, unknown>[]>
  /** Those that a person sees now. */
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
  /** Notes what Electron would refuse, tells the test's process, and gives the error to throw. */
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

/** Throws Electron's sentence for what may not be used before `ready`. */
export function requireReady(world: World, sentence: string): void {
  if (!world.ready) throw world.fault(sentence)
}
