import { describe, expect, it, vi } from 'vitest'
import type { LimiterName } from '../../../demoService/options.ts'
import {
  createJournalRateLimitStore,
  createMemoryRateLimitStore,
  type RateLimitState,
  type RateLimitStore,
} from '../../store/rateLimitStore.ts'
import { openQuotaJournal } from '../../store/testing/openQuotaJournal.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { createVirtualClock } from '../testing/virtualClock.ts'
import { createRateLimiter } from './rateLimiter.ts'
import { createLimitedService, limit, windowMs } from './testing/limitedService.ts'

// For the full run on a busy computer.
vi.setConfig({ testTimeout: 180_000 })

const kinds: LimiterName[] = ['fixed', 'sliding', 'bucket']
const nothing = () => {}

describe.each(kinds)('behind a limiter of the kind %s', (kind) => {
  it('uses the whole limit and is never refused', async () => {
    const { percent, refusals } = await runBatch(kind, createMemoryRateLimitStore())
    printFigure('9', `batch of 1000, ${kind}`, { '% of the optimum': percent.toFixed(1), refusals })
    expect(refusals).toBe(0)
    expect(percent).toBeGreaterThan(98)
  })

  it('serves an interactive call within a second at p95 while a batch runs', async () => {
    const p95Ms = await runBesideBatch(kind)
    printFigure('9', `a person's calls beside a batch, ${kind}`, { 'p95 ms': Math.round(p95Ms) })
    expect(p95Ms).toBeLessThan(1000)
  })

  it('loses no recorded response when it is killed in mid-window', async () => {
    const journal = await openQuotaJournal()
    const figures = await runRestarts(kind, () => createJournalRateLimitStore(journal.database))
    await journal.close()
    const { lives, refusals, percent } = figures
    printFigure('9', `killed in mid-window, ${kind}`, { lives, refusals, '% of the limit used': percent })
    expect(refusals).toBe(0)
    expect(percent).toBeGreaterThan(85)
  })

  it('(mutant: forgets recorded responses at a restart) is caught', async () => {
    const { refusals } = await runRestarts(kind, createMemoryRateLimitStore)
    expect(refusals).toBeGreaterThan(0)
  })
})

describe('a pause that the service requested', () => {
  it('outlives the process that received it', async () => {
    const journal = await openQuotaJournal()
    const { lives, early } = await runRestarts(
      'sliding',
      () => createJournalRateLimitStore(journal.database),
      20_000,
    )
    await journal.close()
    printFigure('9', 'killed in a pause of 20 s', { lives, 'requests in it': early })
    expect(early).toBe(0)
  })

  it('(mutant: forgets at a restart) is caught', async () => {
    const { early } = await runRestarts('sliding', createMemoryRateLimitStore, 20_000)
    expect(early).toBeGreaterThan(0)
  })
})

describe('behind a sliding limiter', () => {
  it('(mutant: counts from the sending) is caught', async () => {
    const { refusals } = await runBatch('sliding', countingFromTheSending(createMemoryRateLimitStore()))
    expect(refusals).toBeGreaterThan(0)
  })
})

/** Wraps a store so that it frees a slot one window after the request was sent. */
function countingFromTheSending(store: RateLimitStore): RateLimitStore {
  const early = (before: RateLimitState, after: RateLimitState): RateLimitState => {
    const ended = before.inFlight.find((place) => !after.inFlight.some(({ id }) => id === place.id))
    if (!ended) return after
    const received = [...after.received.slice(0, -1), [ended.sinceMs, 1]] as RateLimitState['received']
    return { ...after, received: received.toSorted((a, b) => a[0] - b[0]) }
  }
  return {
    shared: false,
    change: (edit) =>
      store.change((state) => {
        const { state: after, result } = edit(state)
        return { state: early(state, after), result }
      }),
  }
}

