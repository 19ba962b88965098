import { backoffMs, withJitter } from '../../../concurrency/backoff.ts'
import type { Clock, Random } from '../../../ports.ts'

/** `sequence`: the order of entries that are due at the same time. */
type Entry = {
  sampleId: string
  atMs: number
  sequence: number
  /** The number of polls since `soon` was last called. */
  attempts: number
  isInFlight: boolean
  isRescheduled: boolean
}

const waits = { initialMs: 2000, factor: 1.5, maxMs: 60_000 }
const immediateAtMs = 0

export function createSchedule({ clock, random }: { clock: Clock; random: Random }) {
  const entries = new Map<string, Entry>()
  /** The entries that are not in flight, in the order in which they are due. */
  const queue: Entry[] = []
  let lastSequence = 0

  const dequeue = (entry: Entry): void => {
    const at = positionIn(queue, entry)
    if (queue[at] === entry) queue.splice(at, 1)
  }
  const enqueueAt = (entry: Entry, atMs: number): void => {
    dequeue(entry)
    Object.assign(entry, { isInFlight: false, isRescheduled: false, atMs, sequence: ++lastSequence })
    queue.splice(positionIn(queue, entry), 0, entry)
  }

  return {
    /** Schedules the sample before all others and restarts its waits at 2 s. */
    soon(sampleId: string): void {
      const entry = entries.get(sampleId)
      if (!entry) {
        const flags = { isInFlight: false, isRescheduled: false }
        const added = { sampleId, atMs: immediateAtMs, sequence: 0, attempts: 0, ...flags }
        entries.set(sampleId, added)
        return enqueueAt(added, immediateAtMs)
      }
      entry.attempts = 0
      if (entry.isInFlight) entry.isRescheduled = true
      else if (entry.atMs !== immediateAtMs) enqueueAt(entry, immediateAtMs)
    },
    /** Schedules the next poll after a wait that grows from 2 s to 60 s, and never before `minWaitMs`. */
    later(sampleId: string, minWaitMs = 0): void {
      const entry = entries.get(sampleId)
      if (!entry) return
      // Adds up to 10% jitter, so that samples ordered together do not keep being polled together.
      const waitMs = withJitter(Math.max(minWaitMs, backoffMs(entry.attempts, waits)), [1, 1.1], random)
      enqueueAt(entry, entry.isRescheduled ? immediateAtMs : clock.now() + waitMs)
      entry.attempts += 1
    },
    remove(sampleId: string): void {
      const entry = entries.get(sampleId)
      if (entry) dequeue(entry)
      entries.delete(sampleId)
    },
    /** Returns the sample that is due first, ignoring those in flight. */
    next: (): { sampleId: string; atMs: number } | undefined => queue[0],
    /** Takes the sample out of the queue while its request is in flight. */
    markInFlight(sampleId: string): void {
      const entry = entries.get(sampleId)
      if (!entry) return
      dequeue(entry)
      entry.isInFlight = true
    },
  }
}

/** Returns the position in a sorted queue of the first entry that is not due before `entry`, by binary search. */
function positionIn(queue: readonly Entry[], entry: Entry): number {
  let [from, to] = [0, queue.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const other = queue[middle]
    const isBefore = other && (other.atMs - entry.atMs || other.sequence - entry.sequence) < 0
    if (isBefore) from = middle + 1
    else to = middle
  }
  return from
}
