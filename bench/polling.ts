/**
 * Measures how the states of 1,000 samples are polled under a limit of 100 requests in 60 s, in virtual time, while the
 * user makes a request every 7 s: `node bench/polling.ts`. Exits 1 if a target is missed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/main/adapters/sqlite/openDatabase.ts'
import { createRateLimiter } from '../src/main/api/rateLimit/rateLimiter.ts'
import { createVirtualClock } from '../src/main/api/testing/virtualClock.ts'
import type { OrderResponse, ServiceResponse } from '../src/main/ports.ts'
import { createPolling } from '../src/main/samples/register/polling/polling.ts'
import { type JournalSchema, journalMigrations } from '../src/main/store/journal.ts'
import { createSeededRandom } from '../src/main/testing/seededRandom.ts'
import { atMost, head, percentile, print, reportTargets, row } from './report.ts'

const samples = 1000
const limit = 100
const maxWaitMs = 1000
const next = createSeededRandom(1)
const time = createVirtualClock()
const { clock } = time
const folder = await mkdtemp(join(tmpdir(), 'pathclock-polling-'))
const journal = await openDatabase<JournalSchema>({
  file: join(folder, 'journal.db'),
  migrations: journalMigrations,
  durability: 'normal',
})
const quota = await createRateLimiter({ limit, windowMs: 60_000, clock, changed: () => undefined })
const startMs = clock.now()
/** Ends 2 to 30 minutes after the start. */
const endsAt = new Map(
  Array.from({ length: samples }, (_, n) => [`S-${n}`, startMs + 120_000 + Math.floor(next() * 1_680_000)]),
)
let requests = 0
const sampleStatus = async (sampleId: string): Promise<ServiceResponse<OrderResponse>> => {
  return quota.run('polling', undefined, async () => {
    requests += 1
    await clock.sleep(100)
    const isOver = clock.now() >= (endsAt.get(sampleId) ?? 0)
    const [status, state] = isOver ? (['completed', 'succeeded'] as const) : (['running', 'running'] as const)
    if (isOver) seenAtMs.set(sampleId, clock.now())
    const value = { sampleId, status, state, createdAt: null }
    return { value, raw: {}, fetchedAt: '', service: '', requestId: null, synthetic: true }
  })
}
const seenAtMs = new Map<string, number>()
const random = { next, id: () => '' }
const polling = createPolling({
  journal,
  remote: { sampleStatus },
  clock,
  random,
  emit: () => undefined,
  waitsForUnknownStates: true,
})

const waitsMs: number[] = []
let isOver = false
const person = async (): Promise<void> => {
  while (!isOver) {
    await clock.sleep(7000)
    const requestedAtMs = clock.now()
    await quota.run('interactive', undefined, async () => void waitsMs.push(clock.now() - requestedAtMs))
  }
}
const personDone = person()
const { ended } = polling.watch(endsAt.keys(), new AbortController().signal, () => undefined)
const outcome = await time.finish(ended)
isOver = true
await time.finish(personDone)

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const delays = [...seenAtMs].map(([sampleId, atMs]) => atMs - (endsAt.get(sampleId) ?? 0))
const minutes = (clock.now() - startMs) / 60_000
print(`# Following ${samples} samples\n`)
head(['', 'p50 s', 'p95 s', 'at most s'])
for (const [label, all] of [
  ['until a change is seen', delays],
  ['until a person has an answer', waitsMs],
] as const)
  row([label, seconds(percentile(all, 0.5)), seconds(percentile(all, 0.95)), seconds(Math.max(...all))])
print(`\n${requests} requests in ${minutes.toFixed(1)} minutes, ${(requests / minutes).toFixed(0)} a minute`)
reportTargets([
  {
    target: `all ${samples} are followed to their end`,
    measured: `${outcome.final}`,
    met: outcome.final === samples,
  },
  atMost('requests', requests / minutes, limit, ' a minute'),
  atMost('a person waits, p95', percentile(waitsMs, 0.95), maxWaitMs, ' ms'),
])
await journal.close()
await rm(folder, { recursive: true, force: true })
