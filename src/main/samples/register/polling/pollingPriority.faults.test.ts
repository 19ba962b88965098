import { expect, test } from 'vitest'
import { Failure } from '../../../../shared/contract/failures.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { createRateLimiter } from '../../../api/rateLimit/rateLimiter.ts'
import { createLimitedService, limit, windowMs } from '../../../api/rateLimit/testing/limitedService.ts'
import type { CallOptions, RemoteService } from '../../../ports.ts'
import { printFigure, scale } from '../../../testing/faults.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { createBatchApp } from '../../orders/testing/batchApp.ts'
import { sampleDefaults } from '../../testing/sampleDefaults.ts'
import { createPolling } from './polling.ts'

const samples = 10_000
const minuteMs = 60_000

/**
 * Polls the states of all samples continuously while a user visits now and then. Each visit starts after the user's
 * earlier calls have left the rate limit window and opens six pages within about 20 s. `priority`: the priority of the
 * status requests.
 */
async function pollBesidePerson(visits: number, priority: CallOptions['priority']) {
  const app = await createBatchApp()
  const { clock, advance } = app.time
  const service = createLimitedService({ clock, kind: 'sliding', seed: 20 })
  const quota = await createRateLimiter({ limit, windowMs, clock, changed: () => undefined })
  const sampleStatus: RemoteService['sampleStatus'] = (sampleId, { signal } = {}) =>
    quota.run(priority ?? 'polling', signal, async (slot) => {
      const { refused, retryAfterMs } = await service.request()
      if (refused) slot.markRateLimited(retryAfterMs)
      const details = { retryAfterMs: retryAfterMs ?? 0 }
      if (refused) throw new Failure('rateLimited', joinMessages([`too many requests`]), details)
      const value = { sampleId, status: 'running', state: 'running', createdAt: null } as const
      return { value, raw: {}, fetchedAt: '', service: 's', requestId: null, synthetic: true }
    })
  const random = { next: createSeededRandom(21), id: () => '' }
  const polling = createPolling({
    ...sampleDefaults,
    journal: app.journal,
    remote: { sampleStatus },
    clock,
    random,
    emit: () => undefined,
  })
  const ids = Array.from({ length: samples }, (_, n) => `S-${n}`)
  const leaving = new AbortController()
  const watch = polling.watch(ids, leaving.signal, () => undefined)
  watch.ended.catch(() => undefined)
  const startMs = clock.now()
  const tookMs: number[] = []
  const sendRequest = async (): Promise<void> => {
    const startedMs = clock.now()
    await quota.run('interactive', undefined, () => service.request())
    tookMs.push(clock.now() - startedMs)
  }
  for (let visit = 0; visit < visits; visit++) {
    // The first visit falls into the first burst.
    await advance(visit === 0 ? 5_000 : (5 + 3 * random.next()) * minuteMs)
    for (let page = 0; page < 6; page++) {
      void sendRequest()
      await advance(random.next() * 7_000)
    }
  }
  await advance(minuteMs)
  const minutes = (clock.now() - startMs) / minuteMs
  leaving.abort(new Failure('cancelled', joinMessages([`over`]), {}))
  await app.close()
  const sorted = tookMs.toSorted((a, b) => a - b)
  return {
    calls: tookMs.length,
    p95Ms: Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN),
    mostMs: Math.round(sorted.at(-1) ?? Number.NaN),
    refusals: service.refusals.length,
    polled: Math.round((service.accepted.length - tookMs.length) / minutes),
  }
}

/** All visits fit into the two hours after which polling ends. */
const visits = scale(5, 14)

test('a returning user gets responses quickly while 10,000 samples are polled', {
  timeout: 600_000,
}, async () => {
  const { calls, p95Ms, mostMs, refusals, polled } = await pollBesidePerson(visits, 'polling')
  printFigure('9', `a person's calls beside the polling of ${samples} samples`, {
    calls,
    'p95 ms': p95Ms,
    'at most ms': mostMs,
    refusals,
    'polled a minute': polled,
  })
  expect(calls).toBe(visits * 6)
  expect(p95Ms).toBeLessThan(1000)
  expect(mostMs).toBeLessThan(2000)
  expect(refusals).toBe(0)
  expect(polled).toBeGreaterThan(limit * 0.8)
})

test('mutant: polling that reserves no quota makes a returning user wait', { timeout: 600_000 }, async () => {
  expect((await pollBesidePerson(3, 'batch')).p95Ms).toBeGreaterThan(10_000)
})
