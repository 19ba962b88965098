import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { startReferenceService } from '../../demoService/index.ts'
import { systemClock } from '../adapters/clock.ts'
import { openDatabase } from '../adapters/database/openDatabase.ts'
import { createFiles } from '../adapters/files.ts'
import { systemRandom } from '../adapters/random.ts'
import { createNodeTransport } from '../adapters/transport.ts'
import { createAnalyses } from '../analyses/analyses.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createQuota } from '../service/quota.ts'
import { createRemoteService } from '../service/remoteService.ts'
import { type CacheSchema, cacheMigrations } from '../store/cache.ts'
import { type JournalSchema, journalMigrations } from '../store/journal.ts'
import { createExports } from './exports.ts'

const noDrugs = { pages: async function* () {}, origin: () => ({ service: '', synthetic: null }) }

const nothing = (): undefined => undefined

async function connect() {
  const service = await startReferenceService({ speed: 1_000_000, rate: { requests: 6000, windowS: 60 } })
  const clock = systemClock
  const quota = await createQuota({ limit: 6000, windowMs: 60_000, clock, changed: nothing })
  const remote = createRemoteService({
    transport: createNodeTransport(),
    clock,
    random: systemRandom,
    serviceUrl: service.url,
    credential: { token: async () => service.apiKey, renew: async () => false },
    quota,
    offlineSwitch: () => false,
    reachable: nothing,
    settings: () => ({}),
    found: async () => undefined,
  })
  return { service, remote }
}

test('what the reference service computes for orders stands in the exported file, number for number', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-through-'))
  const { service, remote } = await connect()
  const open = {
    file: join(folder, 'journal.db'),
    migrations: journalMigrations,
    durability: 'full' as const,
  }
  const journal = await openDatabase<JournalSchema>(open)
  const cache = await openDatabase<CacheSchema>({
    file: join(folder, 'cache.db'),
    migrations: cacheMigrations,
    durability: 'normal',
  })
  try {
    for (const client_reference of ['A-1', 'A-2', 'A-3']) {
      const { value, ...origin } = await remote.createOrder(
        { client_reference, age: 50, group: 'control' },
        { idempotencyKey: client_reference },
      )
      const row = {
        sample_id: value.sampleId,
        client_reference,
        fields: JSON.stringify({ age: 50, group: 'control' }),
        batch_id: null,
        status: 'completed',
        state: 'succeeded' as const,
        created_at: origin.fetchedAt,
        checked_at: null,
        service: origin.service,
        synthetic: 1,
      }
      await journal.query.insertInto('samples').values(row).execute()
    }
    const [clock, random] = [systemClock, systemRandom]
    const jobs = createJobs({ clock, random, emit: nothing })
    const analyses = createAnalyses({
      journal,
      cache,
      remote,
      jobs,
      clock,
      random,
      emit: nothing,
      waitUntilFinal: async () => undefined,
    })
    const { jobId } = await analyses.run({ sampleIds: [], pathways: [], clock: true, again: false })
    expect(await jobs.finished(jobId)).toMatchObject({ state: 'done', done: 3, failed: 0 })

    const files = createFiles({ random })
    const path = join(folder, 'results.csv')
    const exports = createExports({ journal, cache, files, drugs: noDrugs })
    const { rows } = await exports.results({ fileId: files.reserve(path).fileId, format: 'csv' })
    const read: Record<string, string>[] = parse(await readFile(path, 'utf8'), { columns: true })
    expect(read).toHaveLength(rows)
    for (const row of read) {
      const { value } = await remote.pathwayAnalysis({
        sampleId: row.sample_id ?? '',
        pathways: [row.pathway ?? ''],
      })
      expect(value.scores).toEqual([
        {
          pathway: row.pathway,
          activity: row.activity === '' ? null : Number(row.activity),
          agingOffset: row.aging_offset === '' ? null : Number(row.aging_offset),
        },
      ])
      expect(row).toMatchObject({ group: 'control', age: '50', synthetic: 'true' })
    }
  } finally {
    await journal.close()
    await cache.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  }
})
