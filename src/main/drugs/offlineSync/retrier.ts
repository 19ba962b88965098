import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import { backoffMs } from '../../concurrency/backoff.ts'
import { createSerialQueue } from '../../concurrency/serialQueue.ts'
import type { Clock } from '../../ports.ts'

/** The reason why nothing is requested at the moment, with a message for the user. */
export type PauseReason = { kind: 'switch' | 'trouble' | 'hour' | 'elsewhere'; message: Message }

/** Thrown before a request is sent: the hourly limit that the user set is reached. */
export class HourlyLimitReached extends Error {
  override readonly name = 'HourlyLimitReached'
  readonly waitMs: number
  constructor(waitMs: number) {
    super('no more requests within this hour')
    this.waitMs = waitMs
  }
}

const pauses = { initialMs: 5000, maxMs: 5 * 60_000 }
/** The interval of checks of the offline switch. They are cheap, because nothing is sent. */
const switchPauseMs = 5000
/** The longest pause at the hourly limit, because the user may raise it in the meantime. */
const hourlyLimitPauseMs = 30_000
/** A single call is abandoned after this many failures while the service answers others. */
const maxFailures = 5
/** A retrier that does not retry indefinitely gives up after this many failures in a row. */
const maxFailuresInRow = 4

type Deps = {
  clock: Clock
  signal: AbortSignal
  perHour: () => number
  /** If false, throws where only waiting helps, instead of waiting without end. */
  retriesIndefinitely: boolean
  /** Sends a minimal request, to see if the service responds at all. */
  probe: () => Promise<unknown>
  onPause: (reason: PauseReason | null) => void
}

export type Retrier = {
  /**
   * Repeats a call until it succeeds. Waits while the hourly limit is reached, the service is unreachable or fails, or
   * the offline switch is on. Meanwhile one call at a time is tried, after increasing pauses. Throws errors that
   * waiting does not fix; with `one`, also a failure that repeats five times while the service answers other calls.
   */
  run<T>(call: () => Promise<T>, which: 'one' | 'list'): Promise<T>
}

type Outcome<T> = { value: T } | { error: Failure | null }

export function createRetrier({
  clock,
  signal,
  perHour,
  retriesIndefinitely,
  probe,
  onPause,
}: Deps): Retrier {
  const queue = createSerialQueue()
  let successes = 0
  let failuresInRow = 0
  let resumeAtMs = 0

  const pause = (kind: PauseReason['kind'], message: Message, waitMs: number): void => {
    resumeAtMs = Math.max(resumeAtMs, clock.now() + waitMs)
    onPause({ kind, message })
  }

  const onSuccess = (): void => {
    successes += 1
    failuresInRow = 0
    resumeAtMs = 0
    onPause(null)
  }

  /** Returns the failure behind an error that waiting fixes and throws all others. Null: nothing was sent. */
  const handleFailure = (error: unknown): Failure | null => {
    if (error instanceof HourlyLimitReached) {
      pause('hour', hourlyLimitMessage(perHour(), error.waitMs), Math.min(error.waitMs, hourlyLimitPauseMs))
      return null
    }
    if (!isFailure(error) || !isTransient(error)) throw error
    if (isFailure(error, 'offline') && error.details.reason === 'switch') {
      if (!retriesIndefinitely) throw error
      pause('switch', error.userMessage, switchPauseMs)
      return null
    }
    failuresInRow += 1
    const isOver = isFailure(error, 'offline') || failuresInRow >= maxFailuresInRow
    if (!retriesIndefinitely && isOver && !isFailure(error, 'rateLimited')) throw error
    const waitMs = Math.max(backoffMs(failuresInRow - 1, pauses), retryAfterMsOf(error))
    pause('trouble', joinMessages([error.userMessage, retryMessage(waitMs)]), waitMs)
    return error
  }

  const attempt = async <T>(call: () => Promise<T>): Promise<Outcome<T>> => {
    try {
      const value = await call()
      onSuccess()
      return { value }
    } catch (error) {
      signal.throwIfAborted()
      return { error: handleFailure(error) }
    }
  }

  const waitUntilResumed = async (): Promise<void> => {
    while (resumeAtMs > clock.now()) await clock.sleep(resumeAtMs - clock.now(), signal)
    signal.throwIfAborted()
  }

  return {
    async run(call, which) {
      let failures = 0
      let successesThen = -1
      const tryOnce = async () => {
        await waitUntilResumed()
        // No call has succeeded since this one failed: the cause may be this call or the service.
        const isServiceDown = which === 'one' && successesThen === successes
        if (isServiceDown && !('value' in (await attempt(probe)))) return null
        const outcome = await attempt(call)
        if ('value' in outcome) return outcome
        if (!outcome.error || !countsAsFailure(outcome.error)) return null
        successesThen = successes
        failures += 1
        const isAbandoned = which === 'one' || isFailure(outcome.error, 'unreadable')
        if (isAbandoned && failures >= maxFailures) throw outcome.error
        return null
      }
      for (;;) {
        const outcome = await (failuresInRow > 0 ? queue.run(tryOnce) : tryOnce())
        if (outcome) return outcome.value
      }
    },
  }
}

/** True if the service itself failed. A redirect or an unexpected success code is a matter of settings and persists. */
export const isFailedResponse = ({ details: { status } }: Failure<'serviceFailed'>): boolean =>
  status >= 400 || status === 200

const isTransient = (failure: Failure): boolean =>
  isFailure(failure, 'serviceFailed')
    ? isFailedResponse(failure)
    : ['offline', 'timeout', 'rateLimited', 'unreadable'].includes(failure.code)

/** Returns the wait that the service asked for. */
const retryAfterMsOf = (failure: Failure): number =>
  isFailure(failure, 'rateLimited') || isFailure(failure, 'serviceFailed')
    ? (failure.details.retryAfterMs ?? 0)
    : 0

/** True if the failure may be caused by the call, not by the service or the network. */
const countsAsFailure = (failure: Failure): boolean =>
  ['serviceFailed', 'timeout', 'unreadable'].includes(failure.code)

const retryMessage = (waitMs: number): Message =>
  waitMs >= 120_000
    ? message('catalogue.pathclockTriesAgainMin', { waitMs: Math.ceil(waitMs / 60_000) })
    : message('catalogue.pathclockTriesAgainS', { seconds: Math.max(1, Math.ceil(waitMs / 1000)) })

const hourlyLimitMessage = (perHour: number, waitMs: number): Message =>
  message('catalogue.limitRequestsPerHour', { count: perHour, waitMs: Math.ceil(waitMs / 60_000) })
