import type { RateLimitState } from '../../store/rateLimitStore.ts'

/** What the person or the documentation says of the limit. */
export type RateLimitSettings = {
  limit: number
  windowMs: number
  /** A person chose the limit: the service's headers may lower it, never raise it. */
  isSet: boolean
  /** Percent of every limit that this installation uses; left out: all of it. */
  share?: number
}

/** At most `limit` requests in any `windowMs`; `isOwnShare`: of this installation's own, whatever others use. */
export type RateLimitRule = { limit: number; windowMs: number; isOwnShare?: true }

/** Added to the window, for timers and clocks that do not agree to the millisecond. */
const windowMarginMs = 20
/** No request is under way longer: its process has died, and the service may have counted it up to then. */
const maxInFlightMs = 30_000
/** Above this limit receipts are counted in steps of a 500th of the window, so that the state stays small. */
const maxExactLimit = 1000
const stepsPerWindow = 500
/** A limit that the service has not reported for this long may be another one by now: a plan changes. */
const learnedLimitTtlMs = 86_400_000

/*
 * The service counts a request before it answers, so its capacity is surely free again one window after the *receipt*
 * of the answer; counting from the sending would overrun a sliding window by the network's jitter
 * (docs on service conventions, "rate-limit headers").
 */

/** How long a response counts against the limit. */
export const paddedWindowMs = ({ windowMs }: { windowMs: number }): number => windowMs + windowMarginMs

/** The rules that hold now: those of the account, and beside each, where only a share is to be used, that of the share. */
export function effectiveRules(
  state: RateLimitState,
  settings: RateLimitSettings,
): [RateLimitRule, ...RateLimitRule[]] {
  const rules = accountRules(state, settings)
  const share = Math.min(100, settings.share ?? 100) / 100
  if (!(share < 1)) return rules
  const shareRules = rules.map(
    ({ limit, windowMs }): RateLimitRule => ({
      limit: Math.max(1, Math.floor(limit * share)),
      windowMs,
      isOwnShare: true,
    }),
  )
  return [...rules, ...shareRules]
}

/** The rules for all who use the account: one, or two where a policy of the service stands beside a person's own limit. */
export function accountRules(
  { learned }: RateLimitState,
  settings: RateLimitSettings,
): [RateLimitRule, ...RateLimitRule[]] {
  const own = { limit: Math.max(1, Math.floor(settings.limit)), windowMs: settings.windowMs }
  if (!learned) return [own]
  const { limit, windowMs } = learned
  if (windowMs === null) return [{ ...own, limit: Math.min(own.limit, limit) }]
  const policy = { limit, windowMs }
  return settings.isSet ? [own, policy] : [policy]
}

/** The rule that allows the least in the long run. */
export const strictestRule = (rules: readonly [RateLimitRule, ...RateLimitRule[]]): RateLimitRule =>
  rules.reduce((a, b) => (b.limit / b.windowMs < a.limit / a.windowMs ? b : a))

export const spacingUnit = (rules: readonly [RateLimitRule, ...RateLimitRule[]]): SpacingUnit => {
  const { limit, windowMs } = strictestRule(rules)
  return { unitMs: windowMs / limit, windowMs }
}

/** Places that our own requests leave free for one rule; below zero after the limit was lowered. */
export function remainingByOwnUse(rule: RateLimitRule, state: RateLimitState, nowMs: number): number {
  const span = paddedWindowMs(rule)
  const received = state.received.reduce((sum, [at, count]) => (at > nowMs - span ? sum + count : sum), 0)
  const inFlight = state.inFlight.filter(({ sinceMs }) => sinceMs + maxInFlightMs + span > nowMs).length
  return rule.limit - received - inFlight
}

const remainingFor = (rule: RateLimitRule, state: RateLimitState, nowMs: number): number =>
  remainingByOwnUse(rule, state, nowMs) - (rule.isOwnShare ? 0 : (state.foreign?.count ?? 0))

export const remainingCapacity = (
  rules: readonly RateLimitRule[],
  state: RateLimitState,
  nowMs: number,
): number => Math.max(0, Math.min(...rules.map((rule) => remainingFor(rule, state, nowMs))))

