import type { CustomScheme, Protocol, ProxyConfig, Session } from 'electron'
import type { PageRequest, PageResponse, Recorded } from '../messages.ts'
import { checkOptions, SimulatedEmitter, strict } from '../strict.ts'
import type { SimulatedApp } from './app.ts'
import { applyProxy } from './network.ts'
import { type ProtocolHandler, requireReady, type World } from './world.ts'

type Used = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setSpellCheckerEnabled'
  | 'closeAllConnections'
  | 'setUserAgent'
  | 'setProxy'
  | 'resolveProxy'
>
/** The overload without a filter. */
type BeforeRequest = (details: { url: string }, answer: (answer: { cancel?: boolean }) => void) => void
type WebRequest = { onBeforeRequest(listener: BeforeRequest | null): void }
type Handlers = {
  request: Parameters<Used['setPermissionRequestHandler']>[0]
  check: Parameters<Used['setPermissionCheckHandler']>[0]
  device: Parameters<Used['setDevicePermissionHandler']>[0]
}

export class SimulatedSession extends SimulatedEmitter implements Used {
  readonly partition: string
  /** The handlers by scheme. */
  readonly protocolHandlers: Map<string, ProtocolHandler>
  readonly protocol: object
  readonly webRequest: object
  userAgent = ''
  private displayMedia = false
  private beforeRequest: BeforeRequest | null = null
  readonly handlers: Handlers = { request: null, check: null, device: null }

  /** On by default, as in Electron. */
  private spellChecker = true
  private connectionsClosed = 0
  private proxy: ProxyConfig | null = null
  private readonly world: World

  constructor(world: World, partition: string) {
    super('Session')
    this.world = world
    this.partition = partition
    // The module `protocol` uses the handlers of the default session.
    this.protocolHandlers = partition === 'default' ? world.protocolHandlers : new Map()
    this.protocol = strict(createProtocol(world, this.protocolHandlers), 'session.protocol', 'Protocol')
    const webRequest: WebRequest = { onBeforeRequest: (listener) => (this.beforeRequest = listener) }
    this.webRequest = strict(webRequest, 'session.webRequest', 'WebRequest')
  }
  setUserAgent(userAgent: string): void {
    this.userAgent = userAgent
  }
  /** True if the app lets a request leave. */
  mayRequest(url: string): boolean {
    let cancelled = false
    this.beforeRequest?.({ url }, ({ cancel }) => (cancelled = cancel ?? false))
    return !cancelled
  }
  setPermissionRequestHandler(handler: Handlers['request']): void {
    this.handlers.request = handler
  }
  setPermissionCheckHandler(handler: Handlers['check']): void {
    this.handlers.check = handler
  }
  setDevicePermissionHandler(handler: Handlers['device']): void {
    this.handlers.device = handler
  }
  setDisplayMediaRequestHandler(): void {
    this.displayMedia = true
  }
  setSpellCheckerEnabled(enable: boolean): void {
    this.spellChecker = enable
  }
  /** Sets the proxy. The app's own requests use the default session, which here configures Node's proxy. */
  async setProxy(config: ProxyConfig): Promise<void> {
    checkOptions(config, 'ProxyConfig', 'session.setProxy')
    this.proxy = config
    if (this.partition !== 'default') return
    const rules = config.mode === 'fixed_servers' ? (config.proxyRules ?? null) : null
    this.world.proxyRules = rules
    this.world.proxyLogin = null
    applyProxy(this.world)
  }
  async resolveProxy(): Promise<string> {
    const { proxyRules } = this.world
    return proxyRules === null ? 'DIRECT' : `PROXY ${new URL(proxyRules).host}`
  }
  async closeAllConnections(): Promise<void> {
    this.connectionsClosed += 1
  }

