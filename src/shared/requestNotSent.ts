/** A request ended before it left. */
export class RequestNotSent extends Error {
  override readonly name = 'RequestNotSent'
}

/** Waits for what has to come before a request; throws `RequestNotSent` as soon as the request is no longer wanted. */
export async function waitBeforeSending(ready: Promise<void>, signal?: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>()
  const stop = (): void => aborted.resolve()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    if (!signal?.aborted) await Promise.race([ready, aborted.promise])
  } finally {
    signal?.removeEventListener('abort', stop)
    // Nobody may be left to hear of it.
    ready.catch(() => undefined)
  }
  if (signal?.aborted) throw new RequestNotSent('The request ended before it left.', { cause: signal.reason })
}
