import { backoffMs, withJitter } from '../../../concurrency/backoff.ts'
import type { Clock, Random } from '../../../ports.ts'

/** `sequence`: its number among those that wait, lower for who came first; 0: it does not wait. */
type Entry = {
  sampleId: string
  atMs: number
  sequence: number
  /** How many times it was polled since it was last scheduled for at once. */
  attempts: number
  isInFlight: boolean
  isRescheduled: boolean
}

/** When each sample is to be polled. */
export type Schedule = {
  /** At once, before all others, and then often again. */
  soon(sampleId: string): void
  /** After a wait that grows from 2 s to 60 s, and never sooner than `minWaitMs`. */
  later(sampleId: string, minWaitMs?: number): void
  remove(sampleId: string): void
  /** The one whose time comes first, of those that are not being requested. */
  next(): { sampleId: string; atMs: number } | undefined
  /** Its question is under way. */
  markInFlight(sampleId: string): void
}

const waits = { initialMs: 2000, factor: 1.5, maxMs: 60_000 }
const immediateAtMs = 0

export function createSchedule({ clock, random }: { clock: Clock; random: Random }): Schedule {
  const entries = new Map<string, Entry>()
  const queue = createPriorityQueue()
  let lastSequence = 0

  const enqueueAt = (entry: Entry, atMs: number): void => {
    queue.remove(entry)
    entry.isInFlight = false
    entry.isRescheduled = false
    entry.atMs = atMs
    entry.sequence = ++lastSequence
    queue.enqueue(entry)
  }

  return {
    soon(sampleId) {
      const entry = entries.get(sampleId)
      if (!entry) {
        const added = {
          sampleId,
          atMs: immediateAtMs,
          sequence: 0,
          attempts: 0,
          isInFlight: false,
          isRescheduled: false,
        }
        entries.set(sampleId, added)
        return enqueueAt(added, immediateAtMs)
      }
      entry.attempts = 0
      if (entry.isInFlight) entry.isRescheduled = true
      else if (entry.atMs !== immediateAtMs) enqueueAt(entry, immediateAtMs)
    },
    later(sampleId, minWaitMs = 0) {
      const entry = entries.get(sampleId)
      if (!entry) return
      // Up to a tenth later, so that samples ordered together are not requested together for ever.
      const waitMs = withJitter(Math.max(minWaitMs, backoffMs(entry.attempts, waits)), [1, 1.1], random)
      enqueueAt(entry, entry.isRescheduled ? immediateAtMs : clock.now() + waitMs)
      entry.attempts += 1
    },
    remove(sampleId) {
      const entry = entries.get(sampleId)
      if (entry) queue.remove(entry)
      entries.delete(sampleId)
    },
    next: () => queue.peek(),
    markInFlight(sampleId) {
      const entry = entries.get(sampleId)
      if (!entry) return
      queue.remove(entry)
      entry.isInFlight = true
    },
  }
}

type HeapEntry = { entry: Entry; atMs: number; sequence: number }

const isBefore = (a: HeapEntry, b: HeapEntry): boolean => (a.atMs - b.atMs || a.sequence - b.sequence) < 0

/** Those that wait, as a binary heap. One that leaves keeps its place until that is the first, and is passed over then. */
function createPriorityQueue() {
  const heap: HeapEntry[] = []

  const siftUp = (heapEntry: HeapEntry): void => {
    let at = heap.length
    for (let parentIndex = (at - 1) >> 1; at > 0; parentIndex = (at - 1) >> 1) {
      const parent = heap[parentIndex]
      if (!parent || isBefore(parent, heapEntry)) break
      heap[at] = parent
      at = parentIndex
    }
    heap[at] = heapEntry
  }

  const removeFirst = (): void => {
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
    peek(): Entry | undefined {
      while (heap[0] && heap[0].sequence !== heap[0].entry.sequence) removeFirst()
      return heap[0]?.entry
    },
    enqueue(entry: Entry): void {
      siftUp({ entry, atMs: entry.atMs, sequence: entry.sequence })
    },
    remove(entry: Entry): void {
      entry.sequence = 0
    },
  }
}
