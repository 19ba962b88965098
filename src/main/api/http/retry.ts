import { backoffMs, withJitter } from '../../concurrency/backoff.ts'
import type { CallOptions, Clock, Random } from '../../ports.ts'
import { cancelledFailure } from './exchange.ts'

const maxRetries = 2
/** Full jitter up to 1 s, then 2 s. */
const initialBackoffMs = 1000
/** The longest wait for a retry. If the service requests a longer one, the caller retries later. */
const maxBackoffMs = 10_000
/** The retry budget that each call adds. With the initial budget, retries stay under 10% from 100 calls on. */
const budgetPerCall = 0.08
const initialBudget = 2
/** The maximum budget. The breaker then admits some 35 requests in ten minutes of an outage. */
const maxBudget = 3

/** Decides about retries, with one budget for all calls of a client. */
export type Retry = {
  /** Adds a call's share of a retry to the budget. */
  earnBudget(): void
  /** Waits before the next try. Returns false immediately if there should be none. Throws `cancelled`. */
  waitForRetry(attempts: number, minWaitMs: number, signal: CallOptions['signal']): Promise<boolean>
}

/** Creates a retry policy with a budget that calls earn: a service that is down receives only a tenth more. */
export function createRetry({ clock, random }: { clock: Clock; random: Random }): Retry {
  let budget = initialBudget
  return {
    earnBudget() {
      budget = Math.min(maxBudget, budget + budgetPerCall)
    },
    async waitForRetry(attempts, minWaitMs, signal) {
      if (attempts >= maxRetries || budget < 1 || minWaitMs > maxBackoffMs) return false
      budget -= 1
      const waitMs = withJitter(backoffMs(attempts, { initialMs: initialBackoffMs }), [0, 1], random)
      try {
        await clock.sleep(Math.max(minWaitMs, waitMs), signal)
      } catch {
        throw cancelledFailure()
      }
      return true
    },
  }
}
