import type { QuotaState } from '../store/quotaBook.ts'
import type { PaceUnit } from './pace.ts'

/** What the person or the documentation says of the limit. */
export type QuotaSetting = {
  limit: number
  windowMs: number
  /** A person chose the limit: the service's headers may lower it, never raise it. */
  isSet: boolean
  /** Percent of every limit that this installation uses; left out: all of it. */
  share?: number
}

/** At most `limit` requests in any `windowMs`; `isOurs`: of this installation's own, whatever others use. */
export type Rule = { limit: number; windowMs: number; isOurs?: true }

/** Added to the window, for timers and clocks that do not agree to the millisecond. */
const marginMs = 20
/** No request is under way longer: its process has died, and the service may have counted it up to then. */
const longestUnderWayMs = 30_000
/** Above this limit receipts are counted in steps of a 500th of the window, so that the state stays small. */
const exactLimit = 1000
const stepsPerWindow = 500
/** A limit that the service has not told for this long may be another one by now: a plan changes. */
const learnedForMs = 86_400_000

/*
 * The service counts a request before it answers, so a place is surely free again one window after the *receipt*
 * of the answer; counting from the sending would overrun a sliding window by the network's jitter
 * (docs on service conventions, "rate-limit headers").
 */

/** How long a receipt takes up its place. */
export const spanMs = ({ windowMs }: { windowMs: number }): number => windowMs + marginMs

/** The rules that hold now: those of the account, and beside each, where only a share is to be used, that of the share. */
export function rulesOf(state: QuotaState, setting: QuotaSetting): [Rule, ...Rule[]] {
  const rules = accountRules(state, setting)
  const share = Math.min(100, setting.share ?? 100) / 100
  if (!(share < 1)) return rules
  const part = rules.map(
    ({ limit, windowMs }): Rule => ({
      limit: Math.max(1, Math.floor(limit * share)),
      windowMs,
      isOurs: true,
    }),
  )
  return [...rules, ...part]
}

/** The rules for all who use the account: one, or two where a policy of the service stands beside a person's own limit. */
export function accountRules({ learned }: QuotaState, setting: QuotaSetting): [Rule, ...Rule[]] {
  const own = { limit: Math.max(1, Math.floor(setting.limit)), windowMs: setting.windowMs }
  if (!learned) return [own]
  const { limit, windowMs } = learned
  if (windowMs === null) return [{ ...own, limit: Math.min(own.limit, limit) }]
  const policy = { limit, windowMs }
  return setting.isSet ? [own, policy] : [policy]
}

/** The rule that allows the least in the long run. */
export const tightest = (rules: readonly [Rule, ...Rule[]]): Rule =>
  rules.reduce((a, b) => (b.limit / b.windowMs < a.limit / a.windowMs ? b : a))

export const paceUnit = (rules: readonly [Rule, ...Rule[]]): PaceUnit => {
  const { limit, windowMs } = tightest(rules)
  return { unitMs: windowMs / limit, windowMs }
}

/** Places that our own requests leave free for one rule; below zero after the limit was lowered. */
export function leftByUs(rule: Rule, state: QuotaState, nowMs: number): number {
  const span = spanMs(rule)
  const received = state.received.reduce((sum, [at, count]) => (at > nowMs - span ? sum + count : sum), 0)
  const underWay = state.underWay.filter(({ sinceMs }) => sinceMs + longestUnderWayMs + span > nowMs).length
  return rule.limit - received - underWay
}

const leftFor = (rule: Rule, state: QuotaState, nowMs: number): number =>
  leftByUs(rule, state, nowMs) - (rule.isOurs ? 0 : (state.foreign?.count ?? 0))

export const leftOf = (rules: readonly Rule[], state: QuotaState, nowMs: number): number =>
  Math.max(0, Math.min(...rules.map((rule) => leftFor(rule, state, nowMs))))

