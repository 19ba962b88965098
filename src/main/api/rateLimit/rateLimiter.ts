import { randomUUID } from 'node:crypto'
import type { QuotaStatus } from '../../../shared/contract/state.ts'
import { createThrottle } from '../../../shared/throttle.ts'
import type { CallOptions, Clock, LeaseOwners } from '../../ports.ts'
import {
  createMemoryRateLimitStore,
  type RateLimitState,
  type RateLimitStore,
} from '../../store/rateLimitStore.ts'
import { type RequestOutcome, recordRateLimited } from './admission.ts'
import { createDispatcher, type RequestGrant } from './dispatcher.ts'
import type { ObservedLimit } from './headers.ts'
import { createRequestQueue } from './queue.ts'
import { createStateReplica } from './stateReplica.ts'
import {
  capacityReleases,
  effectiveRules,
  gapMs,
  nextSendAtMs,
  paddedWindowMs,
  type RateLimitRule,
  type RateLimitSettings,
  remainingCapacity,
  spacingUnit,
  strictestRule,
} from './window.ts'

/** The callbacks for a request to report about itself while it is in flight. */
export type Slot = {
  /** Reports that the request certainly never reached the service, so it does not count. */
  markUnsent(): void
  /** Reports a 429. `retryAfterMs` is null if the service stated no wait. */
  markRateLimited(retryAfterMs: number | null): void
  /** Reports the limit stated in the response's headers. Null where they state none. */
  reportLimit(observed: ObservedLimit): void
}

/** The scheduler for all requests with one credential, in this process and in others that share its store. */
export type RateLimiter = {
  /** Waits until the limit allows one more request, then runs `work`. Rejects with the signal's reason. */
  run<T>(
    priority: NonNullable<CallOptions['priority']>,
    signal: AbortSignal | undefined,
    work: (slot: Slot) => Promise<T>,
  ): Promise<T>
  /** Returns the last known status. The use by other processes may be some seconds old while this one is idle. */
  status(): QuotaStatus
  /** Reads what other processes used. */
  refresh(): Promise<void>
}

type RateLimiterOptions = {
  /** The requests allowed per `windowMs`, read for every request. */
  limit: number | (() => number)
  windowMs: number
  /** Returns false if the user did not choose the limit. A policy of the service may then raise it. Default: true. */
  limitIsSet?: () => boolean
  /** Returns the percentage of every limit to use here, read for every request. Default: all. */
  share?: () => number
  clock: Clock
  /** Default: in memory, for this quota alone. */
  store?: RateLimitStore
  /** The processes that share the store. Default: none ever ends. */
  owners?: LeaseOwners
  changed: (status: QuotaStatus) => void
}

