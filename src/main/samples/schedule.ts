import type { Clock, Random } from '../ports.ts'

/** `turn`: its number among those that wait, lower for who came first; 0: it does not wait. */
type Entry = {
  sampleId: string
  atMs: number
  turn: number
  waitMs: number
  asking: boolean
  again: boolean
}

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
  const line = createLine()
  let turns = 0

  const waitUntil = (entry: Entry, atMs: number): void => {
    line.leave(entry)
    entry.asking = false
    entry.again = false
    entry.atMs = atMs
    entry.turn = ++turns
    line.join(entry)
  }

  return {
    soon(sampleId) {
      const entry = entries.get(sampleId)
      if (!entry) {
        const added = { sampleId, atMs: atOnce, turn: 0, waitMs: firstWaitMs, asking: false, again: false }
        entries.set(sampleId, added)
        return waitUntil(added, atOnce)
      }
      entry.waitMs = firstWaitMs
      if (entry.asking) entry.again = true
      else if (entry.atMs !== atOnce) waitUntil(entry, atOnce)
    },
    later(sampleId, leastMs = 0) {
      const entry = entries.get(sampleId)
      if (!entry) return
      // Up to a tenth later, so that samples ordered together are not asked for together for ever.
      const waitMs = Math.max(leastMs, entry.waitMs) * (1 + random.next() / 10)
      waitUntil(entry, entry.again ? atOnce : clock.now() + waitMs)
      entry.waitMs = Math.min(longestWaitMs, entry.waitMs * growth)
    },
    remove(sampleId) {
      const entry = entries.get(sampleId)
      if (entry) line.leave(entry)
      entries.delete(sampleId)
    },
    next: () => line.first(),
    take(sampleId) {
      const entry = entries.get(sampleId)
      if (!entry) return
      line.leave(entry)
      entry.asking = true
    },
  }
}

type Place = { entry: Entry; atMs: number; turn: number }

const isBefore = (a: Place, b: Place): boolean => (a.atMs - b.atMs || a.turn - b.turn) < 0

/** Those that wait, as a binary heap. One that leaves keeps its place until that is the first, and is passed over then. */
function createLine() {
  const heap: Place[] = []

  const rise = (place: Place): void => {
    let at = heap.length
    for (let above = (at - 1) >> 1; at > 0; above = (at - 1) >> 1) {
      const parent = heap[above]
      if (!parent || isBefore(parent, place)) break
      heap[at] = parent
      at = above
    }
    heap[at] = place
  }

  const dropFirst = (): void => {
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let at = 0
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const child = isRight ? right : left
      if (!child || isBefore(last, child)) break
      heap[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    heap[at] = last
  }

  return {
    first(): Entry | undefined {
      while (heap[0] && heap[0].turn !== heap[0].entry.turn) dropFirst()
      return heap[0]?.entry
    },
    join(entry: Entry): void {
      rise({ entry, atMs: entry.atMs, turn: entry.turn })
    },
    leave(entry: Entry): void {
      entry.turn = 0
    },
  }
}
