import { describe, expect, it } from 'vitest'
import { createVirtualClock } from '../testing/virtualClock.ts'
import type { ObservedLimit } from './headers.ts'
import { createRateLimiter } from './rateLimiter.ts'

const windowMs = 60_000
const noLimit: ObservedLimit = { limit: null, windowMs: null, remaining: null, resetMs: null }

async function setUp(options: { limit?: () => number; isSet?: boolean } = {}) {
  const time = createVirtualClock()
  const quota = await createRateLimiter({
    limit: options.limit ?? (() => 100),
    limitIsSet: () => options.isSet ?? false,
    windowMs,
    clock: time.clock,
    changed: () => {},
  })
  /** One request whose answer has these headers. */
  const answered = (seen: Partial<ObservedLimit>) =>
    time.finish(quota.run('batch', undefined, async (slot) => slot.reportLimit({ ...noLimit, ...seen })))
  return { ...time, quota, answered }
}

describe('a limit in the headers', () => {
  it('is taken over where it is smaller and no window is named', async () => {
    const { quota, answered } = await setUp()
    await answered({ limit: 40 })
    expect(quota.status()).toMatchObject({ limit: 40, windowMs, left: 39 })
  })

  it('is left alone where it is larger and no window is named: it may be one of an hour', async () => {
    const { quota, answered } = await setUp()
    await answered({ limit: 5000 })
    expect(quota.status()).toMatchObject({ limit: 100, left: 99 })
  })

  it('may be larger where a policy names its window and nobody chose another', async () => {
    const { quota, answered } = await setUp()
    await answered({ limit: 600, windowMs: 30_000 })
    expect(quota.status()).toMatchObject({ limit: 600, windowMs: 30_000, left: 599 })
  })

  it('holds beside the limit that a person chose, whichever allows less', async () => {
    const { quota, answered } = await setUp({ isSet: true })
    await answered({ limit: 120, windowMs: 3_600_000 })
    expect(quota.status()).toMatchObject({ limit: 120, windowMs: 3_600_000, left: 99 })
    await answered({ limit: 600, windowMs: 30_000 })
    expect(quota.status()).toMatchObject({ limit: 100, windowMs, left: 98 })
  })

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])('is passed over when it is %d', async (limit) => {
    const { quota, answered } = await setUp()
    await answered({ limit, windowMs: 1e12 })
    expect(quota.status()).toMatchObject({ limit: 100, windowMs, left: 99 })
  })

  it('is forgotten a day after it was last seen', async () => {
    const dayMs = 86_400_000
    const { quota, answered, advance } = await setUp()
    await answered({ limit: 40 })
    await advance(dayMs - 1000)
    await answered({ limit: 40 })
    await answered({ remaining: 39 })
    await advance(dayMs - 1000)
    expect(quota.status().limit).toBe(40)
    await advance(1001)
    expect(quota.status().limit).toBe(100)
  })

  it.each([0, 1000, 2000])(
    'is left alone without a window where it holds for %d ms only',
    async (resetMs) => {
      const { quota, answered } = await setUp()
      await answered({ limit: 10, resetMs })
      expect(quota.status()).toMatchObject({ limit: 100, left: 99 })
      await answered({ limit: 10, resetMs: 2001 })
      expect(quota.status().limit).toBe(10)
      await answered({ limit: 10, resetMs, windowMs: 1000 })
      expect(quota.status()).toMatchObject({ limit: 10, windowMs: 1000 })
    },
  )

  it('keeps an hourly policy over its whole hour', async () => {
    const { quota, clock, answered, finish } = await setUp()
    await answered({ limit: 3, windowMs: 3_600_000 })
    const startMs = clock.now()
    const request = () => quota.run('batch', undefined, async () => undefined)
    await finish(Promise.all([request(), request(), request()]))
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(3_600_000)
  })
})

describe('fewer places in the headers than we count', () => {
  it('are what somebody else has used, until the service counts anew', async () => {
    const { quota, answered, advance } = await setUp()
    await answered({ remaining: 30, resetMs: 20_000 })
    expect(quota.status()).toMatchObject({ left: 30, limit: 100 })
    await advance(20_001)
    expect(quota.status().left).toBe(99)
  })

  it('are counted for one window where the service does not say when', async () => {
    const { quota, answered, advance } = await setUp()
    await answered({ remaining: 0 })
    expect(quota.status()).toMatchObject({ left: 0, waitMs: windowMs })
    await advance(windowMs + 100)
    expect(quota.status().left).toBe(100)
  })

  it('are reported anew by each answer', async () => {
    const { quota, answered } = await setUp()
    await answered({ remaining: 10, resetMs: 20_000 })
    await answered({ remaining: 98, resetMs: 20_000 })
    expect(quota.status().left).toBe(98)
  })

  it('mean nothing when they are more than we count', async () => {
    const { quota, answered } = await setUp()
    await answered({ remaining: 4000 })
    expect(quota.status().left).toBe(99)
  })
})

describe('a limit that a person changes', () => {
  it('holds from the next request on', async () => {
    const chosen = { limit: 2 }
    const { quota, clock, finish } = await setUp({ limit: () => chosen.limit })
    const request = () => quota.run('batch', undefined, async () => undefined)
    const startMs = clock.now()
    await finish(Promise.all([request(), request()]))
    expect(quota.status()).toMatchObject({ limit: 2, left: 0 })
    chosen.limit = 4
    await finish(request())
    expect(clock.now() - startMs).toBeLessThan(1000)
    expect(quota.status()).toMatchObject({ limit: 4, left: 1 })
    chosen.limit = 1
    expect(quota.status()).toMatchObject({ limit: 1, left: 0 })
    await finish(request())
    // All three places have to come free before one is left of one.
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(windowMs)
  })
})
