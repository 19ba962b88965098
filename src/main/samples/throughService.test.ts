import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startReferenceService } from '../../demoService/index.ts'
import { systemClock as clock } from '../adapters/clock.ts'
import { openDatabase } from '../adapters/database/openDatabase.ts'
import { systemRandom as random } from '../adapters/random.ts'
import { createNodeTransport } from '../adapters/transport.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createQuota } from '../service/quota.ts'
import { createRemoteService } from '../service/remoteService.ts'
import { type JournalSchema, journalMigrations } from '../store/journal.ts'
import { createRegister } from './register.ts'
import { createSubmission } from './submission.ts'

const nothing = (): undefined => undefined
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-orders-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const service = await startReferenceService({ speed: 600, rate: { requests: 6000, windowS: 60 } })
  closing.push(() => service.close())
  const remote = createRemoteService({
    transport: createNodeTransport(),
    clock,
    random,
    serviceUrl: service.url,
    credential: { token: async () => service.apiKey, renew: async () => false },
    quota: await createQuota({ limit: 6000, windowMs: 60_000, clock, changed: nothing }),
    offlineSwitch: () => false,
    reachable: nothing,
    settings: () => ({ base_path: '/api/v1' }),
    found: async () => undefined,
  })
  const file = join(folder, 'journal.db')
  const journal = await openDatabase<JournalSchema>({
    file,
    migrations: journalMigrations,
    durability: 'full',
  })
  closing.push(() => journal.close())
  const jobs = createJobs({ clock, random, emit: nothing })
  const shared = { journal, remote, jobs, clock, random, emit: nothing }
  const after: string[][] = []
  const submission = createSubmission({
    ...shared,
    profileId: 'profile-1',
    service: service.url,
    afterBatch: (sampleIds) => void after.push(sampleIds),
  })
  return { service, jobs, submission, after, register: createRegister(shared) }
}

async function* cohort(size: number) {
  for (let row = 2; row < size + 2; row += 1)
    yield { row, fields: { client_reference: `P-${row}`, age: 20 + row, sex: 'female', group: 'treated' } }
}

test('48 rows become 48 orders at the reference service, and refreshing sees them all succeed', async () => {
  const { service, jobs, submission, after, register } = await setUp()
  const batchId = await submission.createBatch({
    fileName: 'cohort.csv',
    sha256: 'abc',
    mapping: {},
    readAs: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 },
    rows: cohort(48),
  })
  expect(await jobs.finished(await submission.send(batchId))).toMatchObject({ state: 'done', done: 48 })
  expect(service.summary()).toMatchObject({ orders: 48, requests: 48 })
  expect(after[0]).toHaveLength(48)

  const { jobId } = await register.refresh({ sampleIds: after[0] ?? [] })
  expect(await jobs.finished(jobId)).toMatchObject({ state: 'done', done: 48, failed: 0 })
  const { rows, total } = await register.list({
    text: 'treated',
    sort: 'client_reference',
    order: 'asc',
    page: 1,
    limit: 500,
  })
  expect(total).toBe(48)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['succeeded']))
  expect(rows.every(({ synthetic, batchId: from }) => synthetic && from === batchId)).toBe(true)
  expect(new Set(rows.map(({ clientReference }) => clientReference)).size).toBe(48)
}, 60_000)
