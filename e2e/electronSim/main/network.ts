import { EventEmitter } from 'node:events'
import http from 'node:http'
import type { ClientRequestConstructorOptions, Net } from 'electron'
import { requireReady, type World } from './world.ts'

const chromiumErrorNames: Record<string, string> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  UND_ERR_SOCKET: 'ERR_EMPTY_RESPONSE',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
}

/** The session's cookies, by origin, and cached responses, by address. */
type SessionCache = { cookies: Map<string, Map<string, string>>; answers: Map<string, () => Response> }

/**
 * Node's fetch with Chromium's error messages. A redirect that is not followed is an error, as in Electron. Cookies and
 * cached responses of the session are used, unless `credentials: 'omit'` and `cache: 'no-store'` are set.
 */
export function createNet(
  world: World,
): Pick<Net, 'fetch' | 'isOnline'> & {
  online: boolean
  request(options: ClientRequestConstructorOptions): SimulatedRequest
} {
  const cache: SessionCache = { cookies: new Map(), answers: new Map() }
  return {
    online: true,
    isOnline: () => true,
    request: (options) => new SimulatedRequest(options, cache, world),
    fetch: async (input, init) => {
      requireReady(world, 'net module can only be used after app is ready')
      const { bypassCustomProtocolHandlers: _bypass, ...rest } = init ?? {}
      const request = new Request(input, rest)
      const cached = request.cache === 'no-store' ? undefined : cache.answers.get(request.url)
      if (cached && request.method === 'GET') return cached()
      const response = await send(request, cache, world)
      if (request.redirect === 'follow' || response.status < 300 || response.status > 399)
        return cacheResponse(request, response, cache)
      throw new Error(
        request.redirect === 'manual'
          ? 'Redirect was cancelled'
          : "Attempted to redirect, but redirect policy was 'error'",
      )
    },
  }
}

/** Routes the requests of this process through the proxy of the default session, with the session's login. */
export function applyProxy({ proxyRules, proxyLogin }: World): void {
  const proxy = new URL(proxyRules ?? 'http://127.0.0.1:9')
  const [name = '', ...password] = proxyLogin?.split(':') ?? []
  Object.assign(proxy, { username: name, password: password.join(':') })
  const NO_PROXY = proxyRules === null ? '*' : 'localhost,127.0.0.1,[::1]'
  http.setGlobalProxyFromEnv({ HTTPS_PROXY: proxy.href, HTTP_PROXY: proxy.href, NO_PROXY })
}

const tunnelFailed = 'net::ERR_TUNNEL_CONNECTION_FAILED'

/**
 * A request that supports a login at a proxy: "Emitted when an authenticating proxy is asking for user credentials"
 * (https://electronjs.org/docs/api/client-request#event-login). `net.fetch` has no such event, so its requests fail.
 */
export class SimulatedRequest extends EventEmitter {
  private readonly options: ClientRequestConstructorOptions
  private readonly cache: SessionCache
  private readonly world: World
  constructor(options: ClientRequestConstructorOptions, cache: SessionCache, world: World) {
    super()
    this.options = options
    this.cache = cache
    this.world = world
  }
  abort(): void {
    this.removeAllListeners()
  }
  end(): void {
    const { method = 'GET', url = '' } = this.options
    send(new Request(url, { method, credentials: 'omit', redirect: 'manual' }), this.cache, this.world).then(
      (response) => this.emit('response', response),
      (error: Error) =>
        error.message === tunnelFailed ? this.askForLogin(error) : this.emit('error', error),
    )
  }
  private askForLogin(error: Error): void {
    const { hostname, port } = new URL(this.world.proxyRules ?? '')
    const info = { isProxy: true, scheme: 'basic', host: hostname, port: Number(port), realm: 'lab' }
    const answer = (name?: string, password?: string) => {
      if (name === undefined) return this.emit('error', error)
      this.world.proxyLogin = `${name}:${password ?? ''}`
      applyProxy(this.world)
      return this.end()
    }
    if (!this.emit('login', info, answer)) answer()
  }
}

async function send(request: Request, { cookies }: SessionCache, { proxyRules }: World): Promise<Response> {
  const headers = new Headers(request.headers)
  const { origin } = new URL(request.url)
  if (request.credentials !== 'omit') {
    const originCookies = [...(cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`)
    if (originCookies.length > 0) headers.set('Cookie', originCookies.join('; '))
  }
  const response = await fetch(request, {
    headers,
    redirect: request.redirect === 'follow' ? 'follow' : 'manual',
  }).catch((error: unknown) => {
    const isLocal = /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(request.url).hostname)
    throw toChromiumError(error, proxyRules !== null && !isLocal)
  })
  if (request.credentials !== 'omit') {
    const originCookies = cookies.get(origin) ?? new Map<string, string>()
    cookies.set(origin, originCookies)
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=', 2) ?? []
      originCookies.set(name, value)
    }
  }
  return response
}

/** Returns the response with a body that fails with Chromium's messages, and caches it if allowed. */
function cacheResponse(request: Request, response: Response, { answers }: SessionCache): Response {
  const { status, statusText, headers } = response
  const isCacheable = /max-age=[1-9]/.test(headers.get('Cache-Control') ?? '')
  const copy =
    isCacheable && request.method === 'GET' && request.cache !== 'no-store' ? response.clone() : null
  if (copy) {
    const bytes = copy.arrayBuffer()
    bytes.catch(() => undefined)
    answers.set(request.url, () => new Response(streamOf(bytes), { status, statusText, headers }))
  }
  if (!response.body) return response
  return new Response(withChromiumErrors(response.body), { status, statusText, headers })
}

const streamOf = (bytes: Promise<ArrayBuffer>): ReadableStream =>
  new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(await bytes))
      controller.close()
    },
  })

function withChromiumErrors(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.error(toChromiumError(error))
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** True if the proxy refused the tunnel. Node puts that error somewhere in the chain of causes. */
const isTunnelRefused = (error: unknown): boolean =>
  error instanceof Error && (error.message.startsWith('Proxy response (') || isTunnelRefused(error.cause))

/** Converts an error of Node. A refused connection through a proxy means that the proxy refused it. */
function toChromiumError(error: unknown, isProxied = false): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (!(error instanceof TypeError)) return error
  if (isProxied && isTunnelRefused(error)) return new Error(tunnelFailed)
  if (isProxied && code === 'ECONNREFUSED') return new Error('net::ERR_PROXY_CONNECTION_FAILED')
  const name = error.message === 'terminated' ? 'ERR_CONNECTION_RESET' : chromiumErrorNames[code]
  return new Error(`net::${name ?? 'ERR_FAILED'}`)
}
