import { Failure } from '../../../shared/contract/failures.ts'
import type { Proxy } from '../../../shared/domain/app/settings.ts'
import { message } from '../../../shared/words/message.ts'
import type { OnSend, Transport } from '../../ports.ts'

/**
 * Sends through Node, using the proxy that `proxy` returns at the time; `system` uses the proxies of the environment
 * (HTTPS_PROXY, HTTP_PROXY, NO_PROXY). Trusts the certificates of the system and of NODE_EXTRA_CA_CERTS besides Node's
 * own. Never follows redirects, because one could carry the credential to another origin. Errors have Node's code in
 * their cause (`ECONNREFUSED`, `ENOTFOUND`, …), or Chromium's for those of a proxy (`ERR_PROXY_…`, `ERR_TUNNEL_…`).
 * `onSend` is called for each request as it leaves.
 */
export function createNodeTransport(
  env: Record<string, string | undefined> = process.env,
  onSend: OnSend = () => undefined,
  proxy: () => Proxy = () => ({ mode: 'system' }),
): Transport {
  const resolveProxies = createProxyResolver(env, proxy)
  let hasTrustedSystem = false
  const prepareRequest = (url: string): Proxies | null => {
    const proxies = resolveProxies()
    // Reading the certificates takes up to 0.1 s, so plain http requests on this computer skip it.
    if (hasTrustedSystem || !url.startsWith('https:')) return proxies
    trustSystemCertificates()
    hasTrustedSystem = true
    return proxies
  }
  return async (url, init = {}) => {
    const { sendHttpRequest } = await import('./httpRequest.ts')
    const proxies = prepareRequest(url)
    onSend(init.signal)
    try {
      return await sendHttpRequest(url, init)
    } catch (error) {
      throw proxies ? toProxyError(error, proxies, url) : error
    }
  }
}

/** Applies the current proxy setting to Node's requests, and returns the proxies in use; null: direct connections. */
function createProxyResolver(
  env: Record<string, string | undefined>,
  proxy: () => Proxy,
): () => Proxies | null {
  let appliedKey: string | null = null
  let proxies: Proxies | null = null
  return () => {
    const settings = proxy()
    const settingsKey = JSON.stringify(settings)
    if (settingsKey === appliedKey) return proxies
    proxies = toProxies(settings, env)
    // Plain http is only used on this computer, but Node alone would send its credential to a proxy under
    // NODE_USE_ENV_PROXY.
    const isUnchanged = appliedKey === null && settings.mode === 'system' && proxies === null
    if (!isUnchanged && !applyGlobalProxy(proxies) && settings.mode === 'manual')
      throw unsupportedProxyFailure()
    appliedKey = settingsKey
    return proxies
  }
}

const unsupportedProxyFailure = (): Failure =>
  new Failure('offline', message('adapters.versionNodeCannotGo'), { reason: 'network' })

/**
 * Adds the system's certificates. Node before 22.19 has only its own list; if it was started with OpenSSL's list, that
 * already is the system's.
 */
function trustSystemCertificates(): void {
  const tls = process.getBuiltinModule('node:tls')
  if (typeof tls.setDefaultCACertificates !== 'function') return
  const defaultCertificates = tls.getCACertificates('default')
  if (defaultCertificates.length > 0)
    tls.setDefaultCACertificates([...defaultCertificates, ...tls.getCACertificates('system')])
}

type Environment = Record<string, string | undefined>

/** Proxies in Node's format: addresses by the scheme of the request, and the hosts that are connected directly. */
type Proxies = { HTTPS_PROXY?: string; HTTP_PROXY?: string; NO_PROXY: string }

/** Requests to the demo, the redirect listener and services on this computer never go through a proxy. */
const loopback = 'localhost,127.0.0.1,[::1]'

/**
 * Reads the proxies of the environment like curl: lower case takes precedence over upper case, an address without a
 * scheme gets `http://`, and `example.org` in NO_PROXY includes its subdomains. Returns null if none is set.
 */
