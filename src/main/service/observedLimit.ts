import type { RateLimitState } from '../store/rateLimitStore.ts'
import { accountRules, type RateLimitSettings, remainingByOwnUse } from './rateLimitWindow.ts'

/** What the headers of an answer said of the limit; null where they did not. */
export type ObservedLimit = {
  limit: number | null
  /** Named by a policy only. */
  windowMs: number | null
  remaining: number | null
  /** Until the service counts anew. */
  resetMs: number | null
}

/** Longer than this is taken for a mistake of the service. */
const maxResetMs = 3_600_000
const minWindowMs = 1_000
const maxWindowMs = 86_400_000
/** A limit that begins anew this soon may be one per second: taken for one per minute it would slow all work down. */
const maxPerSecondResetMs = 2_000

/**
 * Takes over what the headers say. Fewer places than we count ourselves means that somebody else uses the same
 * credential: the difference counts as taken until the service counts anew.
 */
export function applyObservedLimit(
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
  const resetMs = Math.min(observed.resetMs ?? settings.windowMs, maxResetMs)
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
