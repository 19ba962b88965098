import type { RateLimitState } from '../../store/rateLimitStore.ts'
import type { ObservedLimit } from './headers.ts'
import type { Priority } from './queue.ts'
import {
  accountRules,
  capacityAtMs,
  effectiveRules,
  maxBackgroundInFlight,
  nextSendAtMs,
  type RateLimitRule,
  type RateLimitSettings,
  recordResponse,
  remainingByOwnUse,
  spacingAfter429,
  spacingAfterResponse,
  spacingAfterSend,
  spacingUnit,
  strictestRule,
} from './window.ts'

/** The caller that requests admission, among the processes that share the state. */
export type Asker = {
  /** Null if none of the known requests are its own. */
  owner: string | null
  priority: Priority
  /** Returns true if the process of this owner has certainly ended. */
  hasEnded(owner: string): boolean
}

/** A request for admission. `calls` is the number of interactive calls that wait in this process. */
export type AdmissionRequest = Asker & { id: string; owner: string; calls: number }

export type Admission = { admitted: true; spacingStep: number } | { admitted: false; waitMs: number }

/** The outcome of a request. `spacingStep` comes from its admission. */
export type RequestOutcome = {
  id: string
  /** False if the request certainly never reached the service. */
  isCounted: boolean
  isRateLimited: boolean
  observed: ObservedLimit | null
}

type StateEdit<T> = { state: RateLimitState; result: T }

/** The share reserved for interactive calls after recent ones, so that a batch cannot lock the user out. */
const minReserveShare = 0.05
const maxReserveShare = 0.3
/** The share reserved from background work without recent calls, so that a returning user gets immediate responses. */
const backgroundReserveShare = 0.1
const backgroundPriorities: ReadonlySet<Priority> = new Set(['polling', 'offlineSync'])
const reserveMemoryWindows = 5
const maxInteractiveInFlight = 10
/** A request of another process counts as in flight for this long. The process may have died on another computer. */
const assumedAliveMs = 5_000
/** The time that the mark of a waiting call outlasts its expected start. */
const markGraceMs = 1_000
/** The delay that lets an interactive call in another process go first. */
const yieldMs = 100

/** Returns the ms until a call may be sent. Infinite if that depends on the end of another call. */
export function waitMs(
  state: RateLimitState,
  nowMs: number,
  settings: RateLimitSettings,
  { owner, priority, hasEnded }: Asker,
): number {
  const rules = effectiveRules(state, settings)
  const isInteractive = priority === 'interactive'
  const inFlight = state.inFlight.filter(
    (one) => one.owner === owner || (nowMs - one.sinceMs < assumedAliveMs && !hasEnded(one.owner)),
  )
  const maxInFlight = isInteractive
    ? maxInteractiveInFlight
    : maxBackgroundInFlight(state.spacing, strictestRule(rules).limit)
  if (inFlight.length >= maxInFlight) return Number.POSITIVE_INFINITY
  const waitingElsewhere = isInteractive
    ? 0
    : state.waiting.reduce(
        (sum, mark) => (mark.owner === owner || hasEnded(mark.owner) ? sum : sum + mark.count),
        0,
      )
  const freeAt = rules.map((rule) => {
    const reserved = isInteractive ? 0 : reserve(rule, state, nowMs, priority)
    return capacityAtMs(rule, state, nowMs, Math.min(rule.limit, 1 + reserved + waitingElsewhere))
  })
  const opensAt = nextSendAtMs(state.spacing) + (waitingElsewhere > 0 ? yieldMs : 0)
  return Math.max(0, opensAt - nowMs, ...freeAt.map((at) => at - nowMs))
}

/** Returns the slots reserved for the user: the calls in the busiest recent window minus those in the current one. */
function reserve(
  { limit, windowMs }: RateLimitRule,
  { calls }: RateLimitState,
  nowMs: number,
  priority: Priority,
): number {
  const backgroundReserve = backgroundPriorities.has(priority)
    ? Math.floor(limit * backgroundReserveShare)
    : 0
  const recentCalls = calls.filter(([start]) => nowMs - start < reserveMemoryWindows * windowMs)
  if (recentCalls.length === 0) return backgroundReserve
  const minReserve = limit < 4 ? 0 : Math.max(1, Math.floor(limit * minReserveShare))
  const busiest = Math.max(...recentCalls.map(([, count]) => count))
  const usedNow = recentCalls.reduce(
    (sum, [start, count]) => (nowMs - start < windowMs ? sum + count : sum),
    0,
  )
  return Math.max(
    minReserve,
    backgroundReserve,
    Math.min(Math.floor(limit * maxReserveShare), busiest - usedNow),
  )
}

