import type { RequestLimit } from '../../../shared/domain/requests/requestTime.ts'
import { type Message, toEnglish } from '../../../shared/messages/message.ts'
import { createThrottle } from '../../../shared/throttle.ts'
import type { JobProgress, Jobs } from '../../concurrency/jobs.ts'
import type { CallOptions, Clock, Database, Emit, LeaseOwners, Random, RemoteService } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { DrugStore } from '../rows/drugStore.ts'
import type { Plan, Requirements } from './plans.ts'
import { HourlyLimitReached, type PauseReason } from './retrier.ts'
import type { Pass } from './store/listPass.ts'
import type { Counts, Slice } from './store/members.ts'
import type { OfflineSyncStore } from './store/offlineSyncStore.ts'

/** A plan that this process works on, as far as it is known without asking the database. */
export type RunningPlan = {
  jobId: string
  plan: Plan
  title: string | null
  pass: Pass | null
  counts: Counts
  /** Drugs of the job that are done. */
  done: number
  pauseReason: PauseReason | null
  /** Requests that left, and how long nothing stood in the way of more. */
  requests: number
  activeMs(): number
  /** Drugs that were passed over. */
  failed: number
  /** What a person should know once it is done. */
  note: Message | null
  setPauseReason(reason: PauseReason | null): void
  /** Something changed that is shown. */
  notifyChanged(): void
  /** Drugs were cached. */
  notifyDrugsChanged(): void
  /** Tells what was held back. */
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
      // Nothing else may come for long.
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

/** Options of each request of a plan: the last in the quota, and none above what a person allows per hour. */
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

/** What is here already, by an earlier run or another process: it counts, but not for the rate of this one. */
export function reportDoneBefore(live: RunningPlan, requirements: Requirements, progress: JobProgress): void {
  const done = requirements.pathways ? live.counts.detailed : live.counts.listed
  progress.addDoneBefore(done - live.done)
  live.done = done
}

export const noCounts: Counts = { members: 0, listed: 0, detailed: 0, oldestFetchedAt: null }

/** The counts of all members of a plan, slice by slice. */
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

/** What making drugs available offline needs of the rest. */
export type OfflineSyncDeps = {
  /** The limit that requests wait for; absent if unknown. */
  requestLimit?: () => RequestLimit
  journal: Database<JournalSchema>
  store: Pick<DrugStore, 'cacheDrugs' | 'cachePathways'>
  /** In the same database as the store. */
  syncStore: OfflineSyncStore
  remote: Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways'>
  jobs: Jobs
  clock: Clock
  random: Random
  leaseOwners: LeaseOwners
  emit: Emit
  /** A person's list of drugs; null where it is gone. */
  findDrugList(listId: string): Promise<{ name: string; drugIds: readonly string[] } | null>
  /** False: a job ends where only waiting for a better network or service would help. Default: it waits. */
  retriesIndefinitely: boolean
}
