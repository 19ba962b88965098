import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { startReferenceService } from '../../../demoService/index.ts'
import { costContext } from '../../../shared/domain/app/testing/costContext.ts'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import { leaseOwners } from '../../adapters/sqlite/leaseOwners.ts'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { systemClock, systemRandom } from '../../adapters/system.ts'
import { createRemoteService } from '../../api/api.ts'
import { createRateLimiter } from '../../api/rateLimit/rateLimiter.ts'
import { createJobs } from '../../concurrency/jobs.ts'
import { createAnalyses } from '../../results/analyses.ts'
import { createSampleChooser } from '../../results/chooseSamples.ts'
import { type JournalSchema, journalMigrations } from '../../store/journal.ts'
import { type AnswersSchema, answersMigrations } from '../../store/resultTables.ts'
import { exportsOf } from '../testing/exportsOf.ts'

const nothing = (): undefined => undefined

async function connect() {
  const service = await startReferenceService({ speed: 1_000_000, rate: { requests: 6000, windowS: 60 } })
  const clock = systemClock
  const quota = await createRateLimiter({ limit: 6000, windowMs: 60_000, clock, changed: nothing })
  const remote = createRemoteService({
    transport: createNodeTransport(),
    clock,
    random: systemRandom,
    serviceUrl: service.url,
    credential: { token: async () => service.apiKey, renew: async () => false },
    rateLimiter: quota,
    offlineSwitch: () => false,
    reachable: nothing,
    dialect: () => ({}),
    saveDetected: async () => undefined,
  })
  return { service, remote }
}

test('the values of the reference service are in the exported file, number for number', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-through-'))
  const { service, remote } = await connect()
  const open = {
    file: join(folder, 'journal.db'),
    migrations: journalMigrations,
    durability: 'full' as const,
  }
  const journal = await openDatabase<JournalSchema>(open)
  const answers = await openDatabase<AnswersSchema>({
    file: join(folder, 'answers.db'),
    migrations: answersMigrations,
    durability: 'normal',
  })
  try {
    const sampleIds: string[] = []
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
      sampleIds.push(value.sampleId)
    }
    const [clock, random] = [systemClock, systemRandom]
    const jobs = createJobs({ clock, random, emit: nothing })
    const analyses = createAnalyses({
      costContext,
      journal,
      answers,
      remote,
      jobs,
      clock,
      random,
      leaseOwners,
      emit: nothing,
      chooseSamples: createSampleChooser({ journal, findSamples: async () => [] }),
      waitUntilFinal: async () => undefined,
    })
    const { jobId } = await analyses.run({ of: { sampleIds }, pathways: [], clock: true, again: false })
    expect(await jobs.finished(jobId)).toMatchObject({ state: 'done', done: 3, failed: 0 })

    const { text, record } = await exportsOf({ journal, answers, folder }).write({ kind: 'resultsLong' })
    const { rows } = record
    const read: Record<string, string>[] = parse(text, { columns: true })
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
    await answers.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  }
})
