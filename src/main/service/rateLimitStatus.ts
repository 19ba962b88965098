import type { QuotaStatus } from '../../shared/contract/state.ts'
import type { RateLimitState } from '../store/rateLimitStore.ts'
import {
  capacityReleases,
  effectiveRules,
  paddedWindowMs,
  type RateLimitRule,
  type RateLimitSettings,
  remainingCapacity,
  spacingUnit,
  strictestRule,
} from './rateLimitWindow.ts'
import { gapMs, nextSendAtMs } from './requestSpacing.ts'

/** What is shown of the quota, all processes together; `queued` are the calls that wait in this one. */
export function toQuotaStatus(
  state: RateLimitState,
  nowMs: number,
  settings: RateLimitSettings,
  queue: { queued: number; nextWaitMs: number },
): QuotaStatus {
  const rules = effectiveRules(state, settings)
  const { share = 100 } = settings
  const rule = strictestRule(rules)
  const left = remainingCapacity(rules, state, nowMs)
  return {
    limit: rule.limit,
    windowMs: rule.windowMs,
    ...(share < 100 && { share }),
    left,
    waitMs: Number.isFinite(queue.nextWaitMs) ? Math.ceil(queue.nextWaitMs) : 0,
    resetMs: resetMs(state, nowMs, rule),
    queued: queue.queued,
    etaMs: queue.queued === 0 ? null : etaMs(state, nowMs, rule, { left, queued: queue.queued }),
    paused: state.pace.pausedUntilMs > nowMs,
  }
}

/** ms until the whole limit is free again: one window at most, or until the moment that the service named. */
function resetMs(state: RateLimitState, nowMs: number, rule: RateLimitRule): number {
  const ownReleases = capacityReleases(rule, { ...state, foreign: null }, nowMs).map(([at]) => at - nowMs)
  // A place under way is free one window after an answer that has yet to come.
  if (state.underWay.length > 0) ownReleases.push(paddedWindowMs(rule))
  // The margin of some milliseconds is ours; told, it would make a window of 60 s look like one of 61.
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
  const untilOpenMs = Math.max(0, nextSendAtMs(state.pace) - nowMs)
  const spacedMs = untilOpenMs + gapMs(state.pace, spacingUnit([rule])) * (queued - 1)
  return Math.ceil(Math.max(spacedMs, capacityWaitMs(state, nowMs, rule, queued - left)))
}

/** ms until `needed` more places have come free; each comes free again one window after it was taken. */
function capacityWaitMs(state: RateLimitState, nowMs: number, rule: RateLimitRule, needed: number): number {
  if (needed <= 0) return 0
  const span = paddedWindowMs(rule)
  const windows = Math.floor((needed - 1) / rule.limit)
  let remaining = ((needed - 1) % rule.limit) + 1
  const inFlight: [number, number] = [nowMs + span, state.underWay.length]
  for (const [at, count] of [...capacityReleases(rule, state, nowMs), inFlight]) {
    remaining -= count
    if (remaining <= 0) return at - nowMs + windows * span
  }
  return (windows + 1) * span
}
