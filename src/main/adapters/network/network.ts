import type { Proxy } from '../../../shared/domain/app/settings.ts'
import { waitBeforeSending } from '../../../shared/requestNotSent.ts'
import type { OnSend, Transport } from '../../ports.ts'
import { createOfflineGate } from './offlineGate.ts'
import { createNodeTransport } from './transport.ts'

type NetworkDeps = {
  /** The host's own transport. */
  createTransport: ((onSend: OnSend) => Transport) | undefined
  /** Sets the proxy of the host's requests. */
  useProxy: ((proxy: Proxy) => Promise<void>) | undefined
  proxy(): Proxy
  /** The version of the app, which each request sends. */
  version: string
  offlineSwitch(): boolean
  /** Called when the number of requests sent while the switch is on has changed. */
  onChange(): void
}

/**
 * Creates the only way out of this process. It uses the proxy in the settings, and blocks requests while the offline
 * switch is on.
 */
export function createNetwork(deps: NetworkDeps) {
  // Sends only the version, because more details could identify the user.
  const userAgent = `Pathclock/${deps.version}`
  const applyProxy = async (): Promise<void> => deps.useProxy?.(deps.proxy())
  const createTransport = (onSend: OnSend): Transport => {
    const send = deps.createTransport?.(onSend) ?? createNodeTransport(process.env, onSend, deps.proxy)
    return async (url, init = {}) => {
      await waitBeforeSending(applyProxy(), init.signal)
      return send(url, { ...init, headers: { 'User-Agent': userAgent, ...init.headers } })
    }
  }
  const gate = createOfflineGate({ createTransport, isOn: deps.offlineSwitch, onChange: deps.onChange })
  return {
    transport: gate.transport,
    detectSwitch: gate.detectSwitch,
    sentCount: gate.sentCount,
    /**
     * Counts and runs actions that leave this computer without the transport, such as opening the browser. Throws
     * `offline` while the switch is on.
     */
    runCountedIfOnline: <T>(work: () => Promise<T>): Promise<T> =>
      gate.runUnlessOffline(() => {
        gate.recordSend()
        return work()
      }),
    applyProxy,
  }
}
