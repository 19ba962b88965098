import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

type SharedWork = { key: unknown; result: Promise<unknown> }

export type SerialQueue = {
  /** Runs `work` after all earlier calls, whether they succeeded or failed. */
  run<T>(work: () => Promise<T>): Promise<T>
  /**
   * Like `run`, but shares the result of work with an equal key that has not started yet. Work reads current data when
   * it starts, so no caller gets data from before its call.
   */
  runShared<T>(key: unknown, work: () => Promise<T>): Promise<T>
  /** Resolves when everything that is queued now has ended, whether it succeeded or failed. */
  ended(): Promise<void>
}

/** Creates a queue that runs one call at a time, in order. */
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
      // Equal keys belong to the same kind of work, so the result has its type.
      for (const one of waiting) if (isDeepStrictEqual(one.key, key)) return one.result as Promise<T>
      const result = run(async () => {
        // Gives simultaneous calls time to arrive and share this run.
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
