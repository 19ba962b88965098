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

/** What one request reports about itself while it is under way. */
export type Slot = {
  /** The request surely never reached the service: it does not count. */
  markUnsent(): void
  /** The service answered 429; `retryAfterMs` is null when it did not say how long to wait. */
  markRateLimited(retryAfterMs: number | null): void
  /** What the answer's headers said of the limit; null where they did not. */
  reportLimit(observed: ObservedLimit): void
}

/** One scheduler for all requests that one credential sends, in this process and in others that share its store. */
export type RateLimiter = {
  /** Waits until the limit allows one more request, then does `work`. Rejects with the signal's reason when aborted while waiting. */
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
  /** Processes that share the store. Default: there are none that end. */
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

/** What is shown of the quota, all processes together; `queued` are the calls that wait in this one. */
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

/** ms until the whole limit is free again: one window at most, or until the moment that the service named. */
function resetMs(state: RateLimitState, nowMs: number, rule: RateLimitRule): number {
  const ownReleases = capacityReleases(rule, { ...state, foreign: null }, nowMs).map(([at]) => at - nowMs)
  // A request under way counts until one window after its answer, which has yet to come.
  if (state.inFlight.length > 0) ownReleases.push(paddedWindowMs(rule))
  // The margin of some milliseconds is ours; shown, it would make a window of 60 s look like one of 61.
  const ownResetMs = Math.min(rule.windowMs, Math.max(0, ...ownReleases))
  return Math.ceil(Math.max(ownResetMs, (state.foreign?.untilMs ?? nowMs) - nowMs))
}

/** ms until the last of those who wait now has left, if nobody else comes. */
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

/** ms until `needed` more requests are allowed; each frees its capacity one window after it was sent. */
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

/** At most one `changed` in this time, unless the limit was just reached or all work has ended. */
const minNotifyIntervalMs = 200
/** How often a quota that waits or works looks at what other processes did. */
const refreshIntervalMs = 2_000

type StatusNotifierDeps = {
  clock: Clock
  status: () => QuotaStatus
  isIdle: () => boolean
  changed: (status: QuotaStatus) => void
}

/** Reports the state of the quota, as often as a person can read it. */
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

/** Looks again and again while something waits or is under way. */
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
    /** Ends the wait at once, so that a process which is done may end too. */
    stop(): void {
      active?.abort()
      active = undefined
    },
  }
}
