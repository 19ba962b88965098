import { describe, expect, it } from 'vitest'
import { createVirtualClock } from '../testing/virtualClock.ts'
import type { ObservedLimit } from './headers.ts'
import { createRateLimiter } from './rateLimiter.ts'

const windowMs = 60_000
const noLimit: ObservedLimit = { limit: null, windowMs: null, remaining: null, resetMs: null }

async function setUp(share: number) {
  const time = createVirtualClock()
  const set = { share }
  const quota = await createRateLimiter({
    limit: () => 100,
    limitIsSet: () => false,
    share: () => set.share,
    windowMs,
    clock: time.clock,
    changed: () => {},
  })
  const left: number[] = []
  const send = (count: number, seen: Partial<ObservedLimit> = {}) =>
    Promise.all(
      Array.from({ length: count }, () =>
        quota.run('batch', undefined, async (slot) => {
          left.push(time.clock.now())
          slot.reportLimit({ ...noLimit, ...seen })
        }),
      ),
    )
  const mostInOneWindow = () =>
    Math.max(...left.map((start) => left.filter((at) => at >= start && at < start + windowMs).length))
  return { ...time, quota, set, left, send, mostInOneWindow }
}

describe('the share of a limit', () => {
  it('limits the requests in any window, and is displayed', async () => {
    const { quota, finish, send, mostInOneWindow } = await setUp(30)
    expect(quota.status()).toMatchObject({ limit: 30, left: 30, share: 30 })
    await finish(send(90))
    expect(mostInOneWindow()).toBe(30)
  })

  it('is not reported if it is the whole limit', async () => {
    const { quota } = await setUp(100)
    expect(quota.status()).toMatchObject({ limit: 100, left: 100 })
    expect('share' in quota.status()).toBe(false)
  })

  it('starts waiting requests immediately when it is raised', async () => {
    const { quota, set, left, clock, settle, advance, send } = await setUp(10)
    void send(60)
    await advance(5000)
    expect(left).toHaveLength(10)
    const raisedAt = clock.now()
    set.share = 60
    await quota.refresh()
    await settle()
    await advance(1000)
    expect(left).toHaveLength(60)
    expect(left.slice(10).every((at) => at >= raisedAt && at <= raisedAt + 1000)).toBe(true)
  })

  it('holds back running work immediately when it is lowered', async () => {
    const { set, left, clock, advance, send, quota } = await setUp(100)
    await advance(0)
    await send(20)
    set.share = 20
    expect(quota.status()).toMatchObject({ limit: 20, left: 0 })
    const loweredAt = clock.now()
    void send(5)
    await advance(windowMs - 1000)
    expect(left).toHaveLength(20)
    await advance(2000)
    expect(left).toHaveLength(25)
    expect(left.slice(20).every((at) => at >= loweredAt + windowMs)).toBe(true)
  })

  it('also applies to the limit that the service states', async () => {
    const { quota, finish, send } = await setUp(50)
    await finish(send(1, { limit: 40 }))
    expect(quota.status()).toMatchObject({ limit: 20, left: 19 })
    await finish(send(1, { limit: 600, windowMs: 30_000 }))
    expect(quota.status()).toMatchObject({ limit: 300, windowMs: 30_000 })
  })

  it('is not reduced by other clients of the account unless the service has no requests left', async () => {
    const { quota, finish, send } = await setUp(50)
    // Other clients used 60. The remaining 39 of 100 may all be ours.
    await finish(send(1, { remaining: 39, resetMs: 60_000 }))
    expect(quota.status()).toMatchObject({ limit: 50, left: 39 })
    await finish(send(1, { remaining: 80, resetMs: 60_000 }))
    expect(quota.status()).toMatchObject({ limit: 50, left: 48 })
  })

  it('leaves at least one request', async () => {
    const { quota, finish, send } = await setUp(10)
    await finish(send(1, { limit: 4 }))
    expect(quota.status()).toMatchObject({ limit: 1, left: 0 })
  })
})
