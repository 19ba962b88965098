import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { QuotaStatus } from '../../../shared/contract/state.ts'
import type { Clock } from '../../ports.ts'
import { createMemoryRateLimitStore, type RateLimitStore } from '../../store/rateLimitStore.ts'
import { createVirtualClock } from '../testing/virtualClock.ts'
import { createRateLimiter, type RateLimiter } from './rateLimiter.ts'
import { createStateReplica } from './stateReplica.ts'
import { effectiveRules, recordResponse } from './window.ts'

const windowMs = 60_000
const limit = 100

/** Sets up quotas on one store and one clock, each acting as a separate process. */
function setUp(options: { limit?: number; clock?: (clock: Clock) => Clock } = {}) {
  const time = createVirtualClock()
  const clock = options.clock?.(time.clock) ?? time.clock
  const store: RateLimitStore = { ...createMemoryRateLimitStore(), shared: true }
  const statuses: QuotaStatus[] = []
  const start = (own: RateLimitStore = store, hasEnded = () => false): Promise<RateLimiter> =>
    createRateLimiter({
      limit: () => options.limit ?? limit,
      windowMs,
      clock,
      store: own,
      owners: { newOwner: randomUUID, hasEnded },
      changed: (status) => statuses.push(status),
    })
  const repeat = (quota: RateLimiter, count: number, ms = 50) =>
    Array.from({ length: count }, () => quota.run('batch', undefined, () => time.clock.sleep(ms)))
  return { ...time, clock, store, statuses, start, repeat }
}

describe('two processes with one quota', () => {
  it('send no more than the limit together', async () => {
    const { start, repeat, clock, finish } = setUp()
    const [a, b] = [await start(), await start()]
    const startMs = clock.now()
    await finish(Promise.all([...repeat(a, 60), ...repeat(b, 41)]))
    expect(clock.now() - startMs).toBeGreaterThan(windowMs)
    expect(clock.now() - startMs).toBeLessThan(windowMs + 5_000)
  })

  it('show each other’s use, within seconds while busy and immediately on refresh', async () => {
    const { start, repeat, clock, finish, advance } = setUp()
    const [a, b] = [await start(), await start()]
    await finish(Promise.all(repeat(a, 10)))
    expect(b.status().left).toBe(100)
    await b.refresh()
    expect(b.status().left).toBe(90)
    void b.run('batch', undefined, () => clock.sleep(30_000))
    await finish(Promise.all(repeat(a, 10)))
    await advance(2_100)
    expect(b.status().left).toBe(79)
  })

  it('let an interactive call in the other process go first', async () => {
    const { start, repeat, clock, finish, advance } = setUp()
    const [batch, person] = [await start(), await start()]
    const all = Promise.all(repeat(batch, 250))
    await advance(20_000)
    const startMs = clock.now()
    let answeredMs = 0
    const served = person.run('interactive', undefined, async () => {
      answeredMs = clock.now()
    })
    await finish(served)
    // The first slot of the first burst is free one window after its response.
    expect(answeredMs - startMs).toBeLessThan(windowMs - 20_000 + 200)
    await finish(all)
  })

  it('reserve capacity for a user who has called in the other process', async () => {
    const { start, repeat, clock, advance } = setUp()
    const [batch, person] = [await start(), await start()]
    await person.run('interactive', undefined, async () => undefined)
    void repeat(batch, 400)
    for (let minute = 0; minute < 4; minute++) {
      await advance(45_000)
      const startMs = clock.now()
      let answeredMs = Number.POSITIVE_INFINITY
      void person.run('interactive', undefined, async () => {
        answeredMs = clock.now()
      })
      await advance(1_000)
      expect(answeredMs - startMs).toBeLessThan(1_000)
    }
  })

  it('count the requests in flight of a dead process until the service has certainly forgotten them', async () => {
    const { start, clock, finish, advance } = setUp({ limit: 1 })
    const never = new Promise<never>(() => {})
    void (await start()).run('batch', undefined, () => never)
    await advance(0)
    const startMs = clock.now()
    await finish((await start()).run('batch', undefined, async () => undefined))
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(30_000 + windowMs)
    expect(clock.now() - startMs).toBeLessThan(30_000 + windowMs + 3_000)
  })

  it('wait for the requests in flight of another process unless it is known to have died', async () => {
    const { start, clock, finish, advance, store } = setUp()
    void (await start()).run('batch', undefined, () => new Promise<never>(() => {}))
    await advance(0)
    const startMs = clock.now()
    const waitedMs = async (hasEnded: () => boolean) =>
      finish((await start(store, hasEnded)).run('batch', undefined, async () => clock.now() - startMs))
    expect(await waitedMs(() => true)).toBeLessThan(100)
    expect(await waitedMs(() => false)).toBeGreaterThan(4_900)
  })

  it('reserve no capacity for an interactive call that was canceled', async () => {
    const { start, repeat, clock, finish, advance } = setUp({ limit: 2 })
    const [batch, person] = [await start(), await start()]
    const startMs = clock.now()
    await finish(Promise.all(repeat(batch, 1)))
    await advance(20_000)
    await finish(Promise.all(repeat(batch, 1)))
    const stop = new AbortController()
    const given = person.run('interactive', stop.signal, async () => undefined)
    await advance(1_000)
    stop.abort(new Error('gone'))
    await expect(given).rejects.toThrow('gone')
    await finish(Promise.all(repeat(batch, 1)))
    expect(clock.now() - startMs).toBeLessThan(windowMs + 500)
  })
})