/** When capacity becomes free, soonest first, as far as that is known: requests under way free theirs once answered. */
export function capacityReleases(
  rule: RateLimitRule,
  state: RateLimitState,
  nowMs: number,
): [atMs: number, count: number][] {
  const span = paddedWindowMs(rule)
  const received = state.received
    .filter(([at]) => at > nowMs - span)
    .map(([at, count]): [number, number] => [at + span, count])
  const expired = state.inFlight
    .filter(({ sinceMs }) => sinceMs + maxInFlightMs < nowMs)
    .map(({ sinceMs }): [number, number] => [sinceMs + maxInFlightMs + span, 1])
  const others: [number, number][] =
    state.foreign && !rule.isOwnShare ? [[state.foreign.untilMs, state.foreign.count]] : []
  return [...received, ...expired, ...others].toSorted((a, b) => a[0] - b[0])
}

/** When the rule allows `count` more requests, ms since 1970; infinite when only an answer can tell. */
export function capacityAtMs(
  rule: RateLimitRule,
  state: RateLimitState,
  nowMs: number,
  count: number,
): number {
  let needed = count - remainingFor(rule, state, nowMs)
  if (needed <= 0) return nowMs
  for (const [at, released] of capacityReleases(rule, state, nowMs)) {
    needed -= released
    if (needed <= 0) return at
  }
  return Number.POSITIVE_INFINITY
}

/** The state with one more receipt. */
export function recordResponse(
  state: RateLimitState,
  nowMs: number,
  rules: readonly RateLimitRule[],
): RateLimitState {
  const stepMs = Math.max(
    ...rules.map(({ limit, windowMs }) => (limit > maxExactLimit ? windowMs / stepsPerWindow : 0)),
  )
  // Rounded up: a receipt counted late costs a moment, one counted early costs a 429.
  const at = stepMs > 0 ? Math.ceil(nowMs / stepMs) * stepMs : nowMs
  const last = state.received.at(-1)
  const received: RateLimitState['received'] =
    last && last[0] >= at
      ? [...state.received.slice(0, -1), [last[0], last[1] + 1]]
      : [...state.received, [at, 1]]
  return { ...state, received }
}

/**
 * The state as it stands at `nowMs`: what no rule looks at any more is gone. When the clock was set back, all times
 * move with it: receipts keep their age and a pause its length, so that nobody waits for the old time to come again.
 */
export function pruneState(
  state: RateLimitState,
  nowMs: number,
  rules: readonly RateLimitRule[],
): RateLimitState {
  const shifted = nowMs < state.atMs ? shiftState(state, nowMs - state.atMs) : state
  const maxWindowMs = Math.max(...rules.map(paddedWindowMs))
  return {
    ...shifted,
    atMs: nowMs,
    received: shifted.received.filter(([at]) => at > nowMs - maxWindowMs),
    inFlight: shifted.inFlight.filter(({ sinceMs }) => sinceMs + maxInFlightMs + maxWindowMs > nowMs),
    foreign: shifted.foreign && shifted.foreign.untilMs > nowMs ? shifted.foreign : null,
    learned: shifted.learned && nowMs - shifted.learned.seenAtMs < learnedLimitTtlMs ? shifted.learned : null,
    waiting: shifted.waiting.filter(({ untilMs }) => untilMs > nowMs),
  }
}

/** The same state by a clock that shows `ms` more. */
export function shiftState(state: RateLimitState, ms: number): RateLimitState {
  const { spacing, foreign, learned } = state
  return {
    ...state,
    atMs: state.atMs + ms,
    received: state.received.map(([at, count]) => [at + ms, count]),
    inFlight: state.inFlight.map((request) => ({ ...request, sinceMs: request.sinceMs + ms })),
    foreign: foreign && { ...foreign, untilMs: foreign.untilMs + ms },
    learned: learned && { ...learned, seenAtMs: learned.seenAtMs + ms },
    spacing: {
      ...spacing,
      openAtMs: spacing.openAtMs + ms,
      pausedUntilMs: spacing.pausedUntilMs + ms,
      refusedAtMs: spacing.refusedAtMs + ms,
    },
    calls: state.calls.map(([at, count]) => [at + ms, count]),
    waiting: state.waiting.map((waitingProcess) => ({
      ...waitingProcess,
      untilMs: waitingProcess.untilMs + ms,
    })),
  }
}

export type Spacing = RateLimitState['spacing']

