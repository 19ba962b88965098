import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

type SharedWork = { key: unknown; result: Promise<unknown> }

export type SerialQueue = {
  /** Runs `work` after all that came before it, whatever became of that. */
  run<T>(work: () => Promise<T>): Promise<T>
  /**
   * The same, but work under an equal key that still waits is shared: it reads what is there when it begins, so nobody
   * is given what was there before the request.
   */
  runShared<T>(key: unknown, work: () => Promise<T>): Promise<T>
  /** Resolves when all that is queued now has ended, whatever became of it. */
  ended(): Promise<void>
}

/** One after the other, in the order of coming. */
export function createSerialQueue(): SerialQueue {
  const waiting = new Set<SharedWork>()
  let last: Promise<unknown> = Promise.resolve()

  const run = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }

  return {
    run,
    runShared<T>(key: unknown, work: () => Promise<T>): Promise<T> {
      // One key is of one kind of work, so the result has its type.
      for (const one of waiting) if (isDeepStrictEqual(one.key, key)) return one.result as Promise<T>
      const result = run(async () => {
        // What is requested at once has all arrived by then.
        await yieldToEventLoop()
        waiting.delete(shared)
        return work()
      })
      const shared: SharedWork = { key, result }
      waiting.add(shared)
      return result
    },
    async ended() {
      await last
    },
  }
}
