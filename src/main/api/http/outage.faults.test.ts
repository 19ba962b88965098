import { describe, expect, it } from 'vitest'
import { joinMessages } from '../../../shared/words/message.ts'
import type { CallOptions, Random, Transport } from '../../ports.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import { createRateLimiter } from '../rateLimit/rateLimiter.ts'
import { createRequests } from '../request.ts'
import { parseResponse } from '../responses/parseResponse.ts'
import { createVirtualClock } from '../testing/virtualClock.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import { createRetry, type Retry } from './retry.ts'

type Time = ReturnType<typeof createVirtualClock>
type Kind = '503' | 'refused' | 'DNS failure' | 'all three in turn' | '503 to every second request'
type Inner = { breaker: Breaker; retry: Retry }
type Make = (parts: { clock: Time['clock']; random: Random }) => Inner

const minuteMs = 60_000
const [warmUpMs, outageMs, afterMs] = [2 * minuteMs, 10 * minuteMs, 3 * minuteMs]
const plain = ['503', 'refused', 'DNS failure'] as const
const kinds: Kind[] = [...plain, 'all three in turn', '503 to every second request']

const real: Make = (parts) => ({ breaker: createBreaker(parts), retry: createRetry(parts) })
/** Retries every failed request up to three times, without a budget. */
const withoutBudget: Make = (parts) => ({
  breaker: createBreaker(parts),
  retry: {
    earnBudget: () => undefined,
    waitForRetry: async (tries) => {
      if (tries >= 3) return false
      await parts.clock.sleep(500)
      return true
    },
  },
})
/** Also has no breaker. */
const withNeither: Make = (parts) => ({
  ...withoutBudget(parts),
  breaker: {
    check: () => undefined,
    isOpen: () => false,
    enter: () => ({ succeeded: () => undefined, failed: () => undefined, end: () => undefined }),
  },
})
/** Never tries again except for interactive calls. */
const neverTrying: Make = (parts) => ({
  ...real(parts),
  breaker: createBreaker({ clock: { ...parts.clock, now: () => 0 }, random: parts.random }),
})

function createRandom(seed: number): Random {
  let state = seed
  return {
    next: () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    },
    id: () => String(state),
  }
}

const credential = { token: async () => 'key', renew: async () => false }
const context = { dialect: {}, service: '', scopesHeld: null }
const specAt = (path: string) =>
  ({ endpoint: 'GET /x', what: joinMessages([`x`]), method: 'GET', path }) as const

const networkError = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

/** Creates a service that responds after 80 ms except during the outage, and records when each path was requested. */
function createService(clock: Time['clock'], kind: Kind, outUntilMs: number, outFromMs: number) {
  const requests: { path: string; atMs: number }[] = []
  const transport: Transport = async (url) => {
    requests.push({ path: new URL(url).pathname, atMs: clock.now() })
    const which = kind === 'all three in turn' ? plain[requests.length % 3] : kind
    const isSpared = kind === '503 to every second request' && requests.length % 2 === 0
    await clock.sleep(80)
    const isOut = clock.now() >= outFromMs && clock.now() < outUntilMs && !isSpared
    if (isOut && which === 'refused') throw networkError('ECONNREFUSED')
    if (isOut && which === 'DNS failure') throw networkError('ENOTFOUND')
    if (isOut) return Response.json({ code: 503, message: 'down' }, { status: 503 })
    return Response.json({ code: 200, data: {} })
  }
  return { requests, transport }
}