describe('a store that fails', () => {
  it('fails no request, and is updated when it works again', async () => {
    const { start, repeat, store, finish } = setUp()
    let works = true
    const flaky: RateLimitStore = {
      shared: true,
      change: (edit) => (works ? store.change(edit) : Promise.reject(new Error('the disk is full'))),
    }
    const quota = await start(flaky)
    await finish(Promise.all(repeat(quota, 5)))
    works = false
    await finish(Promise.all(repeat(quota, 7)))
    expect(quota.status().left).toBe(88)
    works = true
    const other = await start()
    expect(other.status().left).toBe(95)
    await quota.refresh()
    await other.refresh()
    expect(other.status().left).toBe(88)
  })

  it('is updated once, however many changes wait for it to work again', async () => {
    const { store, clock } = setUp()
    let works = false
    let last: Promise<unknown> = Promise.resolve()
    const flaky: RateLimitStore = {
      shared: true,
      change: (edit) => {
        const next = last.then(() => (works ? store.change(edit) : Promise.reject(new Error('disk full'))))
        last = next.catch(() => undefined)
        return next
      },
    }
    const settings = () => ({ limit, windowMs, isSet: true })
    const replica = createStateReplica({ store: flaky, clock, settings })
    const receive = () =>
      replica.change((state, nowMs, current) => ({
        state: recordResponse(state, nowMs, effectiveRules(state, current)),
        result: null,
      }))
    await receive()
    works = true
    await Promise.all([receive(), receive(), receive()])
    expect(replica.view().received.reduce((sum, [, count]) => sum + count, 0)).toBe(4)
  })
})

