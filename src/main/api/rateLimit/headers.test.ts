import { describe, expect, it } from 'vitest'
import { readRateLimitHeaders, readRetryAfter } from './headers.ts'

const nowMs = Date.UTC(2026, 0, 1)
const read = (headers: Record<string, string>) => readRateLimitHeaders(new Headers(headers), nowMs)
const wait = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), nowMs)
const none = { limit: null, windowMs: null, remaining: null, resetMs: null }

describe('the limit in the headers', () => {
  it.each([
    [{ RateLimit: '"default";r=50;t=30' }, { remaining: 50, resetMs: 30_000 }],
    [
      { RateLimit: '"default";r=50;t=30', 'RateLimit-Policy': '"default";q=100;w=60' },
      { limit: 100, windowMs: 60_000, remaining: 50, resetMs: 30_000 },
    ],
    [
      {
        RateLimit: '"day";r=900;t=4000, "min,ute";r=3;t=12;pk=:YWJj:',
        'RateLimit-Policy': '"day";q=5000;w=86400,"min,ute";q=100;w=60;qu="requests"',
      },
      { limit: 100, windowMs: 60_000, remaining: 3, resetMs: 12_000 },
    ],
    [{ RateLimit: 'limit=100, remaining=7, reset=20' }, { limit: 100, remaining: 7, resetMs: 20_000 }],
    [
      { 'RateLimit-Limit': '100, 100;w=60', 'RateLimit-Remaining': '99', 'RateLimit-Reset': '60' },
      { limit: 100, windowMs: 60_000, remaining: 99, resetMs: 60_000 },
    ],
    [
      {
        'X-RateLimit-Limit': '5000',
        'X-RateLimit-Remaining': '4999',
        'X-RateLimit-Reset': String(nowMs / 1000 + 90),
      },
      { limit: 5000, remaining: 4999, resetMs: 90_000 },
    ],
    [{ 'X-RateLimit-Reset': String(nowMs + 1500) }, { resetMs: 1500 }],
    [{ 'X-Rate-Limit-Remaining': '0' }, { remaining: 0 }],
  ])('%j', (headers, expected) => {
    expect(read(headers)).toEqual({ ...none, ...expected })
  })

  it.each([
    {},
    { RateLimit: '' },
    { RateLimit: '"default";r=;t=soon' },
    { 'RateLimit-Policy': '"default";q=100;w=0' },
    { 'X-RateLimit-Limit': 'unlimited' },
    { 'X-RateLimit-Remaining': '-1' },
    { 'X-RateLimit-Reset': 'tomorrow' },
    { RateLimit: '"'.repeat(3000) },
  ])('is absent in %j', (headers: Record<string, string>) => {
    expect(read(headers)).toBeNull()
  })

  it('has no window if the headers state none, so that it does not raise a limit', () => {
    expect(read({ 'X-RateLimit-Limit': '9999' })?.windowMs).toBeNull()
    expect(read({ 'RateLimit-Limit': '9999' })?.windowMs).toBeNull()
  })

  it('dates a reset by the clock of the service, which may differ from ours', () => {
    const theirs = nowMs + 86_400_000
    const headers = { Date: new Date(theirs).toUTCString(), 'X-RateLimit-Reset': String(theirs / 1000 + 5) }
    expect(read(headers)?.resetMs).toBe(5000)
  })
})

describe('the wait that the service requests', () => {
  const date = (ms: number): string => new Date(ms).toUTCString()
  it.each([
    [{ 'Retry-After': '7' }, 7000],
    [{ 'Retry-After': '0' }, 0],
    [{ 'Retry-After': '99999999999999999999' }, 3_600_000],
    [{ 'Retry-After': date(nowMs + 9000) }, 9000],
    [{ 'Retry-After': date(nowMs - 9000) }, 0],
    [{ 'Retry-After': date(nowMs + 1e9) }, 3_600_000],
    [{ 'Retry-After': date(nowMs + 1e9), Date: date(nowMs + 1e9 - 4000) }, 4000],
    [{ 'Retry-After': 'soon', RateLimit: '"a";r=0;t=11' }, 11_000],
    [{ 'X-RateLimit-Reset': '12' }, 12_000],
    [{ 'Retry-After': '-5' }, null],
    [{ 'Retry-After': 'soon' }, null],
    [{ 'Retry-After': '' }, null],
    [{}, null],
  ])('%j', (headers: Record<string, string>, expected) => {
    expect(wait(headers)).toBe(expected)
  })
})
