import { afterEach, expect, test } from 'vitest'
import type { FaultEntry } from '../../../demoService/http/faults.ts'
import { startReferenceService } from '../../../demoService/index.ts'
import type { Checked } from '../../../shared/contract/contract.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { transformSchema } from '../../../shared/domain/samples/importing.ts'
import { defaultOrderForm, type OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import { systemClock as clock, systemRandom as random } from '../../adapters/system.ts'
import { createJobs } from '../../concurrency/jobs.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { createOrderForm } from '../orderForm/orderForm.ts'
import { createRegister } from '../register/register.ts'
import { openJournalFile } from '../testing/openJournalFile.ts'
import { sampleDefaults } from '../testing/sampleDefaults.ts'
import { createOrders } from './orders.ts'
import { connectTo } from './testing/connectTo.ts'
import { newBatch, toOrders } from './testing/newBatch.ts'

const closing: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function setUp(faults: FaultEntry[] = []) {
  const known: Pick<ServiceDialect, 'idempotency'> = { idempotency: 'none' }
  const folder = newFolder()
  const service = await startReferenceService({ faults, speed: 600, rate: { requests: 6000, windowS: 60 } })
  closing.push(() => service.close())
  /** The key and body of every order that was sent. */
  const left: { key: string | null; body: string }[] = []
  const transport = createNodeTransport()
  const remote = await connectTo(service, clock, async (url, init) => {
    if (init?.method === 'POST')
      left.push({ key: init.headers?.['Idempotency-Key'] ?? null, body: init.body ?? '' })
    return transport(url, init)
  })
  const journal = await openJournalFile(folder)
  closing.push(() => journal.close())
  const jobs = createJobs({ clock, random, emit: () => undefined })
  const shared = { journal, remote, jobs, clock, random }
  const after: string[][] = []
  const orders = createOrders({
    ...sampleDefaults,
    ...shared,
    service: service.url,
    idempotency: () => known.idempotency,
    afterBatch: (sampleIds) => void after.push(sampleIds),
  })
  const orderForm = createOrderForm({ journal, clock, names: () => ({}) })
  const register = createRegister({ ...sampleDefaults, ...shared })
  return { service, known, jobs, orders, after, left, orderForm, register }
}

const cohort = (size: number) =>
  toOrders(size).map(({ row, fields: { client_reference } }) => ({
    row,
    fields: { client_reference, age: 20 + row, sex: 'female', group: 'treated' },
  }))

const byReference = {
  text: '',
  sort: [{ by: 'client_reference', order: 'asc' }],
  page: 1,
  limit: 500,
} satisfies Checked<'samples.list'>

test('places 48 rows as 48 orders at the reference service, and a refresh finds that all succeeded', async () => {
  const { service, jobs, orders, after, register } = await setUp()
  const batchId = await orders.createBatch(newBatch(cohort(48)))
  expect(await jobs.finished(await orders.send(batchId))).toMatchObject({ state: 'done', done: 48 })
  expect(service.summary()).toMatchObject({ orders: 48, requests: 48 })
  expect(after[0]).toHaveLength(48)

  const { jobId } = await register.refresh({ sampleIds: after[0] ?? [] })
  expect(await jobs.finished(jobId)).toMatchObject({ state: 'done', done: 48, failed: 0 })
  const { rows, total } = await register.list({ ...byReference, text: 'treated' })
  expect(total).toBe(48)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['succeeded']))
  expect(rows.every(({ synthetic, batchId: from }) => synthetic && from === batchId)).toBe(true)
  expect(new Set(rows.map(({ clientReference }) => clientReference)).size).toBe(48)
})

const renamed = (names: Record<string, string>): OrderForm =>
  defaultOrderForm.map((rule) => ({ ...rule, sendAs: names[rule.field] ?? rule.field }))

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
    const transform = transformSchema.parse({})
    const form = await orderForm.form()
    const batchId = await orders.createBatch({ ...newBatch(cohort(1)), transform, form })
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
    const { rows } = await register.list(byReference)
    expect(rows[0]).toMatchObject({
      clientReference: 'P-2',
      fields: { age: 22, sex: 'female', group: 'treated' },
    })
  },
)
