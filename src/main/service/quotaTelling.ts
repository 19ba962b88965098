import type { QuotaStatus } from '../../shared/contract/state.ts'
import type { Clock } from '../ports.ts'

/** At most one `changed` in this time, unless the last place was taken or all work has ended. */
const quietMs = 200
/** How often a quota that waits or works looks at what other processes did. */
const lookMs = 2_000

type TellerParts = {
  clock: Clock
  status: () => QuotaStatus
  isIdle: () => boolean
  changed: (status: QuotaStatus) => void
}

/** Tells how the quota stands, as often as a person can read it. */
export function createTeller({ clock, status, isIdle, changed }: TellerParts): () => void {
  let told = { at: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY }
  return () => {
    const at = clock.now()
    const isEarly = Math.abs(at - told.at) < quietMs
    const now = status()
    if (isEarly && !isIdle() && (now.left > 0 || told.left === 0)) return
    told = { at, left: now.left }
    changed(now)
  }
}

type FollowerParts = { clock: Clock; isIdle: () => boolean; look: () => Promise<void> }

/** Looks again and again while something waits or is under way. */
export function createFollower({ clock, isIdle, look }: FollowerParts) {
  let following: AbortController | undefined
  const follow = async ({ signal }: AbortController): Promise<void> => {
    while (!isIdle()) {
      await clock.sleep(lookMs, signal)
      await look()
    }
  }
  return {
    start(): void {
      if (following) return
      const own = new AbortController()
      following = own
      follow(own)
        .catch(() => undefined)
        .finally(() => {
          if (following === own) following = undefined
        })
    },
    /** Ends the wait at once, so that a process which is done may end too. */
    stop(): void {
      following?.abort()
      following = undefined
    },
  }
}
