import type { QuotaStatus } from '../../shared/contract/state.ts'
import type { CallOptions, Clock } from '../ports.ts'
import { createMemoryRateLimitStore, type RateLimitStore } from '../store/rateLimitStore.ts'
import type { ObservedLimit } from './observedLimit.ts'
import { type RequestOutcome, recordRateLimited } from './rateLimitAdmission.ts'
import { createDispatcher, type RequestGrant } from './rateLimitDispatcher.ts'
import { createStateReplica } from './rateLimitReplica.ts'
import { toQuotaStatus } from './rateLimitStatus.ts'
import { createRefresher, createStatusNotifier } from './rateLimitUpdates.ts'
import type { RateLimitSettings } from './rateLimitWindow.ts'
import { createRequestQueue } from './requestQueue.ts'

/** What one request reports about itself while it holds its place in the quota. */
export type Slot = {
  /** The request surely never reached the service: it does not count. */
  markUnsent(): void
  /** The service answered 429; `retryAfterMs` is null when it did not say how long to wait. */
  markRateLimited(retryAfterMs: number | null): void
  /** What the answer's headers said of the limit; null where they did not. */
  reportLimit(observed: ObservedLimit): void
}

/** One scheduler for all requests that one credential sends, in this process and in others that share its book. */
export type RateLimiter = {
  /** Waits for a free place, then runs `runGranted`. Rejects with the signal's reason when aborted while waiting. */
  run<T>(
    priority: NonNullable<CallOptions['priority']>,
    signal: AbortSignal | undefined,
    work: (slot: Slot) => Promise<T>,
  ): Promise<T>
  /** As last seen; other processes' use may be some seconds old while nothing runs here. */
  status(): QuotaStatus
  /** Looks at what other processes used. */
  refresh(): Promise<void>
}

type RateLimiterOptions = {
  /** Requests allowed per `windowMs`, read anew for every request. */
  limit: number | (() => number)
  windowMs: number
  /** False while nobody chose the limit: a policy that the service names may then raise it. Default: true. */
  limitIsSet?: () => boolean
  /** Percent of every limit that is used here, read anew for every request. Default: all. */
  share?: () => number
  clock: Clock
  /** Default: in memory, for this quota alone. */
  store?: RateLimitStore
  changed: (status: QuotaStatus) => void
}

export async function createRateLimiter(options: RateLimiterOptions): Promise<RateLimiter> {
  const { limit, windowMs, limitIsSet, share, clock, store = createMemoryRateLimitStore(), changed } = options
  const settings = (): RateLimitSettings => ({
    limit: typeof limit === 'number' ? limit : limit(),
    windowMs,
    isSet: limitIsSet?.() ?? true,
    share: share?.() ?? 100,
  })
  const replica = createStateReplica({ store, clock, settings })
  await replica.refresh()
  const queue = createRequestQueue<RequestGrant>()
  const dispatcher = createDispatcher({ replica, queue, clock, settings, isShared: store.shared })
  const { pump } = dispatcher

  const isIdle = (): boolean => dispatcher.inFlight() === 0 && queue.size() === 0
  const status = (): QuotaStatus =>
    toQuotaStatus(replica.view(), clock.now(), settings(), {
      queued: queue.size(),
      nextWaitMs: dispatcher.waitFor('interactive'),
    })
  const notify = createStatusNotifier({ clock, status, isIdle, changed })
  const refresh = async (): Promise<void> => {
    await replica.refresh()
    notify()
    pump()
  }
  const refresher = createRefresher({ clock, isIdle, refresh })

  const runGranted = async <T>(
    { id, spacingStep }: RequestGrant,
    request: (slot: Slot) => Promise<T>,
  ): Promise<T> => {
    const outcome: RequestOutcome = { id, isCounted: true, isRateLimited: false, observed: null }
    let pendingRecord: Promise<unknown> | undefined
    try {
      notify()
      return await request({
        markUnsent: () => {
          outcome.isCounted = false
        },
        markRateLimited: (retryAfterMs) => {
          outcome.isRateLimited = true
          pendingRecord = replica.change((state, nowMs, current) => ({
            state: recordRateLimited(state, nowMs, current, { retryAfterMs, spacingStep }),
            result: null,
          }))
        },
        reportLimit: (observed) => {
          outcome.observed = observed
        },
      })
    } finally {
      await pendingRecord
      await dispatcher.release(outcome)
      pump()
      notify()
    }
  }

  const run: RateLimiter['run'] = async (priority, signal, request) => {
    const granted = queue.enqueue(priority, signal, pump)
    if (store.shared) refresher.start()
    try {
      return await runGranted(await granted, request)
    } finally {
      if (isIdle()) refresher.stop()
    }
  }

  return { run, status, refresh }
}
