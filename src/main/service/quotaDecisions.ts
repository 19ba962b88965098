import type { QuotaState } from '../store/quotaBook.ts'
import { maxUnderWay, opensAtMs, paceAnswered, paceLeft, paceRefused } from './pace.ts'
import { learn, type SeenLimit } from './quotaHeaders.ts'
import {
  freeAtMs,
  paceUnit,
  type QuotaSetting,
  type Rule,
  rulesOf,
  tightest,
  withReceipt,
} from './quotaPlaces.ts'
import type { Priority } from './waitingLine.ts'

/** A call that asks for a place. `calls`: how many of a person's own calls wait in this process. */
export type Ask = { id: string; owner: string; priority: Priority; calls: number }

export type Admission = { admitted: true; moment: number } | { admitted: false; waitMs: number }

/** What came of a request. `moment` is the one its admission gave. */
export type Outcome = {
  id: string
  /** False: it surely never reached the service. */
  counted: boolean
  refused: boolean
  seen: SeenLimit | null
}

type Edited<T> = { state: QuotaState; result: T }

/** Kept back for a person's own calls while one has called lately: a batch must not lock them out. */
const reserveShare = 0.05
const largestReserveShare = 0.3
/** Kept back from what goes on for hours by itself, also while nobody calls: whoever comes back is answered at once. */
const standingShare = 0.1
const goesOnByItself: ReadonlySet<Priority> = new Set(['polling', 'prefetch'])
const memoryWindows = 5
const maxInteractiveUnderWay = 10
/** A request of another process counts as under way this long: its process may have died. */
const freshMs = 5_000
/** How long a waiting call's mark outlasts the moment at which its place comes free. */
const markGraceMs = 1_000
/** Where a person's call waits in another process, others leave it the start. */
const yieldMs = 100

/** ms until a call may leave; infinite while only the end of another one can tell. */
export function waitMs(
  state: QuotaState,
  nowMs: number,
  setting: QuotaSetting,
  { owner, priority }: Pick<Ask, 'owner' | 'priority'>,
): number {
  const rules = rulesOf(state, setting)
  const isInteractive = priority === 'interactive'
  const freshOnes = state.underWay.filter((one) => one.owner === owner || nowMs - one.sinceMs < freshMs)
  const most = isInteractive ? maxInteractiveUnderWay : maxUnderWay(state.pace, tightest(rules).limit)
  if (freshOnes.length >= most) return Number.POSITIVE_INFINITY
  const callsElsewhere = isInteractive
    ? 0
    : state.waiting.reduce((sum, mark) => (mark.owner === owner ? sum : sum + mark.count), 0)
  const freeAt = rules.map((rule) => {
    const kept = isInteractive ? 0 : reserve(rule, state, nowMs, priority)
    return freeAtMs(rule, state, nowMs, Math.min(rule.limit, 1 + kept + callsElsewhere))
  })
  const opensAt = opensAtMs(state.pace) + (callsElsewhere > 0 ? yieldMs : 0)
  return Math.max(0, opensAt - nowMs, ...freeAt.map((at) => at - nowMs))
}

/** As many places as a person took in their busiest window of late, less those taken in this one. */
function reserve(
  { limit, windowMs }: Rule,
  { calls }: QuotaState,
  nowMs: number,
  priority: Priority,
): number {
  const standing = goesOnByItself.has(priority) ? Math.floor(limit * standingShare) : 0
  const lately = calls.filter(([start]) => nowMs - start < memoryWindows * windowMs)
  if (lately.length === 0) return standing
  const least = limit < 4 ? 0 : Math.max(1, Math.floor(limit * reserveShare))
  const busiest = Math.max(...lately.map(([, count]) => count))
  const taken = lately.reduce((sum, [start, count]) => (nowMs - start < windowMs ? sum + count : sum), 0)
  return Math.max(least, standing, Math.min(Math.floor(limit * largestReserveShare), busiest - taken))
}

/** Gives a call its place, or leaves a mark that a person's call waits. */
export function admit(state: QuotaState, nowMs: number, setting: QuotaSetting, ask: Ask): Edited<Admission> {
  const { id, owner, priority, calls } = ask
  const ms = waitMs(state, nowMs, setting, ask)
  const isInteractive = priority === 'interactive'
  const others = state.waiting.filter((mark) => mark.owner !== owner)
  if (ms > 0) {
    const untilMs = nowMs + Math.min(ms, setting.windowMs) + markGraceMs
    const waiting = isInteractive ? [...others, { owner, count: calls, untilMs }] : state.waiting
    return { state: { ...state, waiting }, result: { admitted: false, waitMs: ms } }
  }
  const unit = paceUnit(rulesOf(state, setting))
  const still = isInteractive ? calls - 1 : calls
  const mark = state.waiting.find((one) => one.owner === owner)
  const next: QuotaState = {
    ...state,
    underWay: [...state.underWay, { id, owner, sinceMs: nowMs }],
    pace: paceLeft(state.pace, nowMs, unit, isInteractive),
    calls: isInteractive ? withCall(state.calls, nowMs, setting.windowMs) : state.calls,
    waiting: mark && still > 0 ? [...others, { ...mark, count: still }] : others,
  }
  return { state: next, result: { admitted: true, moment: next.pace.step } }
}

function withCall(calls: QuotaState['calls'], nowMs: number, windowMs: number): QuotaState['calls'] {
  const lately = calls.filter(([start]) => nowMs - start < memoryWindows * windowMs)
  const last = lately.at(-1)
  return last && nowMs - last[0] < windowMs
    ? [...lately.slice(0, -1), [last[0], last[1] + 1]]
    : [...lately, [nowMs, 1]]
}

/** Nobody waits in this process any more. */
export const unmark = (state: QuotaState, owner: string): QuotaState =>
  state.waiting.some((mark) => mark.owner === owner)
    ? { ...state, waiting: state.waiting.filter((mark) => mark.owner !== owner) }
    : state

/** A request has ended: its place is free, or taken for one window from now. */
export function finish(
  state: QuotaState,
  nowMs: number,
  setting: QuotaSetting,
  { id, counted, refused, seen }: Outcome,
): QuotaState {
  const without = { ...state, underWay: state.underWay.filter((place) => place.id !== id) }
  if (!counted) return without
  const taken = withReceipt(without, nowMs, rulesOf(state, setting))
  const learned = seen ? learn(taken, nowMs, setting, seen) : taken
  if (refused) return learned
  return { ...learned, pace: paceAnswered(learned.pace, nowMs, paceUnit(rulesOf(learned, setting))) }
}

/** A 429, told before its request has ended, so that nobody leaves in between. */
export const refuse = (
  state: QuotaState,
  nowMs: number,
  setting: QuotaSetting,
  event: { retryAfterMs: number | null; moment: number },
): QuotaState => ({
  ...state,
  pace: paceRefused(state.pace, nowMs, paceUnit(rulesOf(state, setting)), event),
})