/** How many answers come one at a time at first, so that an undeclared small burst limit costs a single 429. */
const probingResponses = 12
/** After as many a small burst limit would have shown. */
const provenResponses = 45
/** From this limit on, waiting for the network and not the quota is what takes time. */
const highLimit = 1000
/** The gap between requests after each unexplained refusal, as a multiple of window ÷ limit. */
const gapFactors = [1.002, 1.0102, 1.02, 1.05, 1.1, 1.2, 1.5, 2]
/** Steps whose gap costs next to nothing: they stay, since to lose them is to be refused again. */
const narrowSteps = 2
/** Windows without a refusal after which a wider gap narrows by a step. */
const windowsToNarrow = 10
/** Windows at a narrow gap after which bursts are tried again, one request at a time at first. */
const windowsToReset = 60
const basePauseMs = 1000
const pauseGrowth = 4
/** Gaps that a person's call may make up for after a quiet time, while the gap is narrow. */
const interactiveCredit = 3

/** Window ÷ limit, and the window itself: what the gap between requests is measured by, ms. */
type SpacingUnit = { unitMs: number; windowMs: number }

/*
 * What the count of requests cannot know: pauses the service requested, and limits it did not announce. After a 429
 * requests are spaced by window ÷ limit, since the service's way of counting is evidently another one.
 */

/** 0: requests need no spacing. */
export const gapMs = (spacing: Spacing, { unitMs }: SpacingUnit): number =>
  spacing.step === 0 ? 0 : unitMs * (gapFactors[Math.min(spacing.step, gapFactors.length) - 1] ?? 1)

/** When the next request may leave, ms since 1970. */
export const nextSendAtMs = (spacing: Spacing): number => Math.max(spacing.openAtMs, spacing.pausedUntilMs)

/** Requests other than a person's own that may be under way at once: as many 429s a limit met unawares may cost. */
export function maxBackgroundInFlight({ answers }: Spacing, limit: number): number {
  if (answers < probingResponses) return 1
  if (limit >= highLimit) return 6
  return answers < provenResponses ? 3 : 4
}

/** A request leaves. */
export function spacingAfterSend(
  spacing: Spacing,
  nowMs: number,
  unit: SpacingUnit,
  isInteractive: boolean,
): Spacing {
  const gap = gapMs(spacing, unit)
  if (gap === 0) return spacing
  // Built on the planned time, not on the timer's, so that late timers do not add up to lost requests.
  const credit = isInteractive && spacing.step <= narrowSteps ? interactiveCredit : 1
  return { ...spacing, openAtMs: Math.max(spacing.openAtMs, nowMs - credit * gap) + gap }
}

/** An answer other than 429 came. */
export function spacingAfterResponse(spacing: Spacing, nowMs: number, { windowMs }: SpacingUnit): Spacing {
  const answered = { ...spacing, answers: spacing.answers + 1, refusalsInRow: 0 }
  const calmWindows = (nowMs - spacing.refusedAtMs) / windowMs
  if (spacing.step > narrowSteps && calmWindows > windowsToNarrow)
    return { ...answered, step: spacing.step - 1, refusedAtMs: nowMs }
  if (spacing.step > 0 && calmWindows > windowsToReset) return { ...answered, step: 0, answers: 0 }
  return answered
}

/**
 * A 429 came. `spacingStep` is the step at which its request had left: refusals of requests that left at the same step are
 * one event. Without `retryAfterMs` the pauses of a row of events grow up to one window.
 */
export function spacingAfter429(
  spacing: Spacing,
  nowMs: number,
  unit: SpacingUnit,
  { retryAfterMs, spacingStep }: { retryAfterMs: number | null; spacingStep: number },
): Spacing {
  const isNewEvent = spacingStep >= spacing.step
  const eventsInRow = isNewEvent ? spacing.refusalsInRow + 1 : spacing.refusalsInRow
  const next = {
    ...spacing,
    refusalsInRow: eventsInRow,
    step: isNewEvent ? spacing.step + 1 : spacing.step,
    refusedAtMs: nowMs,
  }
  const backoffMs = Math.min(unit.windowMs, basePauseMs * pauseGrowth ** Math.max(0, eventsInRow - 1))
  const untilMs = nowMs + (retryAfterMs ?? backoffMs)
  const gap = gapMs(next, unit)
  return {
    ...next,
    pausedUntilMs: Math.max(spacing.pausedUntilMs, untilMs),
    openAtMs: Math.max(spacing.openAtMs, Math.max(untilMs, nowMs + gap) + gap / 2),
  }
}