export async function createRateLimiter(options: RateLimiterOptions): Promise<RateLimiter> {
  const { limit, windowMs, limitIsSet, share, clock, store = createMemoryRateLimitStore(), changed } = options
  const { owners = { newOwner: randomUUID, hasEnded: () => false } } = options
  const settings = (): RateLimitSettings => ({
    limit: typeof limit === 'number' ? limit : limit(),
    windowMs,
    isSet: limitIsSet?.() ?? true,
    share: share?.() ?? 100,
  })
  const replica = createStateReplica({ store, clock, settings })
  await replica.refresh()
  const queue = createRequestQueue<RequestGrant>()
  const dispatcher = createDispatcher({ replica, queue, clock, settings, isShared: store.shared, owners })
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
    work: (slot: Slot) => Promise<T>,
  ): Promise<T> => {
    const outcome: RequestOutcome = { id, isCounted: true, isRateLimited: false, observed: null }
    let pendingRecord: Promise<unknown> | undefined
    try {
      notify()
      return await work({
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

/** Returns the displayed status of the quota for all processes. `queued` counts the waiting calls of this process. */
function toQuotaStatus(
  state: RateLimitState,
  nowMs: number,
  settings: RateLimitSettings,
  queue: { queued: number; nextWaitMs: number },
): QuotaStatus {
  const rules = effectiveRules(state, settings)
  const { share = 100 } = settings
  const rule = strictestRule(rules)
  const left = remainingCapacity(rules, state, nowMs)
  const gap = gapMs(state.spacing, spacingUnit(rules))
  return {
    limit: rule.limit,
    windowMs: rule.windowMs,
    ...(share < 100 && { share }),
    left,
    waitMs: Number.isFinite(queue.nextWaitMs) ? Math.ceil(queue.nextWaitMs) : 0,
    resetMs: resetMs(state, nowMs, rule),
    queued: queue.queued,
    etaMs: queue.queued === 0 ? null : etaMs(state, nowMs, rule, { left, queued: queue.queued }),
    paused: state.spacing.pausedUntilMs > nowMs,
    ...(gap > 0 && { gapMs: gap }),
  }
}

/** Returns the ms until the whole limit is free: at most one window, or until the time stated by the service. */
function resetMs(state: RateLimitState, nowMs: number, rule: RateLimitRule): number {
  const ownReleases = capacityReleases(rule, { ...state, foreign: null }, nowMs).map(([at]) => at - nowMs)
  // A request in flight counts until one window after its response, which is still to come.
  if (state.inFlight.length > 0) ownReleases.push(paddedWindowMs(rule))
  // The window margin is ours. Displayed, it would make a window of 60 s look like 61 s.
  const ownResetMs = Math.min(rule.windowMs, Math.max(0, ...ownReleases))
  return Math.ceil(Math.max(ownResetMs, (state.foreign?.untilMs ?? nowMs) - nowMs))
}

/** Returns the ms until the last waiting call has been sent, if no further calls arrive. */
function etaMs(
  state: RateLimitState,
  nowMs: number,
  rule: RateLimitRule,
  { left, queued }: { left: number; queued: number },
): number {
  const untilOpenMs = Math.max(0, nextSendAtMs(state.spacing) - nowMs)
  const spacedMs = untilOpenMs + gapMs(state.spacing, spacingUnit([rule])) * (queued - 1)
  return Math.ceil(Math.max(spacedMs, capacityWaitMs(state, nowMs, rule, queued - left)))
}

/** Returns the ms until `needed` more requests are allowed. Each frees its slot one window after its response. */
function capacityWaitMs(state: RateLimitState, nowMs: number, rule: RateLimitRule, needed: number): number {
  if (needed <= 0) return 0
  const span = paddedWindowMs(rule)
  const windows = Math.floor((needed - 1) / rule.limit)
  let remaining = ((needed - 1) % rule.limit) + 1
  const inFlight: [number, number] = [nowMs + span, state.inFlight.length]
  for (const [at, count] of [...capacityReleases(rule, state, nowMs), inFlight]) {
    remaining -= count
    if (remaining <= 0) return at - nowMs + windows * span
  }
  return (windows + 1) * span
}

/** The minimum time between notifications, except when the limit was just reached or all work has ended. */
const minNotifyIntervalMs = 200
/** The interval at which a busy quota reads what other processes did. */
const refreshIntervalMs = 2_000

type StatusNotifierDeps = {
  clock: Clock
  status: () => QuotaStatus
  isIdle: () => boolean
  changed: (status: QuotaStatus) => void
}

/** Notifies about the status of the quota, at a rate that a user can read. */
function createStatusNotifier({ clock, status, isIdle, changed }: StatusNotifierDeps): () => void {
  let notifiedLeft = Number.POSITIVE_INFINITY
  const throttle = createThrottle({ clock, intervalMs: minNotifyIntervalMs }, () => {
    const current = status()
    notifiedLeft = current.left
    changed(current)
  })
  return () => {
    throttle.trigger()
    if (isIdle() || (notifiedLeft > 0 && status().left === 0)) throttle.flush()
  }
}

type RefresherDeps = { clock: Clock; isIdle: () => boolean; refresh: () => Promise<void> }

/** Refreshes repeatedly while requests wait or are in flight. */
function createRefresher({ clock, isIdle, refresh }: RefresherDeps) {
  let active: AbortController | undefined
  const run = async ({ signal }: AbortController): Promise<void> => {
    while (!isIdle()) {
      await clock.sleep(refreshIntervalMs, signal)
      await refresh()
    }
  }
  return {
    start(): void {
      if (active) return
      const own = new AbortController()
      active = own
      run(own)
        .catch(() => undefined)
        .finally(() => {
          if (active === own) active = undefined
        })
    },
    /** Ends the wait immediately, so that a finished process can exit. */
    stop(): void {
      active?.abort()
      active = undefined
    },
  }
}
