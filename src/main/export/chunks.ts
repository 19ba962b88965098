import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Parts of a list, one after another; whatever else waits has its turn between them. */
export async function* inChunks<T>(all: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await yieldToEventLoop()
    yield all.slice(from, from + size)
  }
}
