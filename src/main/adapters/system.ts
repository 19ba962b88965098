import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, Random } from '../ports.ts'

/** Longer waits overflow the system's timer and would end immediately. */
const maxTimerMs = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      for (let remainingMs = Math.max(0, ms); remainingMs > 0; remainingMs -= maxTimerMs)
        await wait(Math.min(remainingMs, maxTimerMs), undefined, signal ? { signal } : {})
    } catch (error) {
      // Node rejects with an AbortError of its own, but callers are promised the signal's reason.
      throw signal?.aborted ? signal.reason : error
    }
  },
}

export const systemRandom: Random = { next: () => Math.random(), id: () => randomUUID() }

/** Returns the name of the account on this computer, or null if the system does not provide it. */
export function accountName(): string | null {
  try {
    return userInfo().username || null
  } catch {
    return null
  }
}
