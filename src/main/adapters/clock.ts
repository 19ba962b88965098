import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../ports.ts'

/** Longer waits overflow the system's timer and would end at once. */
const maxTimerMs = 2_147_483_647

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      for (let remainingMs = Math.max(0, ms); remainingMs > 0; remainingMs -= maxTimerMs)
        await wait(Math.min(remainingMs, maxTimerMs), undefined, signal ? { signal } : {})
    } catch (error) {
      // Node rejects with an AbortError of its own; callers are promised the signal's reason.
      throw signal?.aborted ? signal.reason : error
    }
  },
}
