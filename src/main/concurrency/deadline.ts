import type { Clock } from '../ports.ts'

/**
 * Starts one limit for a whole exchange, from connecting to the last byte, so that a server that trickles its response
 * cannot hold a call forever. The timer and the caller's signal reference the deadline strongly, so that no garbage
 * collection can lose it.
 */
export function startDeadline(
  clock: Clock,
  timeoutMs: number,
  {
    signal: caller,
    reason = new Error('timeout'),
  }: { signal?: AbortSignal | undefined; reason?: Error } = {},
) {
  const limitController = new AbortController()
  const timerController = new AbortController()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => undefined)
  let isExpired = false
  const abort = (cause: unknown): void => {
    limitController.abort(cause)
    // Work that reacts to the signal rejects first: it may know that nothing has left yet.
    setImmediate(() => reject(cause))
  }
  const cancel = (): void => abort(caller?.reason)
  if (caller?.aborted) cancel()
  else caller?.addEventListener('abort', cancel, { once: true })
  clock.sleep(timeoutMs, timerController.signal).then(
    () => {
      isExpired = true
      abort(reason)
    },
    () => undefined,
  )
  return {
    /** Aborts when the time is over, or with the caller's reason when the caller's signal aborts. */
    signal: limitController.signal,
    /**
     * Settles with the work's outcome, or rejects with the reason of the abort if that comes first. Work that ignores
     * its signal is not waited for.
     */
    race: <T>(work: Promise<T>): Promise<T> => Promise.race([work, aborted]),
    /** True if the time is over, even if the caller has aborted as well. */
    expired: () => isExpired,
    /** Frees the timer and listener. Call it when the work is done. */
    dispose: (): void => {
      caller?.removeEventListener('abort', cancel)
      timerController.abort(new Error('ended'))
    },
  }
}
