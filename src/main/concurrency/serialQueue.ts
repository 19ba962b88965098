import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

type Call = (method: string, params: unknown) => Promise<unknown>
type QueuedCall = { method: string; params: unknown; result: Promise<unknown> }

/**
 * One call after another. A call that is the same as one that still waits shares its answer: that one reads what is
 * there when it begins, so nobody is given what was there before he asked.
 */
export function createSerialQueue(work: Call): Call {
  const queued = new Set<QueuedCall>()
  let last: Promise<unknown> = Promise.resolve()
  return (method, params) => {
    for (const one of queued)
      if (one.method === method && isDeepStrictEqual(one.params, params)) return one.result
    const run = async (previous: Promise<unknown>) => {
      await previous.catch(() => undefined)
      // Those that are asked at once are all here by then.
      await yieldToEventLoop()
      queued.delete(call)
      return work(method, params)
    }
    const call: QueuedCall = { method, params, result: run(last) }
    queued.add(call)
    last = call.result
    return call.result
  }
}