describe('a clock that is set back', () => {
  const hourMs = 3_600_000
  /** A clock that shows an hour less once `back.ms` is set. Waits keep their length. */
  const settable = (back: { ms: number }) => (clock: Clock) => ({
    ...clock,
    now: () => clock.now() - back.ms,
  })

  it.each([true, false])('during a wait does not extend the wait (shared store: %s)', async (shared) => {
    const back = { ms: 0 }
    const { start, repeat, store, finish, advance, clock } = setUp({ limit: 5, clock: settable(back) })
    const quota = await start({ ...store, shared })
    await finish(Promise.all(repeat(quota, 5)))
    const startMs = clock.now()
    const waiting = quota.run('batch', undefined, async () => undefined)
    await advance(10_000)
    back.ms = hourMs
    await finish(waiting)
    const tookMs = clock.now() + hourMs - startMs
    expect(tookMs).toBeGreaterThan(windowMs - 2_000)
    // The clock is read every 2 s, so the time between the last reading and its setback is unknown.
    expect(tookMs).toBeLessThan(windowMs + 2_000)
  })

  it('between two runs causes a wait of at most one window', async () => {
    const back = { ms: 0 }
    const { start, repeat, finish, clock } = setUp({ limit: 5, clock: settable(back) })
    await finish(Promise.all(repeat(await start(), 5)))
    back.ms = hourMs
    const startMs = clock.now()
    await finish((await start()).run('batch', undefined, async () => undefined))
    expect(clock.now() - startMs).toBeLessThan(windowMs + 1_000)
  })

  it('does not change the length of a pause', async () => {
    const back = { ms: 0 }
    const { start, finish, clock } = setUp({ clock: settable(back) })
    const quota = await start()
    await finish(quota.run('batch', undefined, async (slot) => slot.markRateLimited(30_000)))
    back.ms = hourMs
    const startMs = clock.now()
    await finish(quota.run('interactive', undefined, async () => undefined))
    expect(clock.now() - startMs).toBeGreaterThanOrEqual(29_000)
    expect(clock.now() - startMs).toBeLessThan(31_000)
  })
})

describe('the displayed status', () => {
  it('states when the whole limit is free, and when all waiting calls will have been sent', async () => {
    const { start, repeat, finish, advance, clock } = setUp({ limit: 10 })
    const quota = await start()
    expect(quota.status()).toEqual({
      limit: 10,
      windowMs,
      left: 10,
      waitMs: 0,
      resetMs: 0,
      queued: 0,
      etaMs: null,
      paused: false,
    })
    await finish(Promise.all(repeat(quota, 4)))
    expect(quota.status()).toMatchObject({ left: 6, resetMs: windowMs, etaMs: null })
    const startMs = clock.now()
    const all = Promise.all(repeat(quota, 26))
    await advance(10_000)
    const { queued, etaMs, left } = quota.status()
    expect({ queued, left }).toEqual({ queued: 20, left: 0 })
    await finish(all)
    const tookMs = clock.now() - startMs - 10_000
    expect(Math.abs((etaMs ?? 0) - tookMs)).toBeLessThan(3_000)
  })

  it('states that the service requested a pause, and for how long', async () => {
    const { start, finish, advance, statuses } = setUp()
    const quota = await start()
    await finish(quota.run('batch', undefined, async (slot) => slot.markRateLimited(30_000)))
    expect(statuses.at(-1)).toMatchObject({ paused: true })
    expect(quota.status().waitMs).toBeGreaterThanOrEqual(30_000)
    await advance(31_000)
    expect(quota.status()).toMatchObject({ paused: false, waitMs: 0 })
  })

  it('states a pause longer than the window as the wait, and the capacity by its window', async () => {
    const { start, finish } = setUp()
    const quota = await start()
    await finish(quota.run('batch', undefined, async (slot) => slot.markRateLimited(3 * windowMs)))
    expect(quota.status().waitMs).toBeGreaterThanOrEqual(3 * windowMs)
    expect(quota.status().resetMs).toBe(windowMs)
  })

  it('states the reset named by the service, even if it is after our window', async () => {
    const { start, finish } = setUp()
    const quota = await start()
    const seen = { limit: null, windowMs: null, remaining: 2, resetMs: 10 * windowMs }
    await finish(quota.run('batch', undefined, async (slot) => slot.reportLimit(seen)))
    expect(quota.status().resetMs).toBe(10 * windowMs)
  })
})

describe('many requests', () => {
  it('are counted in steps, so that the stored state stays small', async () => {
    const { start, repeat, store, finish } = setUp({ limit: 100_000 })
    await finish(Promise.all(repeat(await start(), 2_000, 5)))
    const size = await store.change((state) => ({ state, result: state.received.length }))
    expect(size).toBeLessThan(50)
  })
})
