import { net, type ProxyConfig, type Session, session } from 'electron'
import type { Proxy } from '../../../../shared/domain/app/settings.ts'
import type { OnSend, Transport, Updater } from '../../../ports.ts'
import { createProxiedUpdater } from '../updates/updateClient.ts'
import { sendWithProxyLogin } from './proxyLogin.ts'
import { createProxySwitcher } from './proxySwitcher.ts'

const updaterPartition = 'electron-updater'
const loopback = 'localhost;127.0.0.0/8;[::1]'

/**
 * Routes the requests of all sessions through the user's proxy. `use` must finish before the first request. On a
 * change, running requests of wrapped transports finish first; then connections through the old proxy are closed.
 */
export function createProxyRouter() {
  let currentProxy: Proxy | null = null
  const switcher = createProxySwitcher((proxy, isFirst) => applyProxy(session.defaultSession, proxy, isFirst))
  const use = (proxy: Proxy): Promise<void> => {
    currentProxy = proxy
    return switcher.use(proxy)
  }
  const wrapUpdater = (updater: Updater): Updater =>
    createProxiedUpdater(updater, {
      currentProxy: () => currentProxy,
      applyProxy: (proxy) =>
        applyProxy(session.fromPartition(updaterPartition, { cache: false }), proxy, false),
    })
  return { use, wrapTransport: switcher.wrapTransport, wrapUpdater }
}

async function applyProxy(target: Session, proxy: Proxy, isFirst: boolean): Promise<void> {
  await target.setProxy(toConfig(proxy))
  if (!isFirst) await target.closeAllConnections()
}

function toConfig(proxy: Proxy): ProxyConfig {
  if (proxy.mode === 'system') return { mode: 'system' }
  if (proxy.mode === 'none') return { mode: 'direct' }
  return { mode: 'fixed_servers', proxyRules: proxy.address, proxyBypassRules: loopback }
}

const proxyErrorPattern = /net::ERR_(?:PROXY|TUNNEL|UNEXPECTED_PROXY|MANDATORY_PROXY)/

async function addProxyHost(error: unknown, url: string): Promise<unknown> {
  if (!(error instanceof Error) || !proxyErrorPattern.test(error.message)) return error
  // "PROXY host:port; DIRECT": the first one was used.
  const resolved = await session.defaultSession.resolveProxy(url).catch(() => '')
  const proxy = /^(?:PROXY|HTTPS)\s+([^\s;]+)/.exec(resolved)?.[1]
  return proxy === undefined ? error : Object.assign(new Error(error.message, { cause: error }), { proxy })
}

/**
 * Creates a transport on Chromium's network stack, with the proxy of its session and the system's certificates, and
 * without cookies or cached responses. Electron ends an unfollowed redirect with an error. Here it becomes the response
 * that Node's fetch returns, so that the client can distinguish it from a broken connection on every host. `onSend` is
 * called for each request as it is sent.
 */
export const createElectronTransport =
  (onSend: OnSend = () => undefined): Transport =>
  async (url, init = {}) => {
    onSend(init.signal)
    try {
      return await sendWithProxyLogin(String(url), () =>
        net.fetch(url, {
          ...init,
          redirect: 'manual',
          credentials: 'omit',
          cache: 'no-store',
          bypassCustomProtocolHandlers: true,
        }),
      )
    } catch (error) {
      if (error instanceof Error && /redirect was cancell?ed/i.test(error.message))
        return new Response(null, { status: 302 })
      throw await addProxyHost(error, url)
    }
  }
