import { describe, expect, it } from 'vitest'
import { limiterNames } from '../../shared/domain/app/referenceService.ts'
import { startDemo } from '../testing/demoClient.ts'
import { createLimiter } from './limiters.ts'

const rate = { requests: 100, windowMs: 60_000 }
/** A full minute of the clock, as the window kinds count them. */
const start = 1_700_000_040_000

describe.each(limiterNames)('the limiter %s', (kind) => {
  it('allows 100 together, refuses the 101st, and allows another after the time it announced', () => {
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
})

it('over HTTP the sixth of five requests is answered 429 with Retry-After, and another credential is not', async () => {
  const demo = await startDemo({ rate: { requests: 5, windowS: 60 } })
  demo.clock.now = start
  for (let nth = 0; nth < 5; nth++) expect((await demo.get('users/me')).status).toBe(200)
  const refused = await demo.get('users/me')
  expect(refused).toMatchObject({ status: 429, body: { code: 429 } })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1)
  expect([...refused.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
  const stranger = await demo.request('GET', '/api/v1/users/me', undefined, { Authorization: 'Bearer x' })
  expect(stranger.status).toBe(401)
  demo.clock.now += 120_000
  expect((await demo.get('users/me')).status).toBe(200)
  await demo.service.close()
})

describe.each(limiterNames)('the quota that the limiter %s announces', (kind) => {
  it('is accurate: as many requests pass as remain, and all are free at the announced time', () => {
    for (let used = 0; used <= 100; used += 7) {
      const limiter = createLimiter(kind, rate)
      for (let nth = 0; nth < used; nth++) limiter.take(start + nth * 100)
      const now = start + 10_000
      const { remaining, fullAfterMs } = limiter.left(now)
      expect(fullAfterMs).toBeLessThanOrEqual(kind === 'two-window' ? 120_000 : 60_000)
      for (let nth = 0; nth < remaining; nth++) expect(limiter.take(now)).toBe(0)
      expect(limiter.take(now)).toBeGreaterThan(0)
    }
    const limiter = createLimiter(kind, rate)
    for (let nth = 0; nth < 60; nth++) limiter.take(start + 30_000)
    const full = start + 30_000 + limiter.left(start + 30_000).fullAfterMs
    expect(limiter.left(full - 1000).remaining).toBeLessThan(100)
    expect(limiter.left(full)).toEqual({ remaining: 100, fullAfterMs: 0 })
  })
})

describe('rate headers', () => {
  const readRateHeaders = async (options: Parameters<typeof startDemo>[0], requests: number) => {
    const demo = await startDemo({ limiter: 'fixed', rate: { requests: 2, windowS: 60 }, ...options })
    demo.clock.now = start + 15_000
    let reply = await demo.get('users/me')
    for (let nth = 1; nth < requests; nth++) reply = await demo.get('users/me')
    await demo.service.close()
    const names = [...reply.headers.keys()].filter((name) => /ratelimit|retry/.test(name))
    return Object.fromEntries(names.map((name) => [name, reply.headers.get(name)]))
  }

  it('are none unless requested, in each of three ways', async () => {
    expect(await readRateHeaders({}, 1)).toEqual({})
    expect(await readRateHeaders({ rateHeaders: 'ietf' }, 1)).toEqual({
      ratelimit: '"default";r=1;t=45',
      'ratelimit-policy': '"default";q=2;w=60',
    })
    expect(await readRateHeaders({ rateHeaders: 'draft' }, 1)).toEqual({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '45',
    })
    expect(await readRateHeaders({ rateHeaders: 'x' }, 1)).toEqual({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': String((start + 60_000) / 1000),
    })
  })

  it('come with a 429 too, beside Retry-After in seconds, as a date, or without it', async () => {
    expect(await readRateHeaders({ rateHeaders: 'ietf' }, 3)).toMatchObject({
      ratelimit: '"default";r=0;t=45',
      'retry-after': '45',
    })
    const date = new Date(start + 60_000).toUTCString()
    expect(await readRateHeaders({ retryAfter: 'date' }, 3)).toEqual({ 'retry-after': date })
    expect(await readRateHeaders({ retryAfter: 'none' }, 3)).toEqual({})
  })

  it('count the requests of all users of one credential, and are sent in every variant', async () => {
    const variants = ['error-in-200', 'bare-arrays']
    const headers = await readRateHeaders({ rateHeaders: 'draft', variants }, 2)
    expect(headers['ratelimit-remaining']).toBe('0')
    await expect(readRateHeaders({ rateHeaders: 'y' }, 1)).rejects.toThrow('Unknown rateHeaders "y"')
  })
})

describe('the difference between the kinds', () => {
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
