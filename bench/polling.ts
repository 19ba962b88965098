/**
 * How the states of 1,000 samples are followed under a limit of 100 requests in 60 s, in virtual time, while a person
 * asks for something every 7 s: `node bench/polling.ts`. Exits 1 where a target is missed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/main/adapters/database/openDatabase.ts'
import type { Answer, OrderAnswer } from '../src/main/ports.ts'
import { createPolling } from '../src/main/samples/polling.ts'
import { createQuota } from '../src/main/service/quota.ts'
import { createVirtualClock } from '../src/main/service/testing/virtualClock.ts'
import { type JournalSchema, journalMigrations } from '../src/main/store/journal.ts'
import { createSeededRandom } from '../src/main/testing/seededRandom.ts'
import { atMost, head, percentile, row, say, tellTargets } from './tell.ts'

const samples = 1000
const limit = 100
const mostWaitMs = 1000
const next = createSeededRandom(1)
const time = createVirtualClock()
const { clock } = time
const folder = await mkdtemp(join(tmpdir(), 'pathclock-polling-'))
const journal = await openDatabase<JournalSchema>({
  file: join(folder, 'journal.db'),
  migrations: journalMigrations,
  durability: 'normal',
})
const quota = await createQuota({ limit, windowMs: 60_000, clock, changed: () => undefined })
const startMs = clock.now()
/** Ends 2 to 30 minutes after the start. */
const endsAt = new Map(
  Array.from({ length: samples }, (_, n) => [`S-${n}`, startMs + 120_000 + Math.floor(next() * 1_680_000)]),
)
let requests = 0
const sampleStatus = async (sampleId: string): Promise<Answer<OrderAnswer>> => {
  return quota.run('polling', undefined, async () => {
    requests += 1
    await clock.sleep(100)
    const isOver = clock.now() >= (endsAt.get(sampleId) ?? 0)
    const [status, state] = isOver ? (['completed', 'succeeded'] as const) : (['running', 'running'] as const)
    if (isOver) seenAt.set(sampleId, clock.now())
    const value = { sampleId, status, state, createdAt: null }
    return { value, raw: {}, fetchedAt: '', service: '', requestId: null, synthetic: true }
  })
}
const seenAt = new Map<string, number>()
const random = { next, id: () => '' }
const polling = createPolling({ journal, remote: { sampleStatus }, clock, random, emit: () => undefined })

const waits: number[] = []
let isOver = false
const person = async (): Promise<void> => {
  while (!isOver) {
    await clock.sleep(7000)
    const askedMs = clock.now()
    await quota.run('interactive', undefined, async () => void waits.push(clock.now() - askedMs))
  }
}
const asking = person()
const { ended } = polling.watch(endsAt.keys(), new AbortController().signal, () => undefined)
const outcome = await time.finish(ended)
isOver = true
await time.finish(asking)

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const delays = [...seenAt].map(([sampleId, atMs]) => atMs - (endsAt.get(sampleId) ?? 0))
const minutes = (clock.now() - startMs) / 60_000
say(`# Following ${samples} samples\n`)
head(['', 'p50 s', 'p95 s', 'at most s'])
for (const [what, all] of [
  ['until a change is seen', delays],
  ['until a person has an answer', waits],
] as const)
  row([what, seconds(percentile(all, 0.5)), seconds(percentile(all, 0.95)), seconds(Math.max(...all))])
say(`\n${requests} requests in ${minutes.toFixed(1)} minutes, ${(requests / minutes).toFixed(0)} a minute`)
tellTargets([
  {
    target: `all ${samples} are followed to their end`,
    measured: `${outcome.final}`,
    met: outcome.final === samples,
  },
  atMost('requests', requests / minutes, limit, ' a minute'),
  atMost('a person waits, p95', percentile(waits, 0.95), mostWaitMs, ' ms'),
])
await journal.close()
await rm(folder, { recursive: true, force: true })
