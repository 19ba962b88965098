import type { QuotaStatus } from '../../shared/contract/state.ts'
import type { QuotaState } from '../store/quotaBook.ts'
import { gapMs, opensAtMs } from './pace.ts'
import {
  freeings,
  leftOf,
  paceUnit,
  type QuotaSetting,
  type Rule,
  rulesOf,
  spanMs,
  tightest,
} from './quotaPlaces.ts'

/** What is shown of the quota, all processes together; `queued` are the calls that wait in this one. */
export function toQuotaStatus(
  state: QuotaState,
  nowMs: number,
  setting: QuotaSetting,
  line: { queued: number; nextWaitMs: number },
): QuotaStatus {
  const rules = rulesOf(state, setting)
  const { share = 100 } = setting
  const rule = tightest(rules)
  const left = leftOf(rules, state, nowMs)
  return {
    limit: rule.limit,
    windowMs: rule.windowMs,
    ...(share < 100 && { share }),
    left,
    waitMs: Number.isFinite(line.nextWaitMs) ? Math.ceil(line.nextWaitMs) : 0,
    resetMs: resetMs(state, nowMs, rule),
    queued: line.queued,
    etaMs: line.queued === 0 ? null : etaMs(state, nowMs, rule, { left, queued: line.queued }),
    paused: state.pace.pausedUntilMs > nowMs,
  }
}

/** ms until the whole limit is free again: one window at most, or until the moment that the service named. */
function resetMs(state: QuotaState, nowMs: number, rule: Rule): number {
  const ours = freeings(rule, { ...state, foreign: null }, nowMs).map(([at]) => at - nowMs)
  // A place under way is free one window after an answer that has yet to come.
  if (state.underWay.length > 0) ours.push(spanMs(rule))
  // The margin of some milliseconds is ours; told, it would make a window of 60 s look like one of 61.
  const oursMs = Math.min(rule.windowMs, Math.max(0, ...ours))
  return Math.ceil(Math.max(oursMs, (state.foreign?.untilMs ?? nowMs) - nowMs))
}

/** ms until the last of those who wait now has left, if nobody else comes. */
function etaMs(
  state: QuotaState,
  nowMs: number,
  rule: Rule,
  { left, queued }: { left: number; queued: number },
): number {
  const opensMs = Math.max(0, opensAtMs(state.pace) - nowMs)
  const pacedMs = opensMs + gapMs(state.pace, paceUnit([rule])) * (queued - 1)
  return Math.ceil(Math.max(pacedMs, placesMs(state, nowMs, rule, queued - left)))
}

/** ms until `short` more places have come free; each comes free again one window after it was taken. */
function placesMs(state: QuotaState, nowMs: number, rule: Rule, short: number): number {
  if (short <= 0) return 0
  const span = spanMs(rule)
  const windows = Math.floor((short - 1) / rule.limit)
  let rest = ((short - 1) % rule.limit) + 1
  const underWay: [number, number] = [nowMs + span, state.underWay.length]
  for (const [at, count] of [...freeings(rule, state, nowMs), underWay]) {
    rest -= count
    if (rest <= 0) return at - nowMs + windows * span
  }
  return (windows + 1) * span
}
