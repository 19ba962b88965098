import type { Clock } from '../ports.ts'

export type Deadline = {
  /** Aborted when the time is over, or with its reason when the caller's signal is. */
  signal: AbortSignal
  /** The work's outcome, or the reason of the abort where that comes first, so that work which ignores its signal is not waited for. */
  race<T>(work: Promise<T>): Promise<T>
  /** The time is over, whatever the caller's signal says. */
  expired(): boolean
  /** To be called when the work is done: frees timer and listener. */
  dispose(): void
}

/**
 * One limit for an exchange as a whole, from connecting to the last byte: a server that trickles its answer must not
 * hold a call for ever. Timer and caller's signal hold the deadline strongly, so that it comes whatever a garbage
 * collection takes meanwhile.
 */
export function startDeadline(
  clock: Clock,
  timeoutMs: number,
  {
    signal: caller,
    reason = new Error('timeout'),
  }: { signal?: AbortSignal | undefined; reason?: Error } = {},
): Deadline {
  const limitController = new AbortController()
  const timerController = new AbortController()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => undefined)
  let isExpired = false
  const abort = (cause: unknown): void => {
    limitController.abort(cause)
    // Work that heeds the signal comes first: it may know that nothing has left yet.
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
    signal: limitController.signal,
    race: (work) => Promise.race([work, aborted]),
    expired: () => isExpired,
    dispose: () => {
      caller?.removeEventListener('abort', cancel)
      timerController.abort(new Error('ended'))
    },
  }
}
