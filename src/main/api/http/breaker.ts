import { Failure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'
import { backoffMs, withJitter } from '../../concurrency/backoff.ts'
import type { CallOptions, Clock, Random } from '../../ports.ts'

type Priority = NonNullable<CallOptions['priority']>

/** The callbacks for a request to report its outcome. `end` is called last, whatever the outcome. */
export type BreakerPermit = { succeeded(): void; failed(failure: Failure): void; end(): void }

export type Breaker = {
  /** Throws if a call of this priority would be rejected now. */
  check(priority: Priority): void
  /** Admits a request. Throws the last failure of the service while the breaker is open. */
  enter(priority: Priority): BreakerPermit
  isOpen(): boolean
}

const failuresToOpen = 5
/** The limits of the cool-down, so that work resumes within 30 s of the service's recovery. */
const coolDownLimits = { initialMs: 5000, maxMs: 20_000 }

/**
 * Creates a circuit breaker. After five consecutive failures only interactive calls pass, plus one other call after
 * each cool-down to test for recovery. Network loss, timeouts and 5xx count; refusals count as success.
 */
export function createBreaker({ clock, random }: { clock: Clock; random: Random }): Breaker {
  let consecutiveFailures = 0
  let lastFailure: Failure | undefined
  let coolDowns = 0
  let nextTrialAtMs = 0
  let isTrialRunning = false

  const coolDown = (): void => {
    nextTrialAtMs = clock.now() + withJitter(backoffMs(coolDowns, coolDownLimits), [0.5, 1], random)
    coolDowns += 1
  }
  const isOpen = (): boolean => consecutiveFailures >= failuresToOpen
  const check = (priority: Priority): void => {
    if (priority === 'interactive' || !isOpen() || !lastFailure) return
    const waitMs = nextTrialAtMs - clock.now()
    if (waitMs > 0 || isTrialRunning) throw breakerOpenFailure(lastFailure, waitMs)
  }

  return {
    check,
    isOpen,
    enter(priority) {
      check(priority)
      const isTrial = isOpen() && priority !== 'interactive'
      if (isTrial) isTrialRunning = true
      return {
        succeeded() {
          consecutiveFailures = 0
          coolDowns = 0
        },
        failed(failure) {
          consecutiveFailures += 1
          lastFailure = failure
          if (consecutiveFailures === failuresToOpen || isTrial) coolDown()
        },
        end() {
          if (isTrial) isTrialRunning = false
        },
      }
    },
  }
}

/** Returns the last failure for a request that was not sent, and which therefore has no request id. */
function breakerOpenFailure(lastFailure: Failure, waitMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const text = message('service.pathclockSentNoFurther', { reason: lastFailure.userMessage, seconds })
  const { details } = lastFailure
  const updatedDetails =
    'retryAfterMs' in details ? { ...details, retryAfterMs: Math.max(0, waitMs) } : details
  return new Failure(lastFailure.code, text, updatedDetails, { cause: lastFailure })
}
