import type { Clock } from '../../ports.ts'

/** Tells of changes, at most once in `quietMs`; what was held back is told with `flush`. */
export type Bell = { ring(): void; flush(): void }

export function createBell(clock: Clock, quietMs: number, tell: () => void): Bell {
  let toldAtMs = Number.NEGATIVE_INFINITY
  let held = false
  const flush = (): void => {
    if (!held) return
    held = false
    toldAtMs = clock.now()
    tell()
  }
  return {
    ring() {
      held = true
      if (clock.now() - toldAtMs >= quietMs) flush()
    },
    flush,
  }
}