/** Runs a batch of 1000. `percent` is the share of the limiter's allowance used after the first burst. */
async function runBatch(kind: LimiterName, store: RateLimitStore) {
  const { clock, finish } = createVirtualClock()
  const service = createLimitedService({ clock, kind, seed: 9 })
  const quota = await createRateLimiter({ limit: () => limit, windowMs, clock, store, changed: nothing })
  const count = 1000
  const call = async () => {
    for (let again = true; again; )
      again = await quota.run('batch', undefined, async (slot) => {
        const { refused, retryAfterMs } = await service.request()
        if (refused) slot.markRateLimited(retryAfterMs)
        return refused
      })
  }
  await finish(Promise.all(Array.from({ length: count }, call)))
  const tookMs = (service.accepted.at(-1) ?? 0) - (service.accepted[0] ?? 0)
  const bestMs = ((count - limit) * windowMs) / limit
  return { percent: (100 * bestMs) / tookMs, refusals: service.refusals.length }
}

/** Returns the p95 of the response time of interactive calls, about four a minute, beside a batch. */
async function runBesideBatch(kind: LimiterName): Promise<number> {
  const { clock, advance } = createVirtualClock()
  const service = createLimitedService({ clock, kind, seed: 10 })
  const quota = await createRateLimiter({ limit: () => limit, windowMs, clock, changed: nothing })
  // At each start, the app requests the profile of the signed-in user.
  void quota.run('interactive', undefined, () => service.request())
  await advance(1_000)
  const tookMs: number[] = []
  const call = async (priority: 'interactive' | 'batch') => {
    const startMs = clock.now()
    await quota.run(priority, undefined, () => service.request())
    if (priority === 'interactive') tookMs.push(clock.now() - startMs)
  }
  const calls = scale(40, 500)
  for (let nth = 0; nth < calls * 30; nth++) void call('batch')
  const random = createSeededRandom(11)
  for (let nth = 0; nth < calls; nth++) {
    await advance(-Math.log(1 - random()) * 15_000)
    void call('interactive')
  }
  await advance(windowMs)
  return tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length * 0.95)] ?? Number.NaN
}

/**
 * Runs one process after another on the same store. Each is killed at a random time with requests in flight, which
 * still arrive; with `pauseMs`, right after the service requested such a pause. Returns `early`, the number of requests
 * sent during a pause, and `percent`, the share of the limiter's allowance used.
 */
async function runRestarts(kind: LimiterName, openStore: () => RateLimitStore, pauseMs = 0) {
  const { clock, advance } = createVirtualClock()
  const service = createLimitedService({ clock, kind, seed: 12 })
  const random = createSeededRandom(13)
  const never = new Promise<never>(nothing)
  const startMs = clock.now()
  let pausedUntilMs = 0
  let early = 0
  const runs = scale(8, 100)
  for (let run = 0; run < runs; run++) {
    let alive = true
    const opened = openStore()
    const store: RateLimitStore = {
      shared: opened.shared,
      change: (edit) => (alive ? opened.change(edit) : never),
    }
    const quota = await createRateLimiter({ limit: () => limit, windowMs, clock, store, changed: nothing })
    const endMs = clock.now() + 3_000 + random() * 1.2 * windowMs
    const pauseFromMs = pauseMs > 0 ? endMs - 2_000 : Number.POSITIVE_INFINITY
    const call = () =>
      quota.run('batch', undefined, async (slot) => {
        if (clock.now() < pausedUntilMs) early += 1
        await service.request()
        if (!alive) await never
        if (clock.now() < pauseFromMs || clock.now() < pausedUntilMs) return
        slot.markRateLimited(pauseMs)
        pausedUntilMs = clock.now() + pauseMs
      })
    for (let nth = 0; nth < 200; nth++) void call()
    await advance(endMs - clock.now())
    alive = false
  }
  const allowed = limit + ((clock.now() - startMs) * limit) / windowMs
  const percent = Math.round((100 * service.accepted.length) / allowed)
  return { lives: runs, refusals: service.refusals.length, early, percent }
}
