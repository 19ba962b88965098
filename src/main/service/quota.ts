import type { QuotaStatus } from '../../shared/contract/state.ts'
import type { CallOptions, Clock } from '../ports.ts'
import { createPace } from './pace.ts'
import { createWaitingLine, type Priority } from './waitingLine.ts'

/** What one request reports about itself while it holds its place in the quota. */
export type Slot = {
  /** The request surely never reached the service: it does not count. */
  unsent(): void
  /** The service answered 429; `retryAfterMs` is null when it did not say how long to wait. */
  refused(retryAfterMs: number | null): void
}

/** One scheduler for all requests that one credential sends. */
export type Quota = {
  /** Waits for a free place, then runs `work`. Rejects with the signal's reason when aborted while waiting. */
  run<T>(
    priority: NonNullable<CallOptions['priority']>,
    signal: AbortSignal | undefined,
    work: (slot: Slot) => Promise<T>,
  ): Promise<T>
  status(): QuotaStatus
}

type Parts = {
  /** Requests allowed per `windowMs`. */
  limit: number
  windowMs: number
  clock: Clock
  /** Times (ms since 1970) at which answers were received, kept over restarts. */
  receipts: { load(): Promise<number[]>; add(receivedAtMs: number): Promise<void> }
  changed: (status: QuotaStatus) => void
}

/** Added to the window, for timers and clocks that do not agree to the millisecond. */
const marginMs = 20
/** At most one `changed` in this time, unless the last place was taken or all work has ended. */
const quietMs = 200
/** Requests kept back for a person's own calls while one has called lately: a batch must not lock them out. */
const reserveShare = 0.05
const interactiveMemoryWindows = 5
const maxInteractiveInFlight = 10

/**
 * The service counts a request before it answers, so a place is surely free again one window after the *receipt*
 * of the answer; counting from the sending would overrun a sliding window by the network's jitter
 * (docs on service conventions, "rate-limit headers").
 */
export async function createQuota({ limit, windowMs, clock, receipts, changed }: Parts): Promise<Quota> {
  const spanMs = windowMs + marginMs
  const startedAt = clock.now()
  // Receipts from the future are a sign of a clock that was set back; they count as just received.
  const taken = (await receipts.load())
    .map((at) => Math.min(at, startedAt))
    .filter((at) => at > startedAt - spanMs)
    .sort((a, b) => a - b)
  const pace = createPace({ limit, windowMs, answered: taken.length })
  const line = createWaitingLine()
  let inFlight = 0
  let lastInteractiveAt = Number.NEGATIVE_INFINITY
  let told = { at: Number.NEGATIVE_INFINITY, left: limit }
  let alarm: AbortController | undefined

  const left = (now: number): number => {
    while (taken[0] !== undefined && taken[0] <= now - spanMs) taken.shift()
    return Math.max(0, limit - taken.length - inFlight)
  }
  const reserve = (now: number): number =>
    now - lastInteractiveAt < interactiveMemoryWindows * windowMs ? Math.floor(limit * reserveShare) : 0

  /** Milliseconds until the next waiting call may leave; null: only the end of a running one can tell. */
  const waitMs = (priority: Priority, now: number): number | null => {
    const interactive = priority === 'interactive'
    const most = interactive ? maxInteractiveInFlight : pace.maxInFlight()
    if (inFlight >= most) return null
    const needed = 1 + (interactive ? 0 : reserve(now))
    const short = needed - left(now)
    if (short <= 0) return Math.max(0, pace.openAt() - now)
    const freesAt = taken[short - 1]
    return freesAt === undefined ? null : Math.max(freesAt + spanMs, pace.openAt()) - now
  }

  const status = (): QuotaStatus => {
    const now = clock.now()
    return {
      limit,
      windowMs,
      left: left(now),
      waitMs: Math.max(0, waitMs('interactive', now) ?? 0),
      queued: line.size(),
    }
  }
  const tell = (): void => {
    const now = clock.now()
    const nowLeft = left(now)
    const urgent = (inFlight === 0 && line.size() === 0) || (nowLeft === 0 && told.left > 0)
    if (!urgent && now - told.at < quietMs) return
    told = { at: now, left: nowLeft }
    changed(status())
  }

  const wakeIn = (ms: number): void => {
    alarm?.abort()
    const own = new AbortController()
    alarm = own
    clock.sleep(ms, own.signal).then(pump, () => undefined)
  }

  function pump(): void {
    alarm?.abort()
    alarm = undefined
    for (let next = line.peek(); next; next = line.peek()) {
      const now = clock.now()
      const ms = waitMs(next.priority, now)
      if (ms === null) return
      if (ms > 0) return wakeIn(ms)
      line.take(next)
      inFlight += 1
      pace.left(now)
      next.go()
    }
  }

  const leave = (counted: boolean): void => {
    inFlight -= 1
    if (counted) {
      const now = clock.now()
      taken.push(now)
      // Remembering is an aid for the next start; a disk that refuses must not fail the request it counts.
      receipts.add(now).catch(() => undefined)
    }
    pump()
    tell()
  }

  return {
    async run(priority, signal, work) {
      if (priority === 'interactive') lastInteractiveAt = clock.now()
      await line.join(priority, signal, pump)
      const moment = pace.moment()
      let counted = true
      let ok = true
      try {
        tell()
        return await work({
          unsent: () => {
            counted = false
          },
          refused: (retryAfterMs) => {
            ok = false
            pace.refused(clock.now(), retryAfterMs, moment)
          },
        })
      } finally {
        if (counted && ok) pace.answered(clock.now())
        leave(counted)
      }
    },
    status,
  }
}
