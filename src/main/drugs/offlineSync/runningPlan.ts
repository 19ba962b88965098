import type { RequestLimit } from '../../../shared/domain/requests/requestTime.ts'
import { createThrottle } from '../../../shared/throttle.ts'
import { type Message, toEnglish } from '../../../shared/words/message.ts'
import type { Jobs } from '../../concurrency/jobs.ts'
import type { CallOptions, LeaseOwners, RemoteService } from '../../ports.ts'
import type { DrugDeps, DrugStore } from '../rows/drugStore.ts'
import type { Plan, Requirements } from './plans.ts'
import { HourlyLimitReached, type PauseReason } from './retrier.ts'
import type { Pass } from './store/listPass.ts'
import type { Counts, OfflineSyncStore, Slice } from './store/offlineSyncStore.ts'

/** A plan that this process works on, with the progress that needs no database read. */
export type RunningPlan = {
  jobId: string
  plan: Plan
  title: string | null
  pass: Pass | null
  counts: Counts
  /** Drugs of the job that are done. */
  done: number
  pauseReason: PauseReason | null
  /** Requests sent, and the time during which more could be sent. */
  requests: number
  activeMs(): number
  /** The number of skipped drugs. */
  failed: number
  /** A note for the user when the plan is done. */
  note: Message | null
  setPauseReason(reason: PauseReason | null): void
  /** Announces a change of the displayed state. */
  notifyChanged(): void
  /** Announces newly cached drugs. */
  notifyDrugsChanged(): void
  /** Sends the throttled events now. */
  flush(): void
}

const isSameReason = (one: PauseReason | null, other: PauseReason | null): boolean =>
  one && other ? toEnglish(one.message) === toEnglish(other.message) : one === other

const changedEveryMs = 200
const drugsEveryMs = 2000

export function createRunningPlan(
  { clock, emit }: OfflineSyncDeps,
  plan: Plan,
  title: string | null,
): RunningPlan {
  const planThrottle = createThrottle({ clock, intervalMs: changedEveryMs }, () =>
    emit('offlineSync.changed', { planId: plan.planId }),
  )
  const drugsThrottle = createThrottle({ clock, intervalMs: drugsEveryMs }, () => emit('drugs.changed', {}))
  const beganMs = clock.now()
  let pausedMs = 0
  let pausedSinceMs: number | null = null
  const live: RunningPlan = {
    jobId: '',
    plan,
    title,
    pass: null,
    counts: noCounts,
    done: 0,
    pauseReason: null,
    requests: 0,
    failed: 0,
    note: null,
    activeMs: () =>
      clock.now() - beganMs - pausedMs - (pausedSinceMs === null ? 0 : clock.now() - pausedSinceMs),
    setPauseReason(reason) {
      if (isSameReason(reason, live.pauseReason)) return
      if (pausedSinceMs !== null) pausedMs += clock.now() - pausedSinceMs
      pausedSinceMs = reason ? clock.now() : null
      live.pauseReason = reason
      planThrottle.trigger()
      // No other event may follow for a long time.
      if (reason) planThrottle.flush()
    },
    notifyChanged: planThrottle.trigger,
    notifyDrugsChanged: drugsThrottle.trigger,
    flush() {
      drugsThrottle.flush()
      planThrottle.flush()
    },
  }
  return live
}

/** Returns the options of each request of a plan: the lowest priority of the quota, within the user's hourly limit. */
export function toCallOptions(
  { syncStore, clock }: OfflineSyncDeps,
  live: RunningPlan,
  signal: AbortSignal,
): CallOptions {
  const claim = async () => {
    const waitMs = await syncStore.claim(clock.now(), live.plan.perHour)
    if (waitMs > 0) throw new HourlyLimitReached(waitMs)
    live.requests += 1
  }
  return { signal, priority: 'offlineSync', beforeSend: claim, beforeLookup: claim }
}

export const noCounts: Counts = { members: 0, listed: 0, detailed: 0, oldestFetchedAt: null }

/** Sums the counts of all members of a plan, slice by slice. */
export async function countAll(
  syncStore: Pick<OfflineSyncStore, 'counts'>,
  planId: string,
  requirements: Requirements,
): Promise<Counts> {
  let all = noCounts
  for (let after: string | null = ''; after !== null; ) {
    const slice: Slice<Counts> = await syncStore.counts(planId, requirements, after)
    all = sumOf(all, slice.found)
    after = slice.after
  }
  return all
}

const sumOf = (a: Counts, b: Counts): Counts => ({
  members: a.members + b.members,
  listed: a.listed + b.listed,
  detailed: a.detailed + b.detailed,
  oldestFetchedAt:
    [a.oldestFetchedAt, b.oldestFetchedAt].filter((time) => time !== null).toSorted()[0] ?? null,
})

export type OfflineSyncDeps = Pick<DrugDeps, 'journal' | 'clock' | 'random' | 'emit'> & {
  /** Returns the current rate limit; absent if unknown. */
  requestLimit?: () => RequestLimit
  store: Pick<DrugStore, 'cacheDrugs' | 'cachePathways'>
  /** In the same database as the store. */
  syncStore: OfflineSyncStore
  remote: Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways'>
  jobs: Jobs
  leaseOwners: LeaseOwners
  /** Returns a list of the user, null if it was removed. */
  findDrugList(listId: string): Promise<{ name: string; drugIds: readonly string[] } | null>
  /** If false, a job ends where only waiting for the network or service would help, instead of waiting. */
  retriesIndefinitely: boolean
}
