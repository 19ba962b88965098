import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { FaultEntry } from '../../../demoService/http/faults.ts'
import { startReferenceService } from '../../../demoService/index.ts'
import type { Checked } from '../../../shared/contract/contract.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { transformSchema } from '../../../shared/domain/samples/importing.ts'
import { defaultOrderForm, type OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { systemClock as clock, systemRandom as random } from '../../adapters/system.ts'
import { createRemoteService } from '../../api/api.ts'
import { createRateLimiter } from '../../api/rateLimit/rateLimiter.ts'
import { createJobs } from '../../concurrency/jobs.ts'
import { type JournalSchema, journalMigrations } from '../../store/journal.ts'
import { createOrderForm } from '../orderForm/orderForm.ts'
import { createRegister } from '../register/register.ts'
import { sampleDefaults } from '../testing/sampleDefaults.ts'
import { createOrders } from './orders.ts'

const nothing = (): undefined => undefined
const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function setUp(faults: FaultEntry[] = []) {
  const known: Pick<ServiceDialect, 'idempotency'> = { idempotency: 'none' }
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-orders-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const service = await startReferenceService({ faults, speed: 600, rate: { requests: 6000, windowS: 60 } })
  closing.push(() => service.close())
  /** The key and body of every order that was sent. */
  const left: { key: string | null; body: string }[] = []
  const transport = createNodeTransport()
  const remote = createRemoteService({
    transport: async (url, init) => {
      if (init?.method === 'POST')
        left.push({ key: init.headers?.['Idempotency-Key'] ?? null, body: init.body ?? '' })
      return transport(url, init)
    },
    clock,
    random,
    serviceUrl: service.url,
    credential: { token: async () => service.apiKey, renew: async () => false },
    rateLimiter: await createRateLimiter({ limit: 6000, windowMs: 60_000, clock, changed: nothing }),
    offlineSwitch: () => false,
    reachable: nothing,
    dialect: () => ({ base_path: '/api/v1' }),
    saveDetected: async () => undefined,
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
  const orders = createOrders({
    ...sampleDefaults,
    ...shared,
    profileId: 'profile-1',
    service: service.url,
    idempotency: () => known.idempotency,
    afterBatch: (sampleIds) => void after.push(sampleIds),
  })
  const orderForm = createOrderForm({ journal, clock, names: () => ({}) })
  return {
    service,
    known,
    jobs,
    orders,
    after,
    left,
    orderForm,
    register: createRegister({ ...sampleDefaults, ...shared }),
  }
}

async function* cohort(size: number) {
  for (let row = 2; row < size + 2; row += 1)
    yield { row, fields: { client_reference: `P-${row}`, age: 20 + row, sex: 'female', group: 'treated' } }
}

test('places 48 rows as 48 orders at the reference service, and a refresh finds that all succeeded', async () => {
  const { service, jobs, orders, after, register } = await setUp()
  const batchId = await orders.createBatch({
    fileName: 'cohort.csv',
    sha256: 'abc',
    mapping: {},
    readAs: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 },
    rows: cohort(48),
  })
  expect(await jobs.finished(await orders.send(batchId))).toMatchObject({ state: 'done', done: 48 })
  expect(service.summary()).toMatchObject({ orders: 48, requests: 48 })
  expect(after[0]).toHaveLength(48)

  const { jobId } = await register.refresh({ sampleIds: after[0] ?? [] })
  expect(await jobs.finished(jobId)).toMatchObject({ state: 'done', done: 48, failed: 0 })
  const { rows, total } = await register.list({
    text: 'treated',
    sort: [{ by: 'client_reference', order: 'asc' }],
    page: 1,
    limit: 500,
  })
  expect(total).toBe(48)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['succeeded']))
  expect(rows.every(({ synthetic, batchId: from }) => synthetic && from === batchId)).toBe(true)
  expect(new Set(rows.map(({ clientReference }) => clientReference)).size).toBe(48)
})

const renamed = (names: Record<string, string>): OrderForm =>
  defaultOrderForm.map((rule) => ({ ...rule, sendAs: names[rule.field] ?? rule.field }))

const newBatch = (form: OrderForm) => ({
  fileName: 'cohort.csv',
  sha256: 'abc',
  mapping: {},
  transform: transformSchema.parse({}),
  form,
  readAs: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 } as const,
})

test.each([
  ['an answer that was lost', { fault: 'reset-after-commit' }, 'lookUpUnknown'],
  ['a refusal', { fault: 'status', status: 400 }, 'retryFailed'],
] as const)(
  'repeats an order unchanged after %s, even if the form was changed in the meantime',
  async (_what, fault, again) => {
    const { service, known, jobs, orders, left, orderForm, register } = await setUp([
      { match: { method: 'POST' }, ...fault, times: 1 },
    ])
    await orderForm.set({ form: renamed({ group: 'study arm', age: 'years' }) })
    const batchId = await orders.createBatch({ ...newBatch(await orderForm.form()), rows: cohort(1) })
    await jobs.finished(await orders.send(batchId))
    known.idempotency = 'honoured'
    await orderForm.set({ form: renamed({ group: 'cohort', sex: 'gender' }) })
    const { jobId } = await orders[again]({ batchId })
    expect(await jobs.finished(jobId)).toMatchObject({ state: 'done', done: 1 })

    expect(left.length).toBeGreaterThan(1)
    expect(new Set(left.map(({ key }) => key)).size).toBe(1)
    expect(new Set(left.map(({ body }) => body)).size).toBe(1)
    expect(JSON.parse(left[0]!.body)).toEqual({
      client_reference: 'P-2',
      years: 22,
      sex: 'female',
      'study arm': 'treated',
    })
    expect(service.summary().orders).toBe(1)
    const query = {
      text: '',
      sort: [{ by: 'client_reference', order: 'asc' }],
      page: 1,
      limit: 10,
    } satisfies Checked<'samples.list'>
    const { rows } = await register.list(query)
    expect(rows[0]).toMatchObject({
      clientReference: 'P-2',
      fields: { age: 22, sex: 'female', group: 'treated' },
    })
  },
)
