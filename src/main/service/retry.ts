import type { CallOptions, Clock, Random } from '../ports.ts'
import { cancelled } from './exchange.ts'

const maxRepeats = 2
/** Full jitter up to 1 s, then 2 s: clients that failed together do not come back together. */
const firstPauseMs = 1000
/** A service that asks for a longer pause than this is asked by the caller, later. */
const longestPauseMs = 10_000
/** What each call adds to the budget of repetitions: with the stock, under 10% from 100 calls on. */
const share = 0.08
const stock = 2
/** An outage begins with these few, and the breaker then lets through some 35 requests in ten minutes. */
const mostSaved = 3

/** Decides whether a failed request is sent once more. One budget for all calls of a client. */
export type Retry = {
  /** A call begins: it earns its share of a repetition. */
  earn(): void
  /** Waits before the next try; false, at once, where there should be none. Throws `cancelled`. */
  again(tries: number, leastMs: number, signal: CallOptions['signal']): Promise<boolean>
}

/**
 * Repetitions help with a hiccup and harm in an outage, so they are paid from a budget that calls earn: a service
 * that answers nothing gets at most a tenth more requests, not three times as many.
 */
export function createRetry({ clock, random }: { clock: Clock; random: Random }): Retry {
  let budget = stock
  return {
    earn() {
      budget = Math.min(mostSaved, budget + share)
    },
    async again(tries, leastMs, signal) {
      if (tries >= maxRepeats || budget < 1 || leastMs > longestPauseMs) return false
      budget -= 1
      const pauseMs = random.next() * firstPauseMs * 2 ** tries
      try {
        await clock.sleep(Math.max(leastMs, pauseMs), signal)
      } catch {
        throw cancelled()
      }
      return true
    },
  }
}
