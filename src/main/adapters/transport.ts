import tls from 'node:tls'
import { Failure } from '../../shared/contract/failures.ts'
import type { Proxy } from '../../shared/domain/settings.ts'
import type { Transport } from '../ports.ts'
import { applyGlobalProxy, type Proxies, toProxies, toProxyError } from './proxies.ts'

/**
 * Node's own fetch, on the way that `proxy` says at the time: with `system` through the proxies of the environment
 * (HTTPS_PROXY, HTTP_PROXY, NO_PROXY). It trusts the system's certificates and those of
 * NODE_EXTRA_CA_CERTS besides Node's own. Redirects come back as they are, never followed:
 * a redirect could carry the credential to another origin. Thrown errors keep Node's code in their cause
 * (`ECONNREFUSED`, `ENOTFOUND`, …); those of a proxy have Chromium's (`ERR_PROXY_…`, `ERR_TUNNEL_…`). `onSend` is told of
 * each request as it leaves.
 */
export function createNodeTransport(
  env: Record<string, string | undefined> = process.env,
  onSend: () => void = () => undefined,
  proxy: () => Proxy = () => ({ mode: 'system' }),
): Transport {
  const resolveProxies = createProxyResolver(env, proxy)
  let hasTrustedSystem = false
  const prepareRequest = (url: string): Proxies | null => {
    const proxies = resolveProxies()
    // Reading the certificates takes up to 0.1 s, which nobody waits for who stays on this computer.
    if (hasTrustedSystem || !url.startsWith('https:')) return proxies
    trustSystemCertificates()
    hasTrustedSystem = true
    return proxies
  }
  return async (url, init = {}) => {
    const proxies = prepareRequest(url)
    onSend()
    try {
      return await fetch(url, { ...init, redirect: 'manual', credentials: 'omit', cache: 'no-store' })
    } catch (error) {
      throw proxies ? toProxyError(error, proxies, url) : error
    }
  }
}

/** Leads every fetch on the way that is set now, and gives the proxies on it; null: directly. */
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
    // Plain http is this computer's own: with NODE_USE_ENV_PROXY Node alone would show a proxy the credential.
    const isUnchanged = appliedKey === null && settings.mode === 'system' && proxies === null
    if (!isUnchanged && !applyGlobalProxy(proxies) && settings.mode === 'manual')
      throw unsupportedProxyFailure()
    appliedKey = settingsKey
    return proxies
  }
}

const unsupportedProxyFailure = (): Failure =>
  new Failure(
    'offline',
    'This version of Node cannot go through the proxy of the settings, so nothing was sent. Use Node 24.14 or later, or set the proxy to “As the system”.',
    { reason: 'network' },
  )

/** Node before 22.19 knows its own list only. Where it was started to use OpenSSL's, that is the system's already. */
function trustSystemCertificates(): void {
  if (typeof tls.setDefaultCACertificates !== 'function') return
  const defaultCertificates = tls.getCACertificates('default')
  if (defaultCertificates.length > 0)
    tls.setDefaultCACertificates([...defaultCertificates, ...tls.getCACertificates('system')])
}
