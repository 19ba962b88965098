import { Failure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'
import { CutOff, type OnSend, type Transport, type TransportInit } from '../../ports.ts'

type OfflineGateDeps = {
  /** Creates a transport that calls `onSend` with the signal of each request at the moment it is sent. */
  createTransport: (onSend: OnSend) => Transport
  /** True if the offline switch is on now. */
  isOn: () => boolean
  /** Called when the count has changed. */
  onChange: () => void
}

/**
 * Blocks all requests while the switch is on. Turning it on aborts the requests in flight, except changing requests
 * that have left, such as an order, because their outcome must not stay unknown.
 */
export function createOfflineGate({ createTransport, isOn, onChange }: OfflineGateDeps) {
  let sent = isOn() ? 0 : null
  let inFlight = new AbortController()

  const onLeave = new WeakMap<AbortSignal, () => void>()

  /**
   * Counts one request. Without a signal, it left without the transport. Reads the switch itself, so that a request that
   * was let through by mistake shows up in the count.
   */
  const recordSend: OnSend = (signal) => {
    if (signal) onLeave.get(signal)?.()
    if (!isOn()) return
    sent = (sent ?? 0) + 1
    onChange()
  }
  const transport = createTransport(recordSend)
  const sendChange = async (url: string, init: TransportInit): Promise<Response> => {
    const { signal } = inFlight
    const waiting = new AbortController()
    const stop = () => waiting.abort(signal.reason)
    const release = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    const combinedSignal = init.signal ? AbortSignal.any([init.signal, waiting.signal]) : waiting.signal
    onLeave.set(combinedSignal, release)
    const answer = transport(url, { ...init, signal: combinedSignal })
    return unlessAborted(answer, waiting.signal).finally(release)
  }

  return {
    /** Returns the number of requests that have left since the switch was turned on, or null while it is off. */
    sentCount: (): number | null => sent,
    recordSend,
    /** Sends while the switch is off. Throws `offline` while it is on, and `CutOff` if it is turned on meanwhile. */
    transport: async (url: string, init: TransportInit = {}): Promise<Response> => {
      if (isOn()) throw switchedOff()
      if (init.method !== undefined && init.method !== 'GET') return sendChange(url, init)
      const { signal } = inFlight
      const combinedSignal = init.signal ? AbortSignal.any([init.signal, signal]) : signal
      return unlessAborted(transport(url, { ...init, signal: combinedSignal }), signal)
    },
    /** Runs an action that leaves this computer without the transport. Throws `offline` while the switch is on. */
    runUnlessOffline: async <T>(work: () => Promise<T>): Promise<T> => {
      if (isOn()) throw switchedOff()
      return work()
    },
    /** Call this whenever the switch may have been turned. Returns its new position, or null if it was not turned. */
    detectSwitch(): 'on' | 'off' | null {
      const on = isOn()
      if (on === (sent !== null)) return null
      sent = on ? 0 : null
      if (!on) return 'off'
      inFlight.abort(new CutOff(switchedOff()))
      inFlight = new AbortController()
      return 'on'
    },
  }
}

const switchedOff = (): Failure =>
  new Failure('offline', message('adapters.offlineSwitchNoRequest'), { reason: 'switch' })

/**
 * Does not wait for a transport that ignores its signal. One that reacts to it can still report that nothing had left.
 */
function unlessAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const stop = () => setImmediate(() => reject(signal.reason))
  signal.addEventListener('abort', stop, { once: true })
  answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  return promise
}
