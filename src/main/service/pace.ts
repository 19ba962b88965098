import type { QuotaState } from '../store/quotaBook.ts'

export type Pace = QuotaState['pace']

/** How many answers come one at a time at first, so that an undeclared small burst limit costs a single 429. */
const probingAnswers = 12
/** After as many a small burst limit would have shown. */
const provenAnswers = 45
/** From this limit on, waiting for the network and not the quota is what takes time. */
const bigLimit = 1000
/** The gap between requests after each unexplained refusal, as a multiple of window ÷ limit. */
const gapSteps = [1.002, 1.0102, 1.02, 1.05, 1.1, 1.2, 1.5, 2]
/** Steps whose gap costs next to nothing: kept, since to lose them is to be refused again. */
const narrowSteps = 2
/** Windows without a refusal after which a wider gap narrows by a step. */
const forgivingWindows = 10
/** Windows at a narrow gap after which bursts are tried again, one request at a time at first. */
const forgettingWindows = 60
const firstPauseMs = 1000
const pauseGrowth = 4
/** A longer pause is a mistake of the service or of a clock. */
const longestPauseMs = 3_600_000
/** Gaps that a person's call may make up for after a quiet time, while the gap is narrow. */
const interactiveCredit = 3

/** Window ÷ limit, and the window itself: what the pace is measured by, ms. */
export type PaceUnit = { unitMs: number; windowMs: number }

/*
 * What the count of places cannot know: pauses the service asked for, and limits it did not announce. After a 429
 * requests are spaced by window ÷ limit, since the service's way of counting is evidently another one.
 */

/** 0: requests need no spacing. */
export const gapMs = (pace: Pace, { unitMs }: PaceUnit): number =>
  pace.step === 0 ? 0 : unitMs * (gapSteps[Math.min(pace.step, gapSteps.length) - 1] ?? 1)

/** When the next request may leave, ms since 1970. */
export const opensAtMs = (pace: Pace): number => Math.max(pace.openAtMs, pace.pausedUntilMs)

/** Requests other than a person's own that may be under way at once: as many 429s a limit met unawares may cost. */
export function maxUnderWay({ answers }: Pace, limit: number): number {
  if (answers < probingAnswers) return 1
  if (limit >= bigLimit) return 6
  return answers < provenAnswers ? 3 : 4
}

/** A request leaves. */
export function paceLeft(pace: Pace, nowMs: number, unit: PaceUnit, isInteractive: boolean): Pace {
  const gap = gapMs(pace, unit)
  if (gap === 0) return pace
  // Built on the planned time, not on the timer's, so that late timers do not add up to lost requests.
  const credit = isInteractive && pace.step <= narrowSteps ? interactiveCredit : 1
  return { ...pace, openAtMs: Math.max(pace.openAtMs, nowMs - credit * gap) + gap }
}

/** An answer other than 429 came. */
export function paceAnswered(pace: Pace, nowMs: number, { windowMs }: PaceUnit): Pace {
  const answered = { ...pace, answers: pace.answers + 1, row: 0 }
  const calmWindows = (nowMs - pace.refusedAtMs) / windowMs
  if (pace.step > narrowSteps && calmWindows > forgivingWindows)
    return { ...answered, step: pace.step - 1, refusedAtMs: nowMs }
  if (pace.step > 0 && calmWindows > forgettingWindows) return { ...answered, step: 0, answers: 0 }
  return answered
}

/**
 * A 429 came. `moment` is the step at which its request had left: refusals of requests that left at the same step are
 * one event. Without `retryAfterMs` the pauses of a row of events grow up to one window.
 */
export function paceRefused(
  pace: Pace,
  nowMs: number,
  unit: PaceUnit,
  { retryAfterMs, moment }: { retryAfterMs: number | null; moment: number },
): Pace {
  const isNew = moment >= pace.step
  const row = isNew ? pace.row + 1 : pace.row
  const next = { ...pace, row, step: isNew ? pace.step + 1 : pace.step, refusedAtMs: nowMs }
  const ownPauseMs = Math.min(unit.windowMs, firstPauseMs * pauseGrowth ** Math.max(0, row - 1))
  const untilMs = nowMs + Math.min(retryAfterMs ?? ownPauseMs, longestPauseMs)
  const gap = gapMs(next, unit)
  return {
    ...next,
    pausedUntilMs: Math.max(pace.pausedUntilMs, untilMs),
    openAtMs: Math.max(pace.openAtMs, Math.max(untilMs, nowMs + gap) + gap / 2),
  }
}
