import type { Clock } from '../ports.ts'

/** Tells of changes, at most once in `intervalMs`; what was held back is told with `flush`. */
export type Throttle = { trigger(): void; flush(): void }

export function createThrottle(clock: Clock, intervalMs: number, callback: () => void): Throttle {
  let lastCallAtMs = Number.NEGATIVE_INFINITY
  let isPending = false
  const flush = (): void => {
    if (!isPending) return
    isPending = false
    lastCallAtMs = clock.now()
    callback()
  }
  return {
    trigger() {
      isPending = true
      if (clock.now() - lastCallAtMs >= intervalMs) flush()
    },
    flush,
  }
}
