type PoolOptions = {
  limit: number
  signal: AbortSignal
  /** Called at once with what an item failed with, while others are still worked on. */
  onError?(error: unknown): void
}

/**
 * Works through the items in order, at most `limit` at a time. The signal and the first error let no further item
 * begin, and abort the signal of those under way. Once these have ended, throws the signal's reason or the first error.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T> | AsyncIterable<T>,
  { limit, signal, onError }: PoolOptions,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const anySignal = AbortSignal.any([signal, stop.signal])
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const failures: unknown[] = []

  const worker = async (): Promise<void> => {
    try {
      while (!anySignal.aborted) {
        const next = await iterator.next()
        if (next.done || anySignal.aborted) return
        await work(next.value, anySignal)
      }
    } catch (error) {
      failures.push(error)
      stop.abort(error)
      onError?.(error)
    }
  }

  await Promise.all(Array.from({ length: limit }, worker))
  signal.throwIfAborted()
  if (failures.length > 0) throw failures[0]
}
