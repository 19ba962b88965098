type PoolOptions = {
  limit: number
  signal: AbortSignal
  /** Called immediately with the error of an item, while others are still running. */
  onError?(error: unknown): void
}

/**
 * Processes the items in order, at most `limit` at a time. After an abort or the first error no further item starts,
 * and the signal of the running ones is aborted. Once they have ended, throws the signal's reason or the first error.
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
