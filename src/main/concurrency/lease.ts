import { sql } from 'kysely'
import type { Clock } from '../ports.ts'

/** A holder that has not renewed its lease for so long is taken to be gone: after a crash its work waits for as long. */
const leaseMs = 15_000
/** Well below the lease, so that one late renewal does not lose it. */
const renewalIntervalMs = 6_000
/** Far more time left than a lease has means that the clock was set back, and its holder would be waited for in vain. */
const maxTimeLeftMs = 2 * leaseMs

/** The deadline of a lease that is taken or renewed at `nowMs`. */
export const leaseEndMs = (nowMs: number): number => nowMs + leaseMs

/** Whether somebody holds a lease with this deadline. */
export const isLeaseHeld = (untilMs: number, nowMs: number): boolean =>
  untilMs > nowMs && untilMs <= nowMs + maxTimeLeftMs

/** The opposite, as a condition on the column `lease_until_ms`: 1 or 0. */
export const isLeaseExpired = (nowMs: number) =>
  sql<0 | 1>`(lease_until_ms <= ${nowMs} OR lease_until_ms > ${nowMs + maxTimeLeftMs})`

type HeldLease = {
  clock: Clock
  /** Writes the new deadline. Throws where somebody else has taken the lease, or nobody may hold it any longer. */
  renew(): Promise<void>
  /** Gives the lease back. Where this fails, it runs out by itself. */
  release?(): Promise<void>
}

/**
 * Renews a lease as long as `work` is under way, and then gives it back. A lease that cannot be renewed is lost: the
 * signal that `work` gets is aborted with what `renew` has thrown.
 */
export async function holdLease<T>(
  { clock, renew, release }: HeldLease,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController()
  const ended = new AbortController()
  const renewal = renewUntilEnded(clock, renew, ended.signal).catch((error: unknown) => lost.abort(error))
  try {
    return await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    ended.abort()
    await renewal
    await release?.().catch(() => undefined)
  }
}

async function renewUntilEnded(clock: Clock, renew: () => Promise<void>, ended: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await clock.sleep(renewalIntervalMs, ended)
    } catch {
      return
    }
    await renew()
  }
}
