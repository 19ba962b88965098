import type { QuotaStatus } from '../../shared/contract/state.ts'
import type { Clock } from '../ports.ts'

/** At most one `changed` in this time, unless the last place was taken or all work has ended. */
const minNotifyIntervalMs = 200
/** How often a quota that waits or works looks at what other processes did. */
const refreshIntervalMs = 2_000

type StatusNotifierDeps = {
  clock: Clock
  status: () => QuotaStatus
  isIdle: () => boolean
  changed: (status: QuotaStatus) => void
}

/** Tells how the quota stands, as often as a person can read it. */
export function createStatusNotifier({ clock, status, isIdle, changed }: StatusNotifierDeps): () => void {
  let notified = { at: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY }
  return () => {
    const at = clock.now()
    const isEarly = Math.abs(at - notified.at) < minNotifyIntervalMs
    const now = status()
    if (isEarly && !isIdle() && (now.left > 0 || notified.left === 0)) return
    notified = { at, left: now.left }
    changed(now)
  }
}

type RefresherDeps = { clock: Clock; isIdle: () => boolean; refresh: () => Promise<void> }

/** Looks again and again while something waits or is under way. */
export function createRefresher({ clock, isIdle, refresh }: RefresherDeps) {
  let active: AbortController | undefined
  const run = async ({ signal }: AbortController): Promise<void> => {
    while (!isIdle()) {
      await clock.sleep(refreshIntervalMs, signal)
      await refresh()
    }
  }
  return {
    start(): void {
      if (active) return
      const own = new AbortController()
      active = own
      run(own)
        .catch(() => undefined)
        .finally(() => {
          if (active === own) active = undefined
        })
    },
    /** Ends the wait at once, so that a process which is done may end too. */
    stop(): void {
      active?.abort()
      active = undefined
    },
  }
}
