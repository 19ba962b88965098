import { sql } from 'kysely'
import type { Clock } from '../ports.ts'

/**
 * A holder that has not renewed its lease for so long is taken to be gone. One whose process is seen to have ended, on this
 * computer, is not waited for: this is for other computers that share the data folder, and for what was suspended.
 */
const leaseMs = 15_000
/** Well below the lease, so that one late renewal does not lose it. */
const renewalIntervalMs = 6_000
/** Far more time left than a lease has means that the clock was set back, and its holder would be waited for in vain. */
const maxTimeLeftMs = 2 * leaseMs

/** The deadline of a lease that is taken or renewed at `nowMs`. */
export const leaseEndMs = (nowMs: number): number => nowMs + leaseMs

/** Whether a lease with this deadline is held, as far as the clock tells. */
export const isLeaseHeld = (untilMs: number, nowMs: number): boolean =>
  untilMs > nowMs && untilMs <= nowMs + maxTimeLeftMs

/**
 * Whether nobody holds the lease of a row, as a condition: 1 or 0. Its columns are `lease_until_ms` and `owner`, whose name
 * says whether its process has ended.
 */
export const isLeaseExpired = (nowMs: number, owner: 'lease_owner' | 'owner' = 'lease_owner') =>
  sql<
    0 | 1
  >`(lease_until_ms <= ${nowMs} OR lease_until_ms > ${nowMs + maxTimeLeftMs} OR owner_ended(${sql.ref(owner)}))`

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
