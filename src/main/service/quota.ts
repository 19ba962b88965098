import { randomUUID } from 'node:crypto'
import type { QuotaStatus } from '../../shared/contract/state.ts'
import type { CallOptions, Clock } from '../ports.ts'
import { createMemoryBook, type QuotaBook } from '../store/quotaBook.ts'
import { admit, finish, type Outcome, refuse, unmark, waitMs } from './quotaDecisions.ts'
import type { SeenLimit } from './quotaHeaders.ts'
import { createKeeper } from './quotaKeeper.ts'
import type { QuotaSetting } from './quotaPlaces.ts'
import { toQuotaStatus } from './quotaStatus.ts'
import { createWaitingLine, goesFirst, type Priority } from './waitingLine.ts'

/** What one request reports about itself while it holds its place in the quota. */
export type Slot = {
  /** The request surely never reached the service: it does not count. */
  unsent(): void
  /** The service answered 429; `retryAfterMs` is null when it did not say how long to wait. */
  refused(retryAfterMs: number | null): void
  /** What the answer's headers said of the limit; null where they did not. */
  told(seen: SeenLimit): void
}

/** One scheduler for all requests that one credential sends, in this process and in others that share its book. */
export type Quota = {
  /** Waits for a free place, then runs `work`. Rejects with the signal's reason when aborted while waiting. */
  run<T>(
    priority: NonNullable<CallOptions['priority']>,
    signal: AbortSignal | undefined,
    work: (slot: Slot) => Promise<T>,
  ): Promise<T>
  /** As last seen; other processes' use may be some seconds old while nothing runs here. */
  status(): QuotaStatus
  /** Looks at what other processes used. */
  refresh(): Promise<void>
}

type Parts = {
  /** Requests allowed per `windowMs`, read anew for every request. */
  limit: number | (() => number)
  windowMs: number
  /** False while nobody chose the limit: a policy that the service names may then raise it. Default: true. */
  limitIsSet?: () => boolean
  clock: Clock
  /** Default: in memory, for this quota alone. */
  book?: QuotaBook
  changed: (status: QuotaStatus) => void
}

/** A place in the quota. `moment`: see `paceRefused`. */
type Place = { id: string; moment: number }

/** At most one `changed` in this time, unless the last place was taken or all work has ended. */
const quietMs = 200
/** How often a quota that waits or works looks at what other processes did. */
const lookMs = 2_000
/** A timer that ends this much early by the clock has met one that was set back. */
const setBackMs = 1_000

