import { backoffMs, withJitter } from '../../concurrency/backoff.ts'
import type { CallOptions, Clock, Random } from '../../ports.ts'
import { cancelledFailure } from './exchange.ts'

const maxRetries = 2
/** Full jitter up to 1 s, then 2 s. */
const initialBackoffMs = 1000
/** Where a service asks for a longer pause than this, the caller retries later. */
const maxBackoffMs = 10_000
/** What each call adds to the budget of repetitions: with the stock, under 10% from 100 calls on. */
const budgetPerCall = 0.08
const initialBudget = 2
/** An outage begins with these few, and the breaker then lets through some 35 requests in ten minutes. */
const maxBudget = 3

/** Decides whether a failed request is sent once more. One budget for all calls of a client. */
export type Retry = {
  /** A call begins: it earns its share of a repetition. */
  earnBudget(): void
  /** Waits before the next try; false, at once, where there should be none. Throws `cancelled`. */
  waitForRetry(attempts: number, minWaitMs: number, signal: CallOptions['signal']): Promise<boolean>
}

/**
 * Repetitions help with a hiccup and harm in an outage, so they are paid from a budget that calls earn: a service
 * that answers nothing gets at most a tenth more requests, not three times as many.
 */
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
