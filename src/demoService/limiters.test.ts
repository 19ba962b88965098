import { describe, expect, it } from 'vitest'
import { createLimiter } from './limiters.ts'
import { limiterNames } from './options.ts'
import { startDemo } from './testing/demoClient.ts'

const rate = { requests: 100, windowMs: 60_000 }
/** A full minute of the clock, as the window kinds count them. */
const start = 1_700_000_040_000

describe.each(limiterNames)('the limiter %s', (kind) => {
  it('allows 100 at once, refuses the 101st, and allows again after the time it named', () => {
    const limiter = createLimiter(kind, rate)
    for (let nth = 0; nth < 100; nth++) expect(limiter.take(start)).toBe(0)
    const waitMs = limiter.take(start)
    expect(waitMs).toBeGreaterThan(0)
    expect(waitMs).toBeLessThanOrEqual(60_000)
    expect(limiter.take(start + waitMs / 2)).toBeGreaterThan(0)
    // The windows of this kind fade in steps of a request, so that it may name the end of the window first.
    const again = limiter.take(start + waitMs + 1)
    expect(again === 0 ? 0 : limiter.take(start + waitMs + 1 + again)).toBe(0)
  })

  it('never refuses a client that spreads 96 requests over each minute of an hour', () => {
    const limiter = createLimiter(kind, rate)
    const refused = Array.from({ length: 5760 }, (_, nth) => limiter.take(start + nth * 625)).filter(
      (ms) => ms > 0,
    )
    expect(refused).toEqual([])
  })

  it('over HTTP the 101st is answered 429 with Retry-After, and another credential is not', async () => {
    const demo = await startDemo({ limiter: kind, rate: { requests: 100, windowS: 60 } })
    demo.clock.now = start
    for (let nth = 0; nth < 100; nth++) await demo.ask('GET', '/api/v1/users/me')
    const refused = await demo.ask('GET', '/api/v1/users/me')
    expect(refused.status).toBe(429)
    expect(refused.body.code).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
    const names = [...refused.headers.keys()].filter((name) => name.includes('ratelimit'))
    expect(names).toEqual([])
    const stranger = await demo.ask('GET', '/api/v1/users/me', undefined, { Authorization: 'Bearer x' })
    expect(stranger.status).toBe(401)
    demo.clock.now += 120_000
    expect((await demo.ask('GET', '/api/v1/users/me')).status).toBe(200)
    await demo.service.close()
  })
})

describe('what tells the kinds apart', () => {
  const allowedLate = (kind: (typeof limiterNames)[number]): number => {
    const limiter = createLimiter(kind, rate)
    for (let nth = 0; nth < 100; nth++) limiter.take(start + 59_000)
    return Array.from({ length: 100 }, () => limiter.take(start + 61_000)).filter((ms) => ms === 0).length
  }

  it('across the end of a window only the fixed one allows twice as many', () => {
    expect(allowedLate('fixed')).toBe(100)
    expect(allowedLate('sliding')).toBe(0)
    expect(allowedLate('bucket')).toBe(3)
    expect(allowedLate('two-window')).toBe(1)
  })
})
