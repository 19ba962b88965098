/**
 * Starts work that runs until it is closed. Returns the function that closes it: aborts the signal, and waits for the
 * end of the work. `onError` gets the error of work that failed before that.
 */
export function runUntilClosed(
  work: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void = () => {},
): () => Promise<void> {
  const closing = new AbortController()
  const ended = work(closing.signal).catch((error: unknown) => {
    if (!closing.signal.aborted) onError(error)
  })
  return async () => {
    closing.abort()
    await ended
  }
}
