import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { Proxy } from '../../../../shared/domain/app/settings.ts'
import { waitBeforeSending } from '../../../../shared/requestNotSent.ts'
import { message } from '../../../../shared/words/message.ts'
import type { Transport } from '../../../ports.ts'

/** The longest wait for running requests, above their time limit. Later responses are not read any more. */
const maxDrainMs = 35_000

type ProxySwitch = { proxyKey: string; done: Promise<void>; failed: boolean }

/**
 * Creates a switcher of the proxy. Running requests finish through the old proxy, and new ones wait for the next.
 * `applyProxy` sets it, and is tried again after a failure. `isFirst` means that no request was sent before.
 */
export function createProxySwitcher(applyProxy: (proxy: Proxy, isFirst: boolean) => Promise<void>) {
  let currentSwitch: ProxySwitch | null = null
  const inFlight = new Set<Promise<void>>()

  const switchTo = async (proxy: Proxy, previous: ProxySwitch | null): Promise<void> => {
    await previous?.done.catch(() => undefined)
    await drain(inFlight)
    await applyProxy(proxy, previous === null).catch((error: unknown) => {
      throw proxyNotSetFailure(error)
    })
  }

  /** Switches to a proxy. Throws `offline` if it cannot be set. No request has been sent then. */
  const use = (proxy: Proxy): Promise<void> => {
    const proxyKey = JSON.stringify(proxy)
    if (currentSwitch && currentSwitch.proxyKey === proxyKey && !currentSwitch.failed)
      return currentSwitch.done
    const next: ProxySwitch = { proxyKey, done: switchTo(proxy, currentSwitch), failed: false }
    next.done.catch(() => {
      next.failed = true
    })
    currentSwitch = next
    return next.done
  }

  const untilSwitched = async (): Promise<void> => {
    for (let last = currentSwitch; last; last = currentSwitch) {
      await last.done
      if (last === currentSwitch) return
    }
  }

  const wrapTransport =
    (send: Transport): Transport =>
    async (url, init = {}) => {
      await waitBeforeSending(untilSwitched(), init.signal)
      const { promise, resolve: onEnd } = Promise.withResolvers<void>()
      inFlight.add(promise)
      void promise.then(() => inFlight.delete(promise))
      init.signal?.addEventListener('abort', () => onEnd(), { once: true })
      try {
        return withEndCallback(await send(url, init), onEnd)
      } catch (error) {
        onEnd()
        throw error
      }
    }

  return { use, wrapTransport }
}

async function drain(inFlight: ReadonlySet<Promise<void>>): Promise<void> {
  if (inFlight.size === 0) return
  const timer = new AbortController()
  const limit = sleep(maxDrainMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
  await Promise.race([Promise.all(inFlight), limit])
  timer.abort()
}

/** Returns the same response, and calls `onEnd` when its body has been read, canceled or broken. */
function withEndCallback(response: Response, onEnd: () => void): Response {
  if (!response.body) {
    onEnd()
    return response
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const chunk = await reader.read()
        if (!chunk.done) return controller.enqueue(chunk.value)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      onEnd()
    },
    cancel: async (reason) => {
      onEnd()
      await reader.cancel(reason)
    },
  })
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

const proxyNotSetFailure = (error: unknown): Failure =>
  new Failure(
    'offline',
    message('adapters.nothingSentProxySettings'),
    { reason: 'network' },
    { cause: error },
  )
