import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const usualSize = 500

/** Splits a list into chunks. */
export function* chunks<T>(all: readonly T[], size = usualSize): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

/**
 * Splits a list into chunks and yields to the event loop between them, so that other work of this process, such as
 * renewing a lease, gets its turn.
 */
export async function* yieldingChunks<T>(all: readonly T[], size = usualSize): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += size) {
    if (from > 0) await yieldToEventLoop()
    yield all.slice(from, from + size)
  }
}

/** Passes items on one by one, and yields to the event loop after each chunk of them. */
export async function* yieldingToEventLoop<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  let count = 0
  for await (const one of all) {
    yield one
    count += 1
    if (count % usualSize === 0) await yieldToEventLoop()
  }
}
