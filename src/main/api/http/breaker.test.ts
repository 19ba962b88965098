import { describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { createVirtualClock } from '../testing/virtualClock.ts'
import { type Breaker, createBreaker } from './breaker.ts'

const failing = new Failure('serviceFailed', joinMessages([`The service failed (503).`]), {
  status: 503,
  endpoint: 'GET /x',
})

function setUp(next = () => 1) {
  const time = createVirtualClock()
  return { ...time, breaker: createBreaker({ clock: time.clock, random: { next, id: () => 'id' } }) }
}

function fail(breaker: Breaker, times: number, priority: 'interactive' | 'batch' = 'interactive'): void {
  for (let time = 0; time < times; time += 1) {
    const pass = breaker.enter(priority)
    pass.failed(failing)
    pass.end()
  }
}

describe('the breaker', () => {
  it('rejects background calls with the last failure after five consecutive failures, but not interactive calls', () => {
    const { breaker } = setUp()
    fail(breaker, 4)
    expect(() => breaker.check('batch')).not.toThrow()
    fail(breaker, 1)
    for (const priority of ['polling', 'batch', 'offlineSync'] as const)
      expect(() => breaker.enter(priority)).toThrow(/failed \(503\).*no further request.*in 5 s/)
    expect(() => breaker.enter('interactive')).not.toThrow()
  })

  it('reports the current wait if the service requested one', () => {
    const { breaker } = setUp()
    const details = { status: 503, endpoint: 'GET /x', retryAfterMs: 600_000 }
    for (let time = 0; time < 5; time += 1)
      breaker.enter('batch').failed(new Failure('serviceFailed', joinMessages([`Wait.`]), details))
    expect(() => breaker.check('batch')).toThrow(
      expect.objectContaining({ details: { ...details, retryAfterMs: 5000 } }),
    )
  })

  it('counts consecutive failures only', () => {
    const { breaker } = setUp()
    fail(breaker, 4)
    breaker.enter('batch').succeeded()
    fail(breaker, 4)
    expect(breaker.isOpen()).toBe(false)
  })

  it('lets one call through after the cool-down, and all calls once it succeeds', async () => {
    const { breaker, advance } = setUp()
    fail(breaker, 5)
    await advance(5000)
    const trial = breaker.enter('batch')
    expect(() => breaker.enter('polling')).toThrow(Failure)
    trial.succeeded()
    trial.end()
    expect(() => breaker.enter('polling')).not.toThrow()
  })

  it('waits longer after each failed trial, up to 20 s', async () => {
    const { breaker, advance } = setUp()
    fail(breaker, 5)
    for (const seconds of [5, 10, 20, 20, 20]) {
      await advance(seconds * 1000 - 1)
      expect(() => breaker.check('batch')).toThrow(Failure)
      await advance(1)
      fail(breaker, 1, 'batch')
    }
  })

  it('lets another call through if the trial ended without a response, for example by cancellation', async () => {
    const { breaker, advance } = setUp()
    fail(breaker, 5)
    await advance(5000)
    breaker.enter('batch').end()
    expect(() => breaker.check('batch')).not.toThrow()
  })
})
