import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const chunkSize = 500

/** A long list in pieces; whatever else waits in this process, such as the renewal of a lease, has its turn between them. */
export async function* inChunks<T>(all: readonly T[], size = chunkSize): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await yieldToEventLoop()
    yield all.slice(from, from + size)
  }
}

/** The same for what comes one by one. */
export async function* yieldingToEventLoop<T>(all: AsyncIterable<T>, size = chunkSize): AsyncGenerator<T> {
  let count = 0
  for await (const one of all) {
    yield one
    count += 1
    if (count % size === 0) await yieldToEventLoop()
  }
}
