import type { RateLimitState } from '../../store/rateLimitStore.ts'

/** The configured or documented limit. */
export type RateLimitSettings = {
  limit: number
  windowMs: number
  /** True if the user chose the limit. The service's headers may then lower it but not raise it. */
  isSet: boolean
  /** The percentage of every limit that this installation uses. Default: all of it. */
  share?: number
}

/** At most `limit` requests in any `windowMs`. `isOwnShare` counts only this installation's requests. */
export type RateLimitRule = { limit: number; windowMs: number; isOwnShare?: true }

type Rules = readonly [RateLimitRule, ...RateLimitRule[]]

/** Added to the window, since timers and clocks differ by milliseconds. */
const windowMarginMs = 20
/** The longest time in flight. After it, the process has died; the service may have counted the request until then. */
const maxInFlightMs = 30_000
/** Above this limit, responses are counted in steps of a 500th of the window to limit the size of the state. */
const maxExactLimit = 1000
const stepsPerWindow = 500
/** The lifetime of a limit that the service no longer reports. The user's plan may have changed. */
const learnedLimitTtlMs = 86_400_000

/*
 * The service counts a request before it responds, so its slot is certainly free one window after the *receipt* of the
 * response. Counting from the sending would exceed a sliding window because of network jitter (docs on service
 * conventions, "rate-limit headers").
 */

/** Returns the time for which a response counts against the limit. */
export const paddedWindowMs = ({ windowMs }: { windowMs: number }): number => windowMs + windowMarginMs

/** Returns the rules in effect: those of the account, plus one for the own share beside each. */
export function effectiveRules(state: RateLimitState, settings: RateLimitSettings): Rules {
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

/** Returns the rules for all clients of the account: the user's limit, and a policy of the service beside it. */
export function accountRules({ learned }: RateLimitState, settings: RateLimitSettings): Rules {
  const own = { limit: Math.max(1, Math.floor(settings.limit)), windowMs: settings.windowMs }
  if (!learned) return [own]
  const { limit, windowMs } = learned
  if (windowMs === null) return [{ ...own, limit: Math.min(own.limit, limit) }]
  const policy = { limit, windowMs }
  return settings.isSet ? [own, policy] : [policy]
}

/** Returns the rule that allows the fewest requests in the long run. */
export const strictestRule = (rules: Rules): RateLimitRule =>
  rules.reduce((a, b) => (b.limit / b.windowMs < a.limit / a.windowMs ? b : a))

export const spacingUnit = (rules: Rules): SpacingUnit => {
  const { limit, windowMs } = strictestRule(rules)
  return { unitMs: windowMs / limit, windowMs }
}

/** Returns the slots that our own requests leave free. Negative after the limit was lowered. */
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

/** Returns the known times at which slots become free, soonest first. Responses tell those in flight. */
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

/** Returns when the rule allows `count` more requests, in ms since 1970. Infinite if that depends on a response. */
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

export function recordResponse(
  state: RateLimitState,
  nowMs: number,
  rules: readonly RateLimitRule[],
): RateLimitState {
  const stepMs = Math.max(
    ...rules.map(({ limit, windowMs }) => (limit > maxExactLimit ? windowMs / stepsPerWindow : 0)),
  )
  // Rounded up: counting a response late costs a moment, counting it early costs a 429.
  const at = stepMs > 0 ? Math.ceil(nowMs / stepMs) * stepMs : nowMs
  const last = state.received.at(-1)
  const received: RateLimitState['received'] =
    last && last[0] >= at
      ? [...state.received.slice(0, -1), [last[0], last[1] + 1]]
      : [...state.received, [at, 1]]
  return { ...state, received }
}

/** Removes entries that no rule needs. If the clock was set back, all times shift, so the wait does not grow. */
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

/** The number of responses at first sent for one at a time: an undeclared small burst limit costs a single 429. */
const probingResponses = 12
/** The number of responses after which a small burst limit would have shown. */
const provenResponses = 45
/** The limit from which the network, not the quota, determines the speed. */
const highLimit = 1000
/** The gap between requests after each unexplained refusal, as a multiple of window ÷ limit. */
const gapFactors = [1.002, 1.0102, 1.02, 1.05, 1.1, 1.2, 1.5, 2]
/** The steps whose gap costs almost nothing. They stay, since removing them would cause another refusal. */
const narrowSteps = 2
/** The windows without a refusal after which a wider gap narrows by a step. */
const windowsToNarrow = 10
/** The windows at a narrow gap after which bursts are tried again, at first one request at a time. */
const windowsToReset = 60
const basePauseMs = 1000
const pauseGrowth = 4
/** The gaps that an interactive call may skip after a quiet time, while the gap is narrow. */
const interactiveCredit = 3

/** The units of the gap between requests: window ÷ limit, and the window itself, in ms. */
type SpacingUnit = { unitMs: number; windowMs: number }

/*
 * Spacing covers requested pauses and unannounced limits, which the request count does not show. After a 429 requests are
 * spaced by window ÷ limit, since the service evidently counts differently.
 */

/** Returns the gap between requests. 0 means no spacing. */
export const gapMs = (spacing: Spacing, { unitMs }: SpacingUnit): number =>
  spacing.step === 0 ? 0 : unitMs * (gapFactors[Math.min(spacing.step, gapFactors.length) - 1] ?? 1)

/** Returns the earliest time of the next request, in ms since 1970. */
export const nextSendAtMs = (spacing: Spacing): number => Math.max(spacing.openAtMs, spacing.pausedUntilMs)

/** Returns the maximum number of background requests in flight: the number of 429s that an unknown limit may cost. */
export function maxBackgroundInFlight({ answers }: Spacing, limit: number): number {
  if (answers < probingResponses) return 1
  if (limit >= highLimit) return 6
  return answers < provenResponses ? 3 : 4
}

export function spacingAfterSend(
  spacing: Spacing,
  nowMs: number,
  unit: SpacingUnit,
  isInteractive: boolean,
): Spacing {
  const gap = gapMs(spacing, unit)
  if (gap === 0) return spacing
  // Based on the planned time instead of the timer's, so that late timers do not lose requests.
  const credit = isInteractive && spacing.step <= narrowSteps ? interactiveCredit : 1
  return { ...spacing, openAtMs: Math.max(spacing.openAtMs, nowMs - credit * gap) + gap }
}

export function spacingAfterResponse(spacing: Spacing, nowMs: number, { windowMs }: SpacingUnit): Spacing {
  const answered = { ...spacing, answers: spacing.answers + 1, refusalsInRow: 0 }
  const calmWindows = (nowMs - spacing.refusedAtMs) / windowMs
  if (spacing.step > narrowSteps && calmWindows > windowsToNarrow)
    return { ...answered, step: spacing.step - 1, refusedAtMs: nowMs }
  if (spacing.step > 0 && calmWindows > windowsToReset) return { ...answered, step: 0, answers: 0 }
  return answered
}

/**
 * Updates the spacing after a 429. `spacingStep` is the step at which its request was sent: refusals at the same step
 * count as one event. Without `retryAfterMs`, the pauses of consecutive events grow up to one window.
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
