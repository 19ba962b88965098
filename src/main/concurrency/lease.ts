import { sql } from 'kysely'
import type { Clock } from '../ports.ts'

/**
 * A holder that has not renewed its lease for this long counts as gone. If its process is known to have ended on this
 * computer, its lease ends without this wait. The wait is for other computers that share the data folder and for
 * suspended processes.
 */
const leaseMs = 15_000
/** Well below the lease time, so that one late renewal does not lose it. */
const renewalIntervalMs = 6_000
/**
 * A longer remaining time means that the clock was set back, so the lease counts as expired instead of blocking others.
 */
const maxTimeLeftMs = 2 * leaseMs

/** Returns the deadline of a lease that is acquired or renewed at `nowMs`. */
export const leaseEndMs = (nowMs: number): number => nowMs + leaseMs

/** True if a lease with this deadline is still held, judging by the clock alone. */
export const isLeaseHeld = (untilMs: number, nowMs: number): boolean =>
  untilMs > nowMs && untilMs <= nowMs + maxTimeLeftMs

/**
 * Returns an SQL condition, 1 or 0, that is true if the lease of a row is free. The row has the columns
 * `lease_until_ms` and `owner`, whose name reveals if its process has ended.
 */
export const isLeaseExpired = (nowMs: number, owner: 'lease_owner' | 'owner' = 'lease_owner') =>
  sql<
    0 | 1
  >`(lease_until_ms <= ${nowMs} OR lease_until_ms > ${nowMs + maxTimeLeftMs} OR owner_ended(${sql.ref(owner)}))`

type HeldLease = {
  clock: Clock
  /** Writes the new deadline. Throws if another owner has taken the lease, or if it may no longer be held. */
  renew(): Promise<void>
  /** Releases the lease. If this fails, the lease expires on its own. */
  release?(): Promise<void>
}

/**
 * Renews a lease while `work` runs, and then releases it. If a renewal fails, the lease is lost, and the signal passed
 * to `work` is aborted with the error of `renew`.
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
