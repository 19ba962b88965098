import type { Clock, Random } from '../ports.ts'

type Entry = { sampleId: string; atMs: number; waitMs: number; asking: boolean; again: boolean }

/** When each sample is to be asked for. */
export type Schedule = {
  /** At once, before all others, and then often again. */
  soon(sampleId: string): void
  /** After a wait that grows from 2 s to 60 s, and never sooner than `leastMs`. */
  later(sampleId: string, leastMs?: number): void
  remove(sampleId: string): void
  /** The one whose time comes first, of those that are not being asked for. */
  next(): { sampleId: string; atMs: number } | undefined
  /** Its question is under way. */
  take(sampleId: string): void
}

const firstWaitMs = 2000
const longestWaitMs = 60_000
const growth = 1.5
const atOnce = 0

export function createSchedule({ clock, random }: { clock: Clock; random: Random }): Schedule {
  const entries = new Map<string, Entry>()
  return {
    soon(sampleId) {
      const asking = entries.get(sampleId)?.asking ?? false
      entries.set(sampleId, { sampleId, atMs: atOnce, waitMs: firstWaitMs, asking, again: asking })
    },
    later(sampleId, leastMs = 0) {
      const entry = entries.get(sampleId)
      if (!entry) return
      // Up to a tenth later, so that samples ordered together are not asked for together for ever.
      const waitMs = Math.max(leastMs, entry.waitMs) * (1 + random.next() / 10)
      entry.asking = false
      entry.atMs = entry.again ? atOnce : clock.now() + waitMs
      entry.again = false
      entry.waitMs = Math.min(longestWaitMs, entry.waitMs * growth)
    },
    remove: (sampleId) => void entries.delete(sampleId),
    next() {
      let first: Entry | undefined
      for (const entry of entries.values())
        if (!entry.asking && (!first || entry.atMs < first.atMs)) first = entry
      return first
    },
    take(sampleId) {
      const entry = entries.get(sampleId)
      if (entry) entry.asking = true
    },
  }
}