/** Simulates an outage of 10 min during polling and a batch. For every other seed, interactive calls occur too. */
async function scenario(kind: Kind, seed: number, make: Make) {
  const time = createVirtualClock()
  const { clock } = time
  const startMs = clock.now()
  const [outFromMs, outUntilMs] = [startMs + warmUpMs, startMs + warmUpMs + outageMs]
  const endMs = outUntilMs + afterMs
  const { requests, transport } = createService(clock, kind, outUntilMs, outFromMs)
  const random = createRandom(seed)
  const send = createRequests({
    transport,
    clock,
    credential,
    origin: 'https://service.example',
    offlineSwitch: () => false,
    reachable: () => undefined,
    rateLimiter: await createRateLimiter({ limit: 100, windowMs: minuteMs, clock, changed: () => undefined }),
    ...make({ clock, random }),
  })
  const served: { priority: string; atMs: number }[] = []
  let calls = 0
  const call = async (priority: NonNullable<CallOptions['priority']>): Promise<boolean> => {
    const spec = specAt(`/${calls++}`)
    try {
      await send.sendWithRetries(spec, { priority }, (raw) =>
        parseResponse(raw, spec, { ...context, nowMs: clock.now() }),
      )
      served.push({ priority, atMs: clock.now() })
      return true
    } catch {
      return false
    }
  }
  const callRepeatedly = async (
    priority: NonNullable<CallOptions['priority']>,
    everyMs: number,
  ): Promise<void> => {
    while (clock.now() < endMs) {
      await call(priority)
      await clock.sleep(everyMs * (0.9 + 0.2 * random.next()))
    }
  }
  const work = [
    ...[0, 1, 2].map(() => callRepeatedly('polling', 4000)),
    callRepeatedly('batch', 2000),
    ...(seed % 2 === 0 ? [callRepeatedly('interactive', 15_000)] : []),
  ]
  await time.finish(Promise.all(work))
  const inOutage = requests.filter(({ atMs }) => atMs >= outFromMs && atMs < outUntilMs)
  const first = new Set(inOutage.map(({ path }) => path)).size
  const back = ['polling', 'batch'].map((priority) => {
    const found = served.find((one) => one.priority === priority && one.atMs >= outUntilMs)
    return (found?.atMs ?? Number.POSITIVE_INFINITY) - outUntilMs
  })
  return {
    calls,
    requests: inOutage.length,
    extra: (inOutage.length - first) / first,
    backMs: Math.max(...back),
  }
}

describe('ten minutes of a service that fails (quality, line 11)', () => {
  const seeds = Array.from({ length: scale(2, 24) }, (_, index) => index + 1)

  it.each(kinds)('%s: at most 10% extra requests, and back within 30 s', async (kind) => {
    const runs = []
    for (const seed of seeds) runs.push(await scenario(kind, seed, real))
    const extra = Math.max(...runs.map((run) => run.extra))
    const backMs = Math.max(...runs.map((run) => run.backMs))
    const requests = Math.max(...runs.map((run) => run.requests))
    printFigure('11', `10 min of ${kind}, ${runs.length} times`, {
      'extra requests': `${(extra * 100).toFixed(1)}%`,
      'back after': `${(backMs / 1000).toFixed(1)} s`,
      'requests in the outage': requests,
    })
    expect(extra).toBeLessThanOrEqual(0.1)
    expect(backMs).toBeLessThanOrEqual(30_000)
  })

  it('(mutant: retries without a budget) is caught', async () => {
    expect((await scenario('503 to every second request', 1, withoutBudget)).extra).toBeGreaterThan(0.1)
    expect((await scenario('503', 1, withNeither)).extra).toBeGreaterThan(0.1)
  })

  it('(mutant: a breaker that never tries again) is caught', async () => {
    expect((await scenario('503', 1, neverTrying)).backMs).toBeGreaterThan(30_000)
  })
})

describe('refusals (quality, line 11)', () => {
  const statuses = [400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 451]

  const repeated = async (make: Make, isFinal: (status: number) => boolean): Promise<number> => {
    const { clock, finish } = createVirtualClock()
    let [requests, status] = [0, 0]
    const transport: Transport = async () => {
      requests += 1
      return Response.json({ code: status }, { status: isFinal(status) ? status : 503 })
    }
    const rateLimiter = await createRateLimiter({
      limit: 6000,
      windowMs: minuteMs,
      clock,
      changed: () => undefined,
    })
    const deps = {
      transport,
      clock,
      credential,
      origin: 'https://service.example',
      offlineSwitch: () => false,
      reachable: () => undefined,
      rateLimiter,
    }
    const spec = specAt('/x')
    for (status of statuses) {
      const send = createRequests({ ...deps, ...make({ clock, random: createRandom(1) }) })
      await finish(
        send
          .sendWithRetries(spec, {}, (raw) => parseResponse(raw, spec, { ...context, nowMs: 0 }))
          .catch(() => undefined),
      )
    }
    return requests - statuses.length
  }

  it('are never retried', async () => {
    const extra = await repeated(real, () => true)
    printFigure('11', `${statuses.length} kinds of 4xx`, { repeated: extra })
    expect(extra).toBe(0)
  })

  it('(mutant: treated as failures) are retried', async () => {
    expect(await repeated(withoutBudget, () => false)).toBeGreaterThan(0)
  })
})