export function readProxies(env: Environment): Proxies | null {
  const read = (name: string): string => (env[name.toLowerCase()] || env[name] || '').trim()
  const address = (name: string): string => {
    const value = read(name)
    return value === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`
  }
  const [https, plain] = [address('HTTPS_PROXY'), address('HTTP_PROXY')]
  const direct = read('NO_PROXY').split(/[\s,]+/)
  if ((https === '' && plain === '') || direct.includes('*')) return null
  return {
    ...(https === '' ? {} : { HTTPS_PROXY: https }),
    ...(plain === '' ? {} : { HTTP_PROXY: plain }),
    NO_PROXY: [...direct.flatMap(withHostsBelow), loopback].join(','),
  }
}

/** Converts the user's proxy setting to Node's format; null: direct connections. */
function toProxies(proxy: Proxy, env: Environment): Proxies | null {
  if (proxy.mode === 'system') return readProxies(env)
  if (proxy.mode === 'none') return null
  return { HTTPS_PROXY: proxy.address, HTTP_PROXY: proxy.address, NO_PROXY: loopback }
}

const withHostsBelow = (host: string): string[] =>
  host === '' ? [] : /^[a-z]/i.test(host) ? [host, `.${host}`] : [host]

/** Bypasses any proxy that Node was started with. */
const noProxies: Proxies = {
  HTTPS_PROXY: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '*',
}

/**
 * Makes all requests of this process use these proxies, or direct connections. Returns false for Node before 24.14,
 * which cannot.
 */
function applyGlobalProxy(proxies: Proxies | null): boolean {
  const http = process.getBuiltinModule('node:http')
  if (typeof http.setGlobalProxyFromEnv !== 'function') return false
  try {
    http.setGlobalProxyFromEnv(proxies ?? noProxies)
    return true
  } catch {
    // Node's message contains the address, which may include a password.
    throw withCode('ERR_PROXY_INVALID_CONFIG', 'the address of the proxy cannot be used')
  }
}

/**
 * Converts an error to one of the proxy if the proxy caused it, with the code that Chromium uses, since the service was
 * never reached and may work fine. Names the proxy by host and port only: Node's own message contains its address,
 * which may include a password.
 */
function toProxyError(error: unknown, proxies: Proxies, target: string): unknown {
  const isTls = target.startsWith('https:')
  const address = (isTls ? proxies.HTTPS_PROXY : proxies.HTTP_PROXY) ?? proxies.HTTPS_PROXY ?? ''
  const proxy = URL.canParse(address) ? { proxy: new URL(address).host } : {}
  const chain = causeChain(error)
  const tunnel: (Error & { statusCode?: unknown }) | undefined = chain.find(
    (cause) => 'code' in cause && cause.code === 'ERR_PROXY_TUNNEL',
  )
  if (tunnel) {
    const code = tunnel.statusCode === 407 ? 'ERR_PROXY_AUTH_REQUESTED' : 'ERR_TUNNEL_CONNECTION_FAILED'
    return Object.assign(withCode(code, 'the proxy made no tunnel'), proxy)
  }
  const port = portOf(new URL(target))
  if (!chain.some((cause) => isProxyError(cause, proxies, port))) return error
  return Object.assign(withCode('ERR_PROXY_CONNECTION_FAILED', 'the proxy cannot be reached'), proxy)
}

/** Returns the error followed by its chain of causes. */
const causeChain = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...causeChain(error.cause)] : []

/** True if connecting failed at the proxy itself: Node reports the host it looked up, or the port it tried. */
function isProxyError(cause: Error, { HTTPS_PROXY, HTTP_PROXY }: Proxies, targetPort: string): boolean {
  const { hostname, port } = cause as { hostname?: unknown; port?: unknown }
  return [HTTPS_PROXY, HTTP_PROXY].some((address) => {
    if (address === undefined || !URL.canParse(address)) return false
    const proxy = new URL(address)
    return hostname === proxy.hostname || (String(port) === portOf(proxy) && targetPort !== portOf(proxy))
  })
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

const withCode = (code: string, message: string): Error => Object.assign(new Error(message), { code })
