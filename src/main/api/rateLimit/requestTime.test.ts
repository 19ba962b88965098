import { expect, test } from 'vitest'
import { secondsFor } from '../../../shared/domain/requests/requestTime.ts'
import { forEachConcurrently } from '../../concurrency/pool.ts'
import { createVirtualClock } from '../testing/virtualClock.ts'
import { createRateLimiter } from './rateLimiter.ts'
import { createLimitedService, limit, windowMs } from './testing/limitedService.ts'

/** Sends `before` requests, estimates the time for `count` more, and sends those too. */
async function estimateAndSend(count: number, before: number) {
  const time = createVirtualClock()
  const { clock } = time
  const service = createLimitedService({ clock, kind: 'sliding', seed: 7 })
  const quota = await createRateLimiter({ limit, windowMs, clock, changed: () => undefined })
  const send = (requests: number) => {
    const { signal } = new AbortController()
    const items = Array.from({ length: requests }, (_, index) => index)
    return time.finish(
      forEachConcurrently(items, { limit: 4, signal }, () =>
        quota.run('batch', undefined, async () => void (await service.request())),
      ),
    )
  }
  await send(before)
  const estimateS = secondsFor(count, { ...quota.status(), sharing: 0 })
  const startMs = clock.now()
  await send(count)
  return { estimateS, tookS: (clock.now() - startMs) / 1000 }
}

test.each([
  [40, 0],
  [100, 0],
  [160, 0],
  [101, 0],
  [40, 90],
  [1000, 50],
  [3000, 0],
])('%i requests after %i others take about as long as estimated', async (count, before) => {
  const { estimateS, tookS } = await estimateAndSend(count, before)
  // 20% or 15 s: the first twelve requests of a profile are sent one at a time.
  expect(Math.abs(estimateS - tookS)).toBeLessThan(Math.max(15, tookS * 0.2))
})

const unused = { limit: 100, windowMs, left: 100, waitMs: 0, resetMs: 0, sharing: 0 }

test.each([
  [0, 0],
  [48, 5],
  [101, 60],
  [1000, 550],
  [10_000, 5950],
  [30_000, 17_950],
])('%i requests at 100 a minute take about %i s', (requests, seconds) => {
  expect(Math.round(secondsFor(requests, unused))).toBe(seconds)
})

test('a partly used window, a pause and other work make the same requests take longer', () => {
  expect(secondsFor(48, { ...unused, left: 0, resetMs: 30_000 })).toBeCloseTo(34.8)
  expect(secondsFor(48, { ...unused, waitMs: 90_000 })).toBeCloseTo(94.8)
  expect(secondsFor(100, { ...unused, sharing: 10_000 })).toBeCloseTo(70)
  expect(secondsFor(100, { ...unused, gapMs: 660 })).toBeCloseTo(66)
})

test('a faster limit takes as long as the responses', () => {
  expect(secondsFor(10_000, { ...unused, limit: 60_000, left: 60_000 })).toBeCloseTo(1000)
})
