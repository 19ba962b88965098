import type { Clock } from '../ports.ts'

/**
 * One limit for an answer as a whole, from connecting to the last byte of its body: a service that trickles its
 * answer must not hold a call for ever. `end` frees the timer.
 */
export function startDeadline(clock: Clock, timeoutMs: number, signal: AbortSignal | undefined) {
  const over = new AbortController()
  const ended = new AbortController()
  clock.sleep(timeoutMs, ended.signal).then(
    () => over.abort(new Error('timeout')),
    () => undefined,
  )
  return {
    signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal,
    expired: (): boolean => over.signal.aborted,
    end: (): void => ended.abort(new Error('ended')),
  }
}
