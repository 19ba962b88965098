import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../shared/contract/failures.ts'
import type { Proxy } from '../../shared/domain/settings.ts'
import { beforeSending } from '../../shared/notSent.ts'
import type { Transport } from '../ports.ts'

/** Longer than a request may take: what is not read by then is read by nobody. */
const mostWaitMs = 35_000

type Turn = { wanted: string; done: Promise<void>; failed: boolean }

/**
 * Lets one way follow another: requests under way end on the way they left by, and those that come meanwhile wait for
 * the next one. `lead` sets the way, and is tried again where it failed. `isFirst`: nothing can have left before.
 */
export function createProxyTurns(lead: (proxy: Proxy, isFirst: boolean) => Promise<void>) {
  let turn: Turn | null = null
  const underWay = new Set<Promise<void>>()

  const take = async (proxy: Proxy, before: Turn | null): Promise<void> => {
    await before?.done.catch(() => undefined)
    await allEnded(underWay)
    await lead(proxy, before === null).catch((error: unknown) => {
      throw notSet(error)
    })
  }

  /** Throws `offline` where the way could not be set: nothing has left. */
  const use = (proxy: Proxy): Promise<void> => {
    const wanted = JSON.stringify(proxy)
    if (turn && turn.wanted === wanted && !turn.failed) return turn.done
    const next: Turn = { wanted, done: take(proxy, turn), failed: false }
    next.done.catch(() => {
      next.failed = true
    })
    turn = next
    return next.done
  }

  const settled = async (): Promise<void> => {
    for (let last = turn; last; last = turn) {
      await last.done
      if (last === turn) return
    }
  }

  const through =
    (send: Transport): Transport =>
    async (url, init = {}) => {
      await beforeSending(settled(), init.signal)
      const { promise, resolve: end } = Promise.withResolvers<void>()
      underWay.add(promise)
      void promise.then(() => underWay.delete(promise))
      init.signal?.addEventListener('abort', () => end(), { once: true })
      try {
        return tellingEnd(await send(url, init), end)
      } catch (error) {
        end()
        throw error
      }
    }

  return { use, through }
}

async function allEnded(underWay: ReadonlySet<Promise<void>>): Promise<void> {
  if (underWay.size === 0) return
  const tooLong = new AbortController()
  const limit = sleep(mostWaitMs, undefined, { signal: tooLong.signal, ref: false }).catch(() => undefined)
  await Promise.race([Promise.all(underWay), limit])
  tooLong.abort()
}

/** The same answer; `end` is called when its body is read, given up or broken. */
function tellingEnd(response: Response, end: () => void): Response {
  if (!response.body) {
    end()
    return response
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const part = await reader.read()
        if (!part.done) return controller.enqueue(part.value)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      end()
    },
    cancel: async (reason) => {
      end()
      await reader.cancel(reason)
    },
  })
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

const notSet = (error: unknown): Failure =>
  new Failure(
    'offline',
    'Nothing was sent: the proxy of the settings could not be set. Try again, or choose another one under Settings, Network.',
    { reason: 'network' },
    { cause: error },
  )
