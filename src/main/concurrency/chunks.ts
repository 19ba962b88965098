import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const usualSize = 500

/** A list in parts. */
export function* chunks<T>(all: readonly T[], size = usualSize): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

/** The same; whatever else waits in this process, such as the renewal of a lease, has its turn between the parts. */
export async function* yieldingChunks<T>(all: readonly T[], size = usualSize): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await yieldToEventLoop()
    yield all.slice(from, from + size)
  }
}

/** The same for what comes one by one. */
export async function* yieldingToEventLoop<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0
  for await (const one of all) {
    yield one
    count += 1
    if (count % usualSize === 0) await yieldToEventLoop()
  }
}
