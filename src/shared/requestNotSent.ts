export class RequestNotSent extends Error {
  override readonly name = 'RequestNotSent'
}

/** Waits until a request may be sent. Throws `RequestNotSent` as soon as the signal aborts. */
export async function waitBeforeSending(ready: Promise<void>, signal?: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<void>()
  const stop = (): void => aborted.resolve()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    if (!signal?.aborted) await Promise.race([ready, aborted.promise])
  } finally {
    signal?.removeEventListener('abort', stop)
    // After an abort, a later rejection of `ready` has no other handler.
    ready.catch(() => undefined)
  }
  if (signal?.aborted) throw new RequestNotSent('The request ended before it left.', { cause: signal.reason })
}
