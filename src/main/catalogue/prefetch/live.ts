import type { JobProgress } from '../../jobs/jobs.ts'
import type { CallOptions } from '../../ports.ts'
import { createBell } from './bell.ts'
import { noCounts } from './countAll.ts'
import type { Pass } from './listBook.ts'
import type { Counts } from './members.ts'
import type { PrefetchParts } from './parts.ts'
import { type Hold, HourIsFull } from './patience.ts'
import type { Plan } from './plans.ts'
import type { Wanted } from './wanted.ts'

/** A plan that this process works on, as far as it is known without asking the database. */
export type Live = {
  jobId: string
  plan: Plan
  title: string | null
  pass: Pass | null
  counts: Counts
  /** Drugs of the job that are done. */
  done: number
  hold: Hold | null
  /** Requests that left, and how long nothing stood in the way of more. */
  requests: number
  activeMs(): number
  /** Drugs that were passed over. */
  failed: number
  /** What a person should know once it is done. */
  note: string | null
  setHold(hold: Hold | null): void
  /** Something changed that is shown. */
  changed(): void
  /** Drugs were kept. */
  kept(): void
  /** Tells what was held back. */
  flush(): void
}

const changedEveryMs = 200
const drugsEveryMs = 2000

export function createLive({ clock, emit }: PrefetchParts, plan: Plan, title: string | null): Live {
  const changed = createBell(clock, changedEveryMs, () => emit('prefetch.changed', { planId: plan.planId }))
  const kept = createBell(clock, drugsEveryMs, () => emit('drugs.changed', {}))
  const beganMs = clock.now()
  let heldMs = 0
  let heldSinceMs: number | null = null
  const live: Live = {
    jobId: '',
    plan,
    title,
    pass: null,
    counts: noCounts,
    done: 0,
    hold: null,
    requests: 0,
    failed: 0,
    note: null,
    activeMs: () => clock.now() - beganMs - heldMs - (heldSinceMs === null ? 0 : clock.now() - heldSinceMs),
    setHold(hold) {
      if (hold?.message === live.hold?.message) return
      if (heldSinceMs !== null) heldMs += clock.now() - heldSinceMs
      heldSinceMs = hold ? clock.now() : null
      live.hold = hold
      changed.ring()
      // Nothing else may come for long.
      if (hold) changed.flush()
    },
    changed: changed.ring,
    kept: kept.ring,
    flush() {
      kept.flush()
      changed.flush()
    },
  }
  return live
}

/** Options of each request of a plan: the last in the quota, and none above what a person allows per hour. */
export function toCallOptions({ book, clock }: PrefetchParts, live: Live, signal: AbortSignal): CallOptions {
  const claim = async () => {
    const waitMs = await book.claim(clock.now(), live.plan.perHour)
    if (waitMs > 0) throw new HourIsFull(waitMs)
    live.requests += 1
  }
  return { signal, priority: 'prefetch', onLeave: claim, onLookup: claim }
}

/** What is here already, by an earlier run or another process: it counts, but not for the rate of this one. */
export function tellDoneBefore(live: Live, wanted: Wanted, progress: JobProgress): void {
  const done = wanted.pathways ? live.counts.detailed : live.counts.listed
  progress.before(done - live.done)
  live.done = done
}
