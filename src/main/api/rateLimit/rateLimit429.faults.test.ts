import { describe, expect, it, vi } from 'vitest'
import {
  createJournalRateLimitStore,
  createMemoryRateLimitStore,
  type RateLimitStore,
} from '../../store/rateLimitStore.ts'
import { openQuotaJournal } from '../../store/testing/openQuotaJournal.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { createVirtualClock } from '../testing/virtualClock.ts'
import { createRateLimiter, type RateLimiter } from './rateLimiter.ts'
import { createLimitedService, limit, windowMs } from './testing/limitedService.ts'

// For the full run on a busy computer.
vi.setConfig({ testTimeout: 180_000 })

const nothing = () => {}
const cases = scale(8, 300)
const mostRefusedPercent = 2

describe('a 429', () => {
  it.each([
    ['with Retry-After', (random: () => number) => Math.ceil(random() * 90) * 1000],
    ['without Retry-After', () => null],
  ])('%s makes every caller of every process wait', async (title, retryAfter) => {
    const journal = await openQuotaJournal()
    let early = 0
    for (let seed = 1; seed <= cases; seed++) {
      await journal.database.query.updateTable('quota').set({ state: '' }).execute()
      const stores = [
        createJournalRateLimitStore(journal.database),
        createJournalRateLimitStore(journal.database),
      ]
      early += await runWith429(stores, seed, retryAfter)
    }
    await journal.close()
    printFigure('10', `429 ${title}, two processes`, { cases, 'requests in the pause': early })
    expect(early).toBe(0)
  })

  it('(mutant: only the refused caller waits) is caught', async () => {
    const stores = [
      withoutSharedPauses(createMemoryRateLimitStore()),
      withoutSharedPauses(createMemoryRateLimitStore()),
    ]
    expect(await runWith429(stores, 1, () => 30_000)).toBeGreaterThan(0)
  })

  it('(mutant: only the refused process waits) is caught', async () => {
    const stores = [createMemoryRateLimitStore(), createMemoryRateLimitStore()]
    expect(await runWith429(stores, 1, () => 30_000)).toBeGreaterThan(0)
  })
})

describe('another client that uses 30% of the limit', () => {
  it.each([
    ['without headers', false],
    ['with rate headers', true],
  ])('%s costs few refusals, and the rest is used', async (title, headers) => {
    const figures = await runBesideOtherClient(headers, createMemoryRateLimitStore())
    printFigure('10', `another client uses 30%, ${title}`, figures)
    expect(figures['% refused']).toBeLessThan(mostRefusedPercent)
    expect(figures['% of the rest used']).toBeGreaterThan(70)
  })

  it('(mutant: ignores refusals) is caught', async () => {
    const figures = await runBesideOtherClient(false, withoutSharedPauses(createMemoryRateLimitStore()))
    expect(figures['% refused']).toBeGreaterThan(mostRefusedPercent)
  })
})

/** Wraps a store so that it forgets pauses and spacing: only the refused caller waits. */
function withoutSharedPauses(store: RateLimitStore): RateLimitStore {
  return {
    shared: store.shared,
    change: (edit) =>
      store.change((before) => {
        const { state, result } = edit(before)
        const spacing = { ...state.spacing, step: 0, openAtMs: 0, pausedUntilMs: 0 }
        return { state: { ...state, spacing }, result }
      }),
  }
}

/**
 * Runs callers of three priorities in each process; once, at a random time, the service responds with 429. Returns the
 * number of requests sent between that response and the end of the requested pause (one second if it stated none).
 */
async function runWith429(
  stores: RateLimitStore[],
  seed: number,
  retryAfter: (random: () => number) => number | null,
): Promise<number> {
  const { clock, finish } = createVirtualClock()
  const random = createSeededRandom(seed)
  const quotas = await Promise.all(
    stores.map((store) =>
      createRateLimiter({ limit: () => limit, windowMs, clock, store, changed: nothing }),
    ),
  )
  const refuseAtMs = clock.now() + random() * 8_000
  let pause: { fromMs: number; untilMs: number } | null = null
  const leftMs: number[] = []
  const call = async (quota: RateLimiter, priority: 'interactive' | 'polling' | 'batch') => {
    await quota.run(priority, undefined, async (slot) => {
      leftMs.push(clock.now())
      await clock.sleep(20 + random() * 380)
      if (pause || clock.now() < refuseAtMs) return
      const ms = retryAfter(random)
      pause = { fromMs: clock.now(), untilMs: clock.now() + (ms ?? 1_000) }
      slot.markRateLimited(ms)
    })
  }
  const work = quotas.flatMap((quota) => [
    ...Array.from({ length: 40 }, () => call(quota, 'batch')),
    ...Array.from({ length: 10 }, () => call(quota, 'polling')),
    ...Array.from({ length: 6 }, async () => {
      await clock.sleep(random() * 20_000)
      await call(quota, 'interactive')
    }),
  ])
  await finish(Promise.all(work))
  const { fromMs, untilMs } = pause ?? { fromMs: 0, untilMs: 0 }
  // Without a 429 the run would prove nothing.
  expect(fromMs).toBeGreaterThan(0)
  return leftMs.filter((at) => at > fromMs && at < untilMs).length
}

/**
 * Runs a batch (an hour in the full form) behind a sliding limiter while another client takes 30 a minute at random
 * times.
 */
async function runBesideOtherClient(headers: boolean, store: RateLimitStore) {
  const { clock, advance } = createVirtualClock()
  const service = createLimitedService({ clock, kind: 'sliding', seed: 21 })
  const quota = await createRateLimiter({ limit: () => limit, windowMs, clock, store, changed: nothing })
  const random = createSeededRandom(22)
  const ours = { sent: 0, refused: 0 }
  const minutes = scale(20, 60)
  const endMs = clock.now() + minutes * windowMs
  const otherClient = async () => {
    for (;;) {
      await clock.sleep(-Math.log(1 - random()) * (windowMs / 30))
      service.arrive()
    }
  }
  const seen = () => {
    const used = service.accepted.filter((at) => at > clock.now() - windowMs)
    const resetMs = (used[0] ?? clock.now()) + windowMs - clock.now()
    return { limit, windowMs: null, remaining: Math.max(0, limit - used.length), resetMs }
  }
  const caller = async () => {
    while (clock.now() < endMs)
      await quota.run('batch', undefined, async (slot) => {
        const { refused, retryAfterMs } = await service.request()
        ours.sent += 1
        if (headers) slot.reportLimit(seen())
        if (!refused) return
        ours.refused += 1
        slot.markRateLimited(retryAfterMs)
      })
  }
  void otherClient()
  for (let nth = 0; nth < 10; nth++) void caller()
  await advance(minutes * windowMs)
  return {
    '% refused': Number(((100 * ours.refused) / ours.sent).toFixed(2)),
    '% of the rest used': Math.round((100 * (ours.sent - ours.refused)) / (70 * minutes)),
  }
}
