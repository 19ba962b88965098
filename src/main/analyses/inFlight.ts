/**
 * Works through the items in order, at most `limit` at a time. The first error stops the others by their signal,
 * and is thrown once all that had begun have ended.
 */
export async function inFlight<T>(
  items: readonly T[],
  limit: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  const waiting = items.values()
  let failure: { error: unknown } | null = null

  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      if (either.aborted) return
      try {
        await work(item, either)
      } catch (error) {
        failure ??= { error }
        stop.abort(error)
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
  signal.throwIfAborted()
  if (failure) throw (failure as { error: unknown }).error
}
