import type { QuotaState } from '../store/quotaBook.ts'
import { accountRules, leftByUs, type QuotaSetting } from './quotaPlaces.ts'

/** What the headers of an answer said of the limit; null where they did not. */
export type SeenLimit = {
  limit: number | null
  /** Named by a policy only. */
  windowMs: number | null
  remaining: number | null
  /** Until the service counts anew. */
  resetMs: number | null
}

/** Longer than this is taken for a mistake of the service. */
const longestResetMs = 3_600_000
const shortestWindowMs = 1_000
const longestWindowMs = 86_400_000
/** A limit that begins anew this soon may be one per second: taken for one per minute it would slow all work down. */
const longestSecondMs = 2_000

/**
 * Takes over what the headers say. Fewer places than we count ourselves means that somebody else uses the same
 * credential: the difference counts as taken until the service counts anew.
 */
export function learn(state: QuotaState, nowMs: number, setting: QuotaSetting, seen: SeenLimit): QuotaState {
  const next = { ...state, learned: readLimit(seen, nowMs) ?? state.learned }
  if (seen.remaining === null || !(seen.remaining >= 0)) return next
  const ours = Math.min(...accountRules(next, setting).map((rule) => leftByUs(rule, next, nowMs)))
  const count = Math.floor(ours - seen.remaining)
  const resetMs = Math.min(seen.resetMs ?? setting.windowMs, longestResetMs)
  return { ...next, foreign: count > 0 && resetMs > 0 ? { count, untilMs: nowMs + resetMs } : null }
}

function readLimit({ limit, windowMs, resetMs }: SeenLimit, nowMs: number): QuotaState['learned'] {
  if (limit === null || !Number.isFinite(limit) || limit < 1) return null
  const isWindow = windowMs !== null && windowMs >= shortestWindowMs && windowMs <= longestWindowMs
  if (!isWindow && resetMs !== null && resetMs <= longestSecondMs) return null
  return { limit: Math.floor(limit), windowMs: isWindow ? windowMs : null, seenAtMs: nowMs }
}