/** Admits a request, or records that an interactive one waits. */
export function admit(
  state: RateLimitState,
  nowMs: number,
  settings: RateLimitSettings,
  request: AdmissionRequest,
): StateEdit<Admission> {
  const { id, owner, priority, calls } = request
  const ms = waitMs(state, nowMs, settings, request)
  const isInteractive = priority === 'interactive'
  const others = state.waiting.filter((mark) => mark.owner !== owner)
  if (ms > 0) {
    const untilMs = nowMs + Math.min(ms, settings.windowMs) + markGraceMs
    const waiting = isInteractive ? [...others, { owner, count: calls, untilMs }] : state.waiting
    return { state: { ...state, waiting }, result: { admitted: false, waitMs: ms } }
  }
  const unit = spacingUnit(effectiveRules(state, settings))
  const stillWaiting = isInteractive ? calls - 1 : calls
  const mark = state.waiting.find((one) => one.owner === owner)
  const next: RateLimitState = {
    ...state,
    inFlight: [...state.inFlight, { id, owner, sinceMs: nowMs }],
    spacing: spacingAfterSend(state.spacing, nowMs, unit, isInteractive),
    calls: isInteractive ? recordCall(state.calls, nowMs, settings.windowMs) : state.calls,
    waiting: mark && stillWaiting > 0 ? [...others, { ...mark, count: stillWaiting }] : others,
  }
  return { state: next, result: { admitted: true, spacingStep: next.spacing.step } }
}

function recordCall(
  calls: RateLimitState['calls'],
  nowMs: number,
  windowMs: number,
): RateLimitState['calls'] {
  const recentCalls = calls.filter(([start]) => nowMs - start < reserveMemoryWindows * windowMs)
  const last = recentCalls.at(-1)
  return last && nowMs - last[0] < windowMs
    ? [...recentCalls.slice(0, -1), [last[0], last[1] + 1]]
    : [...recentCalls, [nowMs, 1]]
}

export const clearWaiting = (state: RateLimitState, owner: string): RateLimitState =>
  state.waiting.some((mark) => mark.owner === owner)
    ? { ...state, waiting: state.waiting.filter((mark) => mark.owner !== owner) }
    : state

/** Records the end of a request. Its slot is free, or used for one window from now. */
export function completeRequest(
  state: RateLimitState,
  nowMs: number,
  settings: RateLimitSettings,
  { id, isCounted, isRateLimited, observed }: RequestOutcome,
): RateLimitState {
  const withoutRequest = { ...state, inFlight: state.inFlight.filter((request) => request.id !== id) }
  if (!isCounted) return withoutRequest
  const recorded = recordResponse(withoutRequest, nowMs, effectiveRules(state, settings))
  const learned = observed ? applyObservedLimit(recorded, nowMs, settings, observed) : recorded
  if (isRateLimited) return learned
  return {
    ...learned,
    spacing: spacingAfterResponse(learned.spacing, nowMs, spacingUnit(effectiveRules(learned, settings))),
  }
}

/** Records a 429 before its request ends, so that no other request is sent in between. */
export const recordRateLimited = (
  state: RateLimitState,
  nowMs: number,
  settings: RateLimitSettings,
  event: { retryAfterMs: number | null; spacingStep: number },
): RateLimitState => ({
  ...state,
  spacing: spacingAfter429(state.spacing, nowMs, spacingUnit(effectiveRules(state, settings)), event),
})

const minWindowMs = 1_000
const maxWindowMs = 86_400_000
/** The shortest reset to trust without a window. A shorter one may belong to a limit per second. */
const maxPerSecondResetMs = 2_000

/**
 * Applies the limit in the headers. If the service reports fewer remaining requests than our own count, other clients
 * use the same credential: the difference counts as used until the service resets its count.
 */
function applyObservedLimit(
  state: RateLimitState,
  nowMs: number,
  settings: RateLimitSettings,
  observed: ObservedLimit,
): RateLimitState {
  const next = { ...state, learned: toLearnedLimit(observed, nowMs) ?? state.learned }
  if (observed.remaining === null || !(observed.remaining >= 0)) return next
  const ownRemaining = Math.min(
    ...accountRules(next, settings).map((rule) => remainingByOwnUse(rule, next, nowMs)),
  )
  const count = Math.floor(ownRemaining - observed.remaining)
  const resetMs = observed.resetMs ?? settings.windowMs
  return { ...next, foreign: count > 0 && resetMs > 0 ? { count, untilMs: nowMs + resetMs } : null }
}

function toLearnedLimit(
  { limit, windowMs, resetMs }: ObservedLimit,
  nowMs: number,
): RateLimitState['learned'] {
  if (limit === null || !Number.isFinite(limit) || limit < 1) return null
  const isWindow = windowMs !== null && windowMs >= minWindowMs && windowMs <= maxWindowMs
  if (!isWindow && resetMs !== null && resetMs <= maxPerSecondResetMs) return null
  return { limit: Math.floor(limit), windowMs: isWindow ? windowMs : null, seenAtMs: nowMs }
}
