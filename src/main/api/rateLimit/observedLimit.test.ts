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
  /** Sends one request whose response has these headers. */
  const answered = (seen: Partial<ObservedLimit>) =>
    time.finish(quota.run('batch', undefined, async (slot) => slot.reportLimit({ ...noLimit, ...seen })))
  return { ...time, quota, answered }
}

describe('a limit in the headers', () => {
  it('applies if it is smaller and has no window', async () => {
    const { quota, answered } = await setUp()
    await answered({ limit: 40 })
    expect(quota.status()).toMatchObject({ limit: 40, windowMs, left: 39 })
  })

  it('is ignored if it is larger and has no window, since it may be per hour', async () => {
    const { quota, answered } = await setUp()
    await answered({ limit: 5000 })
    expect(quota.status()).toMatchObject({ limit: 100, left: 99 })
  })

  it('may be larger if a policy states its window and the user chose no limit', async () => {
    const { quota, answered } = await setUp()
    await answered({ limit: 600, windowMs: 30_000 })
    expect(quota.status()).toMatchObject({ limit: 600, windowMs: 30_000, left: 599 })
  })

  it('applies together with the limit that the user chose; the stricter one counts', async () => {
    const { quota, answered } = await setUp({ isSet: true })
    await answered({ limit: 120, windowMs: 3_600_000 })
    expect(quota.status()).toMatchObject({ limit: 120, windowMs: 3_600_000, left: 99 })
    await answered({ limit: 600, windowMs: 30_000 })
    expect(quota.status()).toMatchObject({ limit: 100, windowMs, left: 98 })
  })

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])('is ignored if it is %d', async (limit) => {
    const { quota, answered } = await setUp()
    await answered({ limit, windowMs: 1e12 })
    expect(quota.status()).toMatchObject({ limit: 100, windowMs, left: 99 })
  })

  it('expires a day after it was last seen', async () => {
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

  it.each([0, 1000, 2000])('is ignored if it has no window and resets within %d ms', async (resetMs) => {
    const { quota, answered } = await setUp()
    await answered({ limit: 10, resetMs })
    expect(quota.status()).toMatchObject({ limit: 100, left: 99 })
    await answered({ limit: 10, resetMs: 2001 })
    expect(quota.status().limit).toBe(10)
    await answered({ limit: 10, resetMs, windowMs: 1000 })
    expect(quota.status()).toMatchObject({ limit: 10, windowMs: 1000 })
  })

  it('applies an hourly policy over its whole hour', async () => {
    const { quota, clock, answered, finish } = await setUp()
    await answered({ limit: 3, windowMs: 3_600_000 })
    const startMs = clock.now()
    const request = () => quota.run('batch', undefined, async () => undefined)
    await finish(Promise.all([request(), request(), request()]))
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(3_600_000)
  })
})

describe('fewer remaining requests in the headers than we count', () => {
  it('count as used by other clients until the service resets its count', async () => {
    const { quota, answered, advance } = await setUp()
    await answered({ remaining: 30, resetMs: 20_000 })
    expect(quota.status()).toMatchObject({ left: 30, limit: 100 })
    await advance(20_001)
    expect(quota.status().left).toBe(99)
  })

  it('count for one window if the service states no reset', async () => {
    const { quota, answered, advance } = await setUp()
    await answered({ remaining: 0 })
    expect(quota.status()).toMatchObject({ left: 0, waitMs: windowMs })
    await advance(windowMs + 100)
    expect(quota.status().left).toBe(100)
  })

  it('are updated by each response', async () => {
    const { quota, answered } = await setUp()
    await answered({ remaining: 10, resetMs: 20_000 })
    await answered({ remaining: 98, resetMs: 20_000 })
    expect(quota.status().left).toBe(98)
  })

  it('are ignored when they are more than we count', async () => {
    const { quota, answered } = await setUp()
    await answered({ remaining: 4000 })
    expect(quota.status().left).toBe(99)
  })
})

describe('a limit that the user changes', () => {
  it('applies from the next request on', async () => {
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
    // One slot is free only after all three requests have left the window.
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(windowMs)
  })
})
