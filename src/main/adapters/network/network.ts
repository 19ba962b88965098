import type { Proxy } from '../../../shared/domain/app/settings.ts'
import { waitBeforeSending } from '../../../shared/requestNotSent.ts'
import type { OnSend, Transport } from '../../ports.ts'
import { createOfflineGate } from './offlineGate.ts'
import { createNodeTransport } from './transport.ts'

type NetworkDeps = {
  /** The host's own way to send. */
  createTransport: ((onSend: OnSend) => Transport) | undefined
  /** Sends its requests through the proxy that is set. */
  useProxy: ((proxy: Proxy) => Promise<void>) | undefined
  proxy(): Proxy
  /** Of the app; each request names it. */
  version: string
  offlineSwitch(): boolean
  /** What was sent while the switch is on has changed. */
  onChange(): void
}

/** The one way out of this process: by the proxy that is set, and not while the offline switch is on. */
export function createNetwork(deps: NetworkDeps) {
  // Sends only the version: more could identify the user.
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
    /** What leaves by another way than the transport, such as opening the browser; throws `offline` while the switch is on. */
    runCountedIfOnline: <T>(work: () => Promise<T>): Promise<T> =>
      gate.runUnlessOffline(() => {
        gate.recordSend()
        return work()
      }),
    applyProxy,
  }
}
