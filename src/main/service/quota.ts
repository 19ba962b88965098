import type { QuotaStatus } from '../../shared/contract/state.ts'
import type { CallOptions, Clock } from '../ports.ts'
import { createMemoryBook, type QuotaBook } from '../store/quotaBook.ts'
import { type Outcome, refuse } from './quotaDecisions.ts'
import { createDoor, type Place } from './quotaDoor.ts'
import type { SeenLimit } from './quotaHeaders.ts'
import { createKeeper } from './quotaKeeper.ts'
import type { QuotaSetting } from './quotaPlaces.ts'
import { toQuotaStatus } from './quotaStatus.ts'
import { createFollower, createTeller } from './quotaTelling.ts'
import { createWaitingLine } from './waitingLine.ts'

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
  /** Percent of every limit that is used here, read anew for every request. Default: all. */
  share?: () => number
  clock: Clock
  /** Default: in memory, for this quota alone. */
  book?: QuotaBook
  changed: (status: QuotaStatus) => void
}

export async function createQuota(parts: Parts): Promise<Quota> {
  const { limit, windowMs, limitIsSet, share, clock, book = createMemoryBook(), changed } = parts
  const setting = (): QuotaSetting => ({
    limit: typeof limit === 'number' ? limit : limit(),
    windowMs,
    isSet: limitIsSet?.() ?? true,
    share: share?.() ?? 100,
  })
  const keeper = createKeeper({ book, clock, setting })
  await keeper.refresh()
  const line = createWaitingLine<Place>()
  const door = createDoor({ keeper, line, clock, setting, isShared: book.shared })
  const { pump } = door

  const isIdle = (): boolean => door.underWay() === 0 && line.size() === 0
  const status = (): QuotaStatus =>
    toQuotaStatus(keeper.view(), clock.now(), setting(), {
      queued: line.size(),
      nextWaitMs: door.waitFor('interactive'),
    })
  const tell = createTeller({ clock, status, isIdle, changed })
  const refresh = async (): Promise<void> => {
    await keeper.refresh()
    tell()
    pump()
  }
  const follow = createFollower({ clock, isIdle, look: refresh })

  const work = async <T>({ id, moment }: Place, request: (slot: Slot) => Promise<T>): Promise<T> => {
    const outcome: Outcome = { id, counted: true, refused: false, seen: null }
    let refusal: Promise<unknown> | undefined
    try {
      tell()
      return await request({
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
      await door.end(outcome)
      pump()
      tell()
    }
  }

  const run: Quota['run'] = async (priority, signal, request) => {
    const joined = line.join(priority, signal, pump)
    if (book.shared) follow.start()
    try {
      return await work(await joined, request)
    } finally {
      if (isIdle()) follow.stop()
    }
  }

  return { run, status, refresh }
}
