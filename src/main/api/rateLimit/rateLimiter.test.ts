import { describe, expect, it } from 'vitest'
import type { QuotaStatus } from '../../../shared/contract/state.ts'
import { createMemoryRateLimitStore, type RateLimitStore } from '../../store/rateLimitStore.ts'
import { createVirtualClock } from '../testing/virtualClock.ts'
import { createRateLimiter } from './rateLimiter.ts'

const windowMs = 60_000

/** Returns network jitter, the same in every run. */
function createLatency() {
  let seed = 7
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return 40 + (seed / 2_147_483_648) * 120
  }
}

async function setUp(options: { limit?: number; store?: RateLimitStore; startMs?: number } = {}) {
  const time = createVirtualClock(options.startMs)
  const store = options.store ?? createMemoryRateLimitStore()
  const statuses: QuotaStatus[] = []
  const quota = await createRateLimiter({
    limit: () => options.limit ?? 100,
    windowMs,
    clock: time.clock,
    store,
    changed: (status) => statuses.push(status),
  })
  return { ...time, quota, store, statuses }
}

const repeat = (count: number, work: () => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, work))

describe('the quota', () => {
  it('serves interactive calls first, then polling, batch and offline sync', async () => {
    const { quota, clock, settle, finish } = await setUp()
    const served: string[] = []
    const call = (priority: 'interactive' | 'polling' | 'batch' | 'offlineSync') =>
      quota.run(priority, undefined, async () => {
        await clock.sleep(50)
        served.push(priority)
      })
    const first = call('batch')
    await settle()
    const rest = [call('offlineSync'), call('batch'), call('polling'), call('interactive')]
    await finish(Promise.all([first, ...rest]))
    expect(served).toEqual(['batch', 'interactive', 'polling', 'batch', 'offlineSync'])
  })

  it('starts with one batch request at a time, and allows an interactive one beside it', async () => {
    const { quota, clock, settle, finish } = await setUp()
    let running = 0
    const work = async () => {
      running += 1
      await clock.sleep(100)
    }
    const calls = [quota.run('batch', undefined, work), quota.run('batch', undefined, work)]
    await settle()
    expect(running).toBe(1)
    calls.push(quota.run('interactive', undefined, work))
    await settle()
    expect(running).toBe(2)
    await finish(Promise.all(calls))
  })

  it('adapts to an undeclared small burst at the cost of few refusals', async () => {
    const { quota, clock, finish } = await setUp()
    const latency = createLatency()
    const bucket = { tokens: 10, at: clock.now() }
    let refusals = 0
    let lastServedAt = 0
    const request = async (): Promise<'served' | 'refused'> => {
      await clock.sleep(latency())
      const now = clock.now()
      bucket.tokens = Math.min(10, bucket.tokens + ((now - bucket.at) * 100) / windowMs)
      bucket.at = now
      const served = bucket.tokens >= 1
      if (served) {
        bucket.tokens -= 1
        lastServedAt = now
      } else refusals += 1
      await clock.sleep(latency())
      return served ? 'served' : 'refused'
    }
    const untilServed = async () => {
      for (;;) {
        const outcome = await quota.run('batch', undefined, async (slot) => {
          const answer = await request()
          if (answer === 'refused') slot.markRateLimited(1000)
          return answer
        })
        if (outcome === 'served') return
      }
    }
    const start = clock.now()
    await finish(repeat(500, untilServed))
    expect(refusals).toBeLessThanOrEqual(3)
    expect(lastServedAt - start).toBeLessThan((490 * 600) / 0.95)
  })

  it('treats responses dated in the future as just received', async () => {
    const later = await setUp({ limit: 1, startMs: Date.UTC(2030, 0, 1) })
    await later.finish(later.quota.run('batch', undefined, async () => undefined))
    const { quota, clock, finish } = await setUp({ limit: 1, store: later.store })
    const start = clock.now()
    await finish(quota.run('batch', undefined, async () => undefined))
    expect(clock.now() - start).toBeLessThan(windowMs + 1000)
  })

  it('lets a waiting call leave the queue when it is aborted', async () => {
    const { quota, clock, finish, settle } = await setUp({ limit: 1 })
    await finish(quota.run('batch', undefined, () => clock.sleep(5)))
    const stop = new AbortController()
    let ran = false
    const waiting = quota.run('batch', stop.signal, async () => {
      ran = true
    })
    const next = quota.run('batch', undefined, async () => 'next')
    await settle()
    expect(quota.status().queued).toBe(2)
    stop.abort(new Error('stopped'))
    await expect(waiting).rejects.toThrow('stopped')
    expect(quota.status().queued).toBe(1)
    expect(await finish(next)).toBe('next')
    expect(ran).toBe(false)
  })

  it('releases the slot when the request was certainly never sent', async () => {
    const { quota } = await setUp({ limit: 1 })
    const fail = quota.run('batch', undefined, async (slot) => {
      slot.markUnsent()
      throw new Error('no network')
    })
    await expect(fail).rejects.toThrow('no network')
    expect(quota.status().left).toBe(1)
  })

  it('keeps six requests in flight when the limit is large', async () => {
    const { quota, clock, finish } = await setUp({ limit: 6000 })
    const start = clock.now()
    await finish(repeat(612, () => quota.run('batch', undefined, () => clock.sleep(60))))
    expect(clock.now() - start).toBeLessThanOrEqual(12 * 60 + 100 * 60)
  })

  it('reports the number of requests left and the moment when the last one was taken', async () => {
    const { quota, clock, finish, statuses } = await setUp({ limit: 3 })
    await finish(repeat(3, () => quota.run('batch', undefined, () => clock.sleep(10))))
    expect(statuses.at(-1)).toMatchObject({ limit: 3, left: 0, queued: 0 })
    expect(statuses.at(-1)?.waitMs).toBeGreaterThan(windowMs - 100)
  })
})
