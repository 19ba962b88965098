import { expect, test } from 'vitest'
import { createVirtualClock } from '../api/testing/virtualClock.ts'
import { holdLease, isLeaseHeld, leaseEndMs } from './lease.ts'

/** Holds a lease over work that runs until the test ends it, and records the holder's calls. */
function setUp(renew: () => Promise<void> = async () => undefined) {
  const { clock, advance } = createVirtualClock()
  const calls: string[] = []
  const caller = new AbortController()
  const working = Promise.withResolvers<string>()
  const held = holdLease(
    {
      clock,
      renew: async () => {
        calls.push('renew')
        await renew()
      },
      release: async () => {
        calls.push('release')
        throw new Error('the disk is full')
      },
    },
    caller.signal,
    async (signal) => {
      signal.addEventListener('abort', () => working.reject(signal.reason))
      return working.promise
    },
  )
  held.catch(() => undefined)
  return { advance, calls, caller, working, held }
}

test('a lease is renewed during the work, and released once when it ends', async () => {
  const { advance, calls, working, held } = setUp()
  await advance(14_000)
  expect(calls).toEqual(['renew', 'renew'])
  working.resolve('done')
  expect(await held).toBe('done')
  await advance(60_000)
  expect(calls).toEqual(['renew', 'renew', 'release'])
})

test('a lease that cannot be renewed stops the work with the reason', async () => {
  const lost = new Error('somebody else has it')
  const { advance, calls, held } = setUp(() => Promise.reject(lost))
  await advance(6_000)
  await expect(held).rejects.toBe(lost)
  await advance(60_000)
  expect(calls).toEqual(['renew', 'release'])
})

test('the caller can stop the work', async () => {
  const { calls, caller, held } = setUp()
  caller.abort(new Error('cancelled'))
  await expect(held).rejects.toThrow('cancelled')
  expect(calls).toEqual(['release'])
})

test('a lease is held until its deadline, unless the clock was set back since', () => {
  const nowMs = 1_000_000
  const untilMs = leaseEndMs(nowMs)
  expect(isLeaseHeld(untilMs, nowMs)).toBe(true)
  expect(isLeaseHeld(untilMs, untilMs - 1)).toBe(true)
  expect(isLeaseHeld(untilMs, untilMs)).toBe(false)
  expect(isLeaseHeld(untilMs, nowMs - 10_000)).toBe(true)
  expect(isLeaseHeld(untilMs, nowMs - 3_600_000)).toBe(false)
})
