import type { RateLimitState } from '../../store/rateLimitStore.ts'

export type Spacing = RateLimitState['pace']

/** How many answers come one at a time at first, so that an undeclared small burst limit costs a single 429. */
const probingResponses = 12
/** After as many a small burst limit would have shown. */
const provenResponses = 45
/** From this limit on, waiting for the network and not the quota is what takes time. */
const highLimit = 1000
/** The gap between requests after each unexplained refusal, as a multiple of window ÷ limit. */
const gapFactors = [1.002, 1.0102, 1.02, 1.05, 1.1, 1.2, 1.5, 2]
/** Steps whose gap costs next to nothing: kept, since to lose them is to be refused again. */
const narrowSteps = 2
/** Windows without a refusal after which a wider gap narrows by a step. */
const windowsToNarrow = 10
/** Windows at a narrow gap after which bursts are tried again, one request at a time at first. */
const windowsToReset = 60
const basePauseMs = 1000
const pauseGrowth = 4
/** A longer pause is a mistake of the service or of a clock. */
const maxPauseMs = 3_600_000
/** Gaps that a person's call may make up for after a quiet time, while the gap is narrow. */
const interactiveCredit = 3

/** Window ÷ limit, and the window itself: what the pace is measured by, ms. */
export type SpacingUnit = { unitMs: number; windowMs: number }

/*
 * What the count of places cannot know: pauses the service asked for, and limits it did not announce. After a 429
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
  const answered = { ...spacing, answers: spacing.answers + 1, row: 0 }
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
  const eventsInRow = isNewEvent ? spacing.row + 1 : spacing.row
  const next = {
    ...spacing,
    row: eventsInRow,
    step: isNewEvent ? spacing.step + 1 : spacing.step,
    refusedAtMs: nowMs,
  }
  const backoffMs = Math.min(unit.windowMs, basePauseMs * pauseGrowth ** Math.max(0, eventsInRow - 1))
  const untilMs = nowMs + Math.min(retryAfterMs ?? backoffMs, maxPauseMs)
  const gap = gapMs(next, unit)
  return {
    ...next,
    pausedUntilMs: Math.max(spacing.pausedUntilMs, untilMs),
    openAtMs: Math.max(spacing.openAtMs, Math.max(untilMs, nowMs + gap) + gap / 2),
  }
}
