import { backoffMs, withJitter } from '../../../concurrency/backoff.ts'
import type { Clock, Random } from '../../../ports.ts'

/** `sequence`: the position in the queue, lower for entries queued earlier; 0: not in the queue. */
type Entry = {
  sampleId: string
  atMs: number
  sequence: number
  /** The number of polls since `soon` was last called. */
  attempts: number
  isInFlight: boolean
  isRescheduled: boolean
}

export type Schedule = {
  /** Schedules the sample before all others and restarts its waits at 2 s. */
  soon(sampleId: string): void
  /** Schedules the next poll after a wait that grows from 2 s to 60 s, and never before `minWaitMs`. */
  later(sampleId: string, minWaitMs?: number): void
  remove(sampleId: string): void
  /** Returns the sample that is due first, ignoring those in flight. */
  next(): { sampleId: string; atMs: number } | undefined
  /** Takes the sample out of the queue while its request is in flight. */
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
      // Adds up to 10% jitter, so that samples ordered together do not keep being polled together.
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

/** Creates a binary heap of the queued entries. A removed entry is skipped when it reaches the top. */
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
