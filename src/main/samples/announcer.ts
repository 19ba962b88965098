import type { Clock, Emit } from '../ports.ts'

/** Tells pages that the register changed, at most four times a second; what was held back leaves with `flush`. */
export type Announcer = { changed(): void; flush(): void }

const quietMs = 250

export function createAnnouncer({ clock, emit }: { clock: Clock; emit: Emit }, batchId: string | null) {
  let toldAtMs = Number.NEGATIVE_INFINITY
  let held = false
  const tell = (): void => {
    toldAtMs = clock.now()
    held = false
    emit('samples.changed', { batchId })
  }
  const announcer: Announcer = {
    changed() {
      held = true
      if (clock.now() - toldAtMs >= quietMs) tell()
    },
    flush() {
      if (held) tell()
    },
  }
  return announcer
}
