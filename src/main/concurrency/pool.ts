/**
 * Works through the items in order, at most `limit` at a time. The first error stops the others by their signal,
 * and is thrown once all that had begun have ended.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  limit: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const anySignal = AbortSignal.any([signal, stop.signal])
  const remaining = items.values()
  let failure: { error: unknown } | null = null

  const worker = async (): Promise<void> => {
    for (const item of remaining) {
      if (anySignal.aborted) return
      try {
        await work(item, anySignal)
      } catch (error) {
        failure ??= { error }
        stop.abort(error)
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  signal.throwIfAborted()
  if (failure) throw (failure as { error: unknown }).error
}
