import tls from 'node:tls'
import { Failure } from '../../shared/contract/failures.ts'
import type { Proxy } from '../../shared/domain/settings.ts'
import type { Transport } from '../ports.ts'
import { blameProxy, goThrough, type Proxies, toProxies } from './proxies.ts'

/**
 * Node's own fetch, on the way that `proxy` says at the time: with `system` through the proxies of the environment
 * (HTTPS_PROXY, HTTP_PROXY, NO_PROXY). It trusts the system's certificates and those of
 * NODE_EXTRA_CA_CERTS besides Node's own. Redirects come back as they are, never followed:
 * a redirect could carry the credential to another origin. Thrown errors keep Node's code in their cause
 * (`ECONNREFUSED`, `ENOTFOUND`, …); those of a proxy have Chromium's (`ERR_PROXY_…`, `ERR_TUNNEL_…`). `left` is told of
 * each request as it leaves.
 */
export function createNodeTransport(
  env: Record<string, string | undefined> = process.env,
  left: () => void = () => undefined,
  proxy: () => Proxy = () => ({ mode: 'system' }),
): Transport {
  const route = createRoute(env, proxy)
  let trusting = false
  const prepare = (url: string): Proxies | null => {
    const proxies = route()
    // Reading the certificates takes up to 0.1 s, which nobody waits for who stays on this computer.
    if (trusting || !url.startsWith('https:')) return proxies
    trustSystemCertificates()
    trusting = true
    return proxies
  }
  return async (url, init = {}) => {
    const proxies = prepare(url)
    left()
    try {
      return await fetch(url, { ...init, redirect: 'manual', credentials: 'omit', cache: 'no-store' })
    } catch (error) {
      throw proxies ? blameProxy(error, proxies, url) : error
    }
  }
}

/** Leads every fetch on the way that is set now, and gives the proxies on it; null: directly. */
function createRoute(env: Record<string, string | undefined>, proxy: () => Proxy): () => Proxies | null {
  let led: string | null = null
  let proxies: Proxies | null = null
  return () => {
    const set = proxy()
    const wanted = JSON.stringify(set)
    if (wanted === led) return proxies
    proxies = toProxies(set, env)
    // Plain http is this computer's own: with NODE_USE_ENV_PROXY Node alone would show a proxy the credential.
    const isAsStarted = led === null && set.mode === 'system' && proxies === null
    if (!isAsStarted && !goThrough(proxies) && set.mode === 'manual') throw tooOld()
    led = wanted
    return proxies
  }
}

const tooOld = (): Failure =>
  new Failure(
    'offline',
    'This version of Node cannot go through the proxy of the settings, so nothing was sent. Use Node 24.14 or later, or set the proxy to “As the system”.',
    { reason: 'network' },
  )

/** Node before 22.19 knows its own list only. Where it was started to use OpenSSL's, that is the system's already. */
function trustSystemCertificates(): void {
  if (typeof tls.setDefaultCACertificates !== 'function') return
  const known = tls.getCACertificates('default')
  if (known.length > 0) tls.setDefaultCACertificates([...known, ...tls.getCACertificates('system')])
}
