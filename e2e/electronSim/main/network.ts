import type { Net } from 'electron'
import { requireReady, type World } from './world.ts'

const chromiumErrorNames: Record<string, string> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  UND_ERR_SOCKET: 'ERR_EMPTY_RESPONSE',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
}

/** What Chromium keeps of answers, by origin and by address, unless a request says otherwise. */
type SessionCache = { cookies: Map<string, Map<string, string>>; answers: Map<string, () => Response> }

/**
 * Node's fetch that fails in Chromium's words, and that ends a redirect nobody follows with an error, as Electron
 * does. Cookies and cached answers of the session go along, unless `credentials: 'omit'` and `cache: 'no-store'`.
 */
export function createNet(world: World): Pick<Net, 'fetch' | 'isOnline'> & { online: boolean } {
  const cache: SessionCache = { cookies: new Map(), answers: new Map() }
  return {
    online: true,
    isOnline: () => true,
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

/** The answer with a body that breaks off in Chromium's words; kept where it may be requested again. */
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

/** Refused on the way through a proxy, it is the proxy that refused. */
function toChromiumError(error: unknown, isProxied = false): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (!(error instanceof TypeError)) return error
  if (isProxied && code === 'ECONNREFUSED') return new Error('net::ERR_PROXY_CONNECTION_FAILED')
  const name = error.message === 'terminated' ? 'ERR_CONNECTION_RESET' : chromiumErrorNames[code]
  return new Error(`net::${name ?? 'ERR_FAILED'}`)
}