  /** Returns the app's decision on a page's request for `permission`; without a handler Electron grants it. */
  checkPermission(permission: string): { request: boolean; check: boolean } {
    const { request, check } = this.handlers
    type Request = NonNullable<Handlers['request']>
    type Check = NonNullable<Handlers['check']>
    let granted = request === null
    const contents = null as unknown as Parameters<Request>[0]
    request?.(contents, permission as Parameters<Request>[1], (answer) => (granted = answer), {
      requestingUrl: '',
      isMainFrame: true,
    })
    const checked = check?.(null, permission as Parameters<Check>[1], '', {
      isMainFrame: true,
    } as Parameters<Check>[3])
    return { request: granted, check: checked ?? true }
  }

  toRecord(): Recorded['sessions'][number] {
    return {
      partition: this.partition,
      userAgent: this.userAgent,
      protocolHandlers: [...this.protocolHandlers.keys()],
      listeners: this.eventNames().map(String).toSorted(),
      permissionRequestHandler: this.handlers.request !== null,
      permissionCheckHandler: this.handlers.check !== null,
      devicePermissionHandler: this.handlers.device !== null,
      displayMediaRequestHandler: this.displayMedia,
      spellChecker: this.spellChecker,
      hasBeforeRequestHandler: this.beforeRequest !== null,
      connectionsClosed: this.connectionsClosed,
      proxy: this.proxy,
    }
  }
}

export function createSessions(world: World, app: SimulatedApp) {
  const sessions = new Map<string, SimulatedSession>()
  const find = (partition: string): SimulatedSession => {
    requireReady(world, 'Session can only be received when app is ready')
    const known = sessions.get(partition)
    if (known) return known
    const created = strict(new SimulatedSession(world, partition), 'session', 'Session')
    sessions.set(partition, created)
    app.emit('session-created', created)
    return created
  }
  const session = {
    get defaultSession(): SimulatedSession {
      return find('default')
    },
    fromPartition: (partition: string): SimulatedSession => find(partition),
  }
  return { session, all: () => [...sessions.values()] }
}
export type Sessions = ReturnType<typeof createSessions>

/** `handlers`: those of the session that the module belongs to. */
export function createProtocol(world: World, handlers = world.protocolHandlers) {
  let registered = false
  return {
    registerSchemesAsPrivileged: (schemes: CustomScheme[]): void => {
      if (world.ready)
        throw world.fault('protocol.registerSchemesAsPrivileged should be called before app is ready')
      if (registered) throw world.fault('protocol.registerSchemesAsPrivileged can be called only once')
      registered = true
      for (const { scheme, privileges } of schemes)
        world.schemes.push({ scheme, privileges: { ...privileges } as Record<string, boolean> })
    },
    handle: (scheme: string, handler: ProtocolHandler): void => {
      requireReady(world, 'Session can only be received when app is ready')
      if (handlers.has(scheme)) throw world.fault(`Failed to register protocol: ${scheme}`)
      handlers.set(scheme, handler)
    },
    isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
    unhandle: (scheme: string): void => void handlers.delete(scheme),
  } satisfies Record<string, unknown> & Pick<Protocol, 'handle' | 'isProtocolHandled' | 'unhandle'>
}

/** Answers a page's request with the app's own handler for its scheme. */
export async function answerRequest(world: World, request: PageRequest): Promise<PageResponse> {
  const session = world.windows.get(request.windowId)?.webContents.session
  if (session && !session.mayRequest(request.url)) {
    world.recorded.blockedRequests.push(request.url)
    throw new Error('ERR_BLOCKED_BY_CLIENT')
  }
  const handlers = session?.protocolHandlers ?? world.protocolHandlers
  const handler = handlers.get(new URL(request.url).protocol.slice(0, -1))
  if (!handler) throw world.fault(`ERR_UNKNOWN_URL_SCHEME (-302) loading '${request.url}'`)
  const { method, headers, url } = request
  const body = request.body ? { body: new Uint8Array(request.body) } : {}
  try {
    const response = await handler(new Request(url, { method, headers, ...body }))
    const answer = { status: response.status, headers: Object.fromEntries(response.headers) }
    world.recorded.responses.push({ url, ...answer })
    return { ...answer, body: new Uint8Array(await response.arrayBuffer()) }
  } catch (error) {
    throw world.fault(`the protocol handler failed for ${url}: ${String(error)}`)
  }
}
