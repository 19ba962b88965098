import { systemClock } from '../../../adapters/system.ts'
import type { Clock } from '../../../ports.ts'

/** Waits for something real: the time limit of a response and the renewal of the lease (concurrency/lease.ts). */
const realMs: ReadonlySet<number> = new Set([30_000, 6_000])
const speedup = 200
const maxMs = 50

/** Returns a clock that follows the system's clock but shortens pauses. */
export function createFastClock(): Clock & { sleeps: number[] } {
  let skippedMs = 0
  const sleeps: number[] = []
  return {
    sleeps,
    now: () => Date.now() + Math.round(skippedMs),
    async sleep(ms, signal) {
      if (realMs.has(ms)) return systemClock.sleep(ms, signal)
      sleeps.push(ms)
      await systemClock.sleep(Math.min(ms / speedup, maxMs), signal)
      skippedMs += ms
    },
  }
}
