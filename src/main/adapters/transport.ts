import tls from 'node:tls'
import type { Transport } from '../ports.ts'
import { blameProxy, goThrough, readProxies } from './proxies.ts'

/**
 * Node's own fetch, through the proxies of the environment (HTTPS_PROXY, HTTP_PROXY, NO_PROXY), trusting the system's
 * certificates and those of NODE_EXTRA_CA_CERTS besides Node's own. Redirects come back as they are, never followed:
 * a redirect could carry the credential to another origin. Thrown errors keep Node's code in their cause
 * (`ECONNREFUSED`, `ENOTFOUND`, …); those of a proxy have Chromium's (`ERR_PROXY_…`, `ERR_TUNNEL_…`). `left` is told of
 * each request as it leaves.
 */
export function createNodeTransport(
  env: Record<string, string | undefined> = process.env,
  left: () => void = () => undefined,
): Transport {
  const proxies = readProxies(env)
  let routed = false
  let trusting = false
  const prepare = ({ url }: Request): void => {
    // Plain http is this computer's own: with NODE_USE_ENV_PROXY Node alone would show a proxy the credential.
    if (!routed && proxies) goThrough(proxies)
    routed = true
    // Reading the certificates takes up to 0.1 s, which nobody waits for who stays on this computer.
    if (trusting || !url.startsWith('https:')) return
    trustSystemCertificates()
    trusting = true
  }
  return async (request) => {
    prepare(request)
    left()
    try {
      return await fetch(request, { redirect: 'manual' })
    } catch (error) {
      throw proxies ? blameProxy(error, proxies, request.url) : error
    }
  }
}

/** Node before 22.19 knows its own list only. Where it was started to use OpenSSL's, that is the system's already. */
function trustSystemCertificates(): void {
  if (typeof tls.setDefaultCACertificates !== 'function') return
  const known = tls.getCACertificates('default')
  if (known.length > 0) tls.setDefaultCACertificates([...known, ...tls.getCACertificates('system')])
}
