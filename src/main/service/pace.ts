/** How many answers come one at a time at first, so that an undeclared small burst limit costs a single 429. */
const probingAnswers = 12
/** From this limit on, waiting for the network and not the quota is what takes time. */
const bigLimit = 1000
/** The gap between requests after each unexplained refusal, as a multiple of window ÷ limit. */
const gapSteps = [1.002, 1.0102, 1.02, 1.05, 1.1, 1.2, 1.5, 2]
/** Windows without a refusal after which the gap is given up again. */
const forgivingWindows = 10
const firstPauseMs = 1000
const pauseGrowth = 4

type Parts = { limit: number; windowMs: number; answered: number }

/**
 * What the count of places cannot know: pauses the service asked for, and limits it did not announce.
 * After a 429 requests are spaced by window ÷ limit, since the service's way of counting is evidently another one.
 */
export function createPace({ limit, windowMs, answered }: Parts) {
  let answers = answered
  let step = 0
  let row = 0
  let gapMs = 0
  let openAt = 0
  let refusedAt = Number.NEGATIVE_INFINITY

  return {
    /** When the next request may leave, ms since 1970. */
    openAt: (): number => openAt,

    /** Requests that may be under way at once. */
    maxInFlight(): number {
      if (answers < probingAnswers) return 1
      return limit >= bigLimit ? 6 : 3
    },

    /** Marks refusals that happen together: those whose requests left at the same moment are one event. */
    moment: (): number => step,

    left(now: number): void {
      // Built on the planned time, not on the timer's, so that late timers do not add up to lost requests.
      if (gapMs > 0) openAt = (now - openAt < gapMs ? openAt : now) + gapMs
    },

    answered(now: number): void {
      answers += 1
      row = 0
      if (gapMs > 0 && now - refusedAt > forgivingWindows * windowMs) {
        gapMs = 0
        step = 0
      }
    },

    refused(now: number, retryAfterMs: number | null, moment: number): void {
      refusedAt = now
      if (moment === step) {
        gapMs = (windowMs / limit) * (gapSteps[Math.min(step, gapSteps.length - 1)] ?? 1)
        step += 1
        row += 1
      }
      const pauseMs = retryAfterMs ?? Math.min(windowMs, firstPauseMs * pauseGrowth ** Math.max(0, row - 1))
      openAt = Math.max(openAt, now + Math.max(pauseMs, gapMs) + gapMs / 2)
    },
  }
}