/** When places become free, soonest first, as far as that is known: those under way free theirs once answered. */
export function freeings(rule: Rule, state: QuotaState, nowMs: number): [atMs: number, count: number][] {
  const span = spanMs(rule)
  const received = state.received
    .filter(([at]) => at > nowMs - span)
    .map(([at, count]): [number, number] => [at + span, count])
  const given = state.underWay
    .filter(({ sinceMs }) => sinceMs + longestUnderWayMs < nowMs)
    .map(({ sinceMs }): [number, number] => [sinceMs + longestUnderWayMs + span, 1])
  const others: [number, number][] =
    state.foreign && !rule.isOurs ? [[state.foreign.untilMs, state.foreign.count]] : []
  return [...received, ...given, ...others].toSorted((a, b) => a[0] - b[0])
}

/** When `count` places are free for the rule, ms since 1970; infinite when only an answer can tell. */
export function freeAtMs(rule: Rule, state: QuotaState, nowMs: number, count: number): number {
  let short = count - leftFor(rule, state, nowMs)
  if (short <= 0) return nowMs
  for (const [at, freed] of freeings(rule, state, nowMs)) {
    short -= freed
    if (short <= 0) return at
  }
  return Number.POSITIVE_INFINITY
}

/** The state with one more receipt. */
export function withReceipt(state: QuotaState, nowMs: number, rules: readonly Rule[]): QuotaState {
  const stepMs = Math.max(
    ...rules.map(({ limit, windowMs }) => (limit > exactLimit ? windowMs / stepsPerWindow : 0)),
  )
  // Rounded up: a receipt counted late costs a moment, one counted early costs a 429.
  const at = stepMs > 0 ? Math.ceil(nowMs / stepMs) * stepMs : nowMs
  const last = state.received.at(-1)
  const received: QuotaState['received'] =
    last && last[0] >= at
      ? [...state.received.slice(0, -1), [last[0], last[1] + 1]]
      : [...state.received, [at, 1]]
  return { ...state, received }
}

/**
 * The state as it stands at `nowMs`: what no rule looks at any more is gone. When the clock was set back, all times
 * move with it: receipts keep their age and a pause its length, so that nobody waits for the old time to come again.
 */
export function asOf(state: QuotaState, nowMs: number, rules: readonly Rule[]): QuotaState {
  const moved = nowMs < state.atMs ? moveBy(state, nowMs - state.atMs) : state
  const longestMs = Math.max(...rules.map(spanMs))
  return {
    ...moved,
    atMs: nowMs,
    received: moved.received.filter(([at]) => at > nowMs - longestMs),
    underWay: moved.underWay.filter(({ sinceMs }) => sinceMs + longestUnderWayMs + longestMs > nowMs),
    foreign: moved.foreign && moved.foreign.untilMs > nowMs ? moved.foreign : null,
    learned: moved.learned && nowMs - moved.learned.seenAtMs < learnedForMs ? moved.learned : null,
    waiting: moved.waiting.filter(({ untilMs }) => untilMs > nowMs),
  }
}

/** The same state by a clock that shows `ms` more. */
export function moveBy(state: QuotaState, ms: number): QuotaState {
  const { pace, foreign, learned } = state
  return {
    ...state,
    atMs: state.atMs + ms,
    received: state.received.map(([at, count]) => [at + ms, count]),
    underWay: state.underWay.map((place) => ({ ...place, sinceMs: place.sinceMs + ms })),
    foreign: foreign && { ...foreign, untilMs: foreign.untilMs + ms },
    learned: learned && { ...learned, seenAtMs: learned.seenAtMs + ms },
    pace: {
      ...pace,
      openAtMs: pace.openAtMs + ms,
      pausedUntilMs: pace.pausedUntilMs + ms,
      refusedAtMs: pace.refusedAtMs + ms,
    },
    calls: state.calls.map(([at, count]) => [at + ms, count]),
    waiting: state.waiting.map((mark) => ({ ...mark, untilMs: mark.untilMs + ms })),
  }
}