export async function createQuota(parts: Parts): Promise<Quota> {
  const { limit, windowMs, limitIsSet, clock, book = createMemoryBook(), changed } = parts
  const owner = randomUUID()
  const setting = (): QuotaSetting => ({
    limit: typeof limit === 'number' ? limit : limit(),
    windowMs,
    isSet: limitIsSet?.() ?? true,
  })
  const keeper = createKeeper({ book, clock, setting })
  const line = createWaitingLine<Place>()
  let placesGiven = 0
  let underWay = 0
  await keeper.refresh()

  const waitFor = (priority: Priority): number =>
    waitMs(keeper.view(), clock.now(), setting(), { owner, priority })
  const status = (): QuotaStatus =>
    toQuotaStatus(keeper.view(), clock.now(), setting(), {
      queued: line.size(),
      nextWaitMs: waitFor('interactive'),
    })
  const isIdle = (): boolean => underWay === 0 && line.size() === 0
  const tell = createTeller({ clock, status, isIdle, changed })

  const end = async (outcome: Outcome): Promise<void> => {
    await keeper.change((state, nowMs, set) => ({ state: finish(state, nowMs, set, outcome), result: null }))
    underWay -= 1
  }

  /** The line may have changed while the place was asked for: it goes to who is first now, if it fits them. */
  const give = async (place: Place, askedFor: Priority): Promise<void> => {
    underWay += 1
    const first = line.peek()
    if (first && goesFirst(first.priority, askedFor)) first.go(place)
    else await end({ id: place.id, counted: false, refused: false, seen: null })
  }

  let marked = 0
  /** Other processes know how many of a person's calls wait here. */
  const mark = async (): Promise<void> => {
    if (line.sizeOf('interactive') > 0 || marked === 0) return
    marked = 0
    await keeper.change((state) => ({ state: unmark(state, owner), result: null }))
  }

  let alarm: AbortController | undefined
  const wakeIn = (ms: number): void => {
    const own = new AbortController()
    alarm = own
    const dueMs = clock.now() + ms
    const wake = async (): Promise<void> => {
      const backMs = dueMs - clock.now()
      if (backMs > setBackMs) await keeper.wasSetBack(backMs)
      pump()
    }
    clock.sleep(ms, own.signal).then(wake, () => undefined)
  }

  const serve = async (): Promise<void> => {
    alarm?.abort()
    await mark()
    for (let next = line.peek(); next; next = line.peek()) {
      const { priority } = next
      const calls = line.sizeOf('interactive')
      const ms = waitFor(priority)
      const isUnmarked = book.shared && calls > marked
      if (ms > 0 && !isUnmarked) return Number.isFinite(ms) ? wakeIn(ms) : undefined
      const id = `${owner} ${placesGiven++}`
      const admission = await keeper.change((state, nowMs, set) =>
        admit(state, nowMs, set, { id, owner, priority, calls }),
      )
      if (priority === 'interactive') marked = admission.admitted ? Math.min(marked, calls - 1) : calls
      if (admission.admitted) await give({ id, moment: admission.moment }, priority)
    }
  }

  let serving = false
  let again = false
  const serveAll = async (): Promise<void> => {
    serving = true
    try {
      for (again = true; again; ) {
        again = false
        await serve()
      }
    } catch (error) {
      line.fail(error)
    } finally {
      // In the same step as the last look at `again`: whoever joins in between would be forgotten.
      serving = false
    }
  }
  function pump(): void {
    again = true
    if (!serving) void serveAll()
  }

  const refresh = async (): Promise<void> => {
    await keeper.refresh()
    tell()
    pump()
  }
  const follow = createFollower({ clock, isIdle, look: refresh })

  const run: Quota['run'] = async (priority, signal, work) => {
    const joined = line.join(priority, signal, pump)
    if (book.shared) follow.start()
    const { id, moment } = await joined
    const outcome: Outcome = { id, counted: true, refused: false, seen: null }
    let refusal: Promise<unknown> | undefined
    try {
      tell()
      return await work({
        unsent: () => {
          outcome.counted = false
        },
        refused: (retryAfterMs) => {
          outcome.refused = true
          refusal = keeper.change((state, nowMs, set) => ({
            state: refuse(state, nowMs, set, { retryAfterMs, moment }),
            result: null,
          }))
        },
        told: (seen) => {
          outcome.seen = seen
        },
      })
    } finally {
      await refusal
      await end(outcome)
      pump()
      tell()
      if (isIdle()) follow.stop()
    }
  }

  return { run, status, refresh }
}

type TellerParts = {
  clock: Clock
  status: () => QuotaStatus
  isIdle: () => boolean
  changed: (status: QuotaStatus) => void
}

function createTeller({ clock, status, isIdle, changed }: TellerParts): () => void {
  let told = { at: Number.NEGATIVE_INFINITY, left: Number.POSITIVE_INFINITY }
  return () => {
    const at = clock.now()
    const isEarly = Math.abs(at - told.at) < quietMs
    const now = status()
    if (isEarly && !isIdle() && (now.left > 0 || told.left === 0)) return
    told = { at, left: now.left }
    changed(now)
  }
}

/** Looks again and again while something waits or is under way. */
function createFollower({
  clock,
  isIdle,
  look,
}: {
  clock: Clock
  isIdle: () => boolean
  look: () => Promise<void>
}) {
  let stopped: AbortController | undefined
  const follow = async (signal: AbortSignal): Promise<void> => {
    while (!isIdle()) {
      await clock.sleep(lookMs, signal)
      await look()
    }
  }
  return {
    start(): void {
      if (stopped) return
      const own = new AbortController()
      stopped = own
      follow(own.signal)
        .catch(() => undefined)
        .finally(() => {
          if (stopped === own) stopped = undefined
        })
    },
    stop: (): void => stopped?.abort(),
  }
}
