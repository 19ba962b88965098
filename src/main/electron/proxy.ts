import { type ProxyConfig, type Session, session } from 'electron'
import type { Proxy } from '../../shared/domain/settings.ts'
import type { Updater } from '../ports.ts'
import { createLedUpdater } from './ledUpdater.ts'
import { createProxyTurns } from './proxyTurns.ts'

/** As electron-updater names the session that it sends by. */
const updaterPartition = 'electron-updater'
const loopback = 'localhost;127.0.0.0/8;[::1]'

/**
 * Leads all that is sent from now on, by whatever session, on the way that a person chose; it has to have ended before
 * the first request. Requests of the transports that go `through` it end first; connections on the former way are closed.
 */
export function createProxyWay() {
  let wanted: Proxy | null = null
  const turns = createProxyTurns((proxy, isFirst) => setOne(session.defaultSession, proxy, isFirst))
  const use = (proxy: Proxy): Promise<void> => {
    wanted = proxy
    return turns.use(proxy)
  }
  const leadUpdater = (updater: Updater): Updater =>
    createLedUpdater(updater, {
      wanted: () => wanted,
      lead: (proxy) => setOne(session.fromPartition(updaterPartition, { cache: false }), proxy, false),
    })
  return { use, through: turns.through, leadUpdater }
}

async function setOne(one: Session, proxy: Proxy, isFirst: boolean): Promise<void> {
  await one.setProxy(toConfig(proxy))
  if (!isFirst) await one.closeAllConnections()
}

function toConfig(proxy: Proxy): ProxyConfig {
  if (proxy.mode === 'system') return { mode: 'system' }
  if (proxy.mode === 'none') return { mode: 'direct' }
  return { mode: 'fixed_servers', proxyRules: proxy.address, proxyBypassRules: loopback }
}

const blamed = /net::ERR_(?:PROXY|TUNNEL|UNEXPECTED_PROXY|MANDATORY_PROXY)/

/** An error of the network with host and port of the proxy that it is about, where it is about one. */
export async function nameProxy(error: unknown, url: string): Promise<unknown> {
  if (!(error instanceof Error) || !blamed.test(error.message)) return error
  // "PROXY host:port; DIRECT": the first is the one that was asked.
  const said = await session.defaultSession.resolveProxy(url).catch(() => '')
  const proxy = /^(?:PROXY|HTTPS)\s+([^\s;]+)/.exec(said)?.[1]
  return proxy === undefined ? error : Object.assign(new Error(error.message, { cause: error }), { proxy })
}
