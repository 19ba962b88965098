import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFailure } from '../../../../shared/contract/failures.ts'
import type { OrderFields } from '../../../../shared/domain/samples/sample.ts'
import { createJobs } from '../../../concurrency/jobs.ts'
import type { RemoteService } from '../../../ports.ts'
import type { Journal } from '../../../store/journal.ts'
import { printFigure, scale } from '../../../testing/faults.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { noSampleStatus, sampleDefaults } from '../../testing/sampleDefaults.ts'
import { createOrders } from '../orders.ts'
import { createBatchApp } from '../testing/batchApp.ts'

let app: Awaited<ReturnType<typeof createBatchApp>>
beforeAll(async () => void (app = await createBatchApp()))
afterAll(() => app.close())

const never = () => new Promise<never>(() => undefined)

/** Creates a service without idempotency keys that commits up to 30 s after the request, even if the client is gone. */
function createLateService(random: () => number) {
  const placed: { reference: string; sampleId: string }[] = []
  const commit = async (fields: OrderFields): Promise<string> => {
    await app.time.clock.sleep(Math.floor(random() * 30_000))
    const sampleId = `${fields.client_reference}/${placed.length}`
    placed.push({ reference: fields.client_reference, sampleId })
    return sampleId
  }
  return { placed, commit }
}

/** Starts a process that can die: after that, it writes nothing to the disk and receives no response. */
function startProcess(name: string, commit: (fields: OrderFields) => Promise<string>, diesAt: number) {
  const { clock } = app.time
  let count = 0
  const random = { next: () => 0.5, id: () => `${name}-${++count}` }
  const life = { dead: false, arrived: 0 }
  const journal: Journal = {
    ...app.journal,
    transaction: (work) => (life.dead ? never() : app.journal.transaction(work)),
  }
  const createOrder: RemoteService['createOrder'] = async (fields, { beforeSend }) => {
    await beforeSend?.()
    if (life.dead) return never()
    life.arrived += 1
    const committed = commit({ ...fields, client_reference: String(fields['client_reference']) })
    if (life.arrived >= diesAt) life.dead = true
    const sampleId = await committed
    if (life.dead) return never()
    const value = { sampleId, status: 'queued', state: 'queued', createdAt: null } as const
    const fetchedAt = new Date(clock.now()).toISOString()
    return { value, raw: {}, fetchedAt, service: 's', requestId: null, synthetic: true }
  }
  const shared = { clock, random, emit: () => undefined }
  const jobs = createJobs(shared)
  const orders = createOrders({
    ...sampleDefaults,
    ...shared,
    journal,
    remote: { createOrder, sampleStatus: noSampleStatus },
    jobs,
  })
  return { orders, jobs, life }
}

/** Ignores `rejected`: the lease of the dead process is still held, or nothing is left to send. */
function refusedOnly(error: unknown): void {
  if (!isFailure(error, 'rejected')) throw error
}

async function oneCase(seed: number, mutate?: () => Promise<unknown>) {
  const random = createSeededRandom(seed)
  const { placed, commit } = createLateService(random)
  const rows = 1 + Math.floor(random() * 8)
  const batchId = await app.addRows(rows, `C${seed}`)
  const first = startProcess(`first-${seed}`, commit, 1 + Math.floor(random() * rows))
  await first.orders.send(batchId)
  while (!first.life.dead) await app.time.advance(1000)
  const before = { arrived: first.life.arrived, placed: placed.length }
  await mutate?.()
  // The lease must expire before another process may continue. Late commits fall before and after that.
  await app.time.advance(61_000 - Math.floor(30_000 * random()))
  const next = startProcess(`next-${seed}`, commit, Number.POSITIVE_INFINITY)
  for (let minute = 0; minute < 3; minute++) {
    await Promise.resolve(next.orders.resume({ batchId })).then(undefined, refusedOnly)
    await app.time.advance(61_000)
  }
  const { rows: ledger } = await next.orders.rows({ batchId, page: 1, limit: 100 })
  const remote = Map.groupBy(placed, ({ reference }) => reference)
  const shown = (row: (typeof ledger)[number]) =>
    row.state === 'unknown' ||
    (row.state === 'created' && remote.get(row.clientReference)?.[0]?.sampleId === row.sampleId)
  return {
    duplicates: [...remote.values()].filter((same) => same.length > 1).length,
    hidden: ledger.filter((row) => !shown(row)).length,
    unknown: ledger.filter(({ state }) => state === 'unknown').length,
    late: placed.length - before.placed,
  }
}

test('orders committed up to 30 s after the client died stay in doubt', { timeout: 1_200_000 }, async () => {
  const sum = { cases: scale(50, 1000), duplicates: 0, hidden: 0, unknown: 0, late: 0 }
  for (let seed = 1; seed <= sum.cases; seed++) {
    const result = await oneCase(seed)
    for (const name of ['duplicates', 'hidden', 'unknown', 'late'] as const) sum[name] += result[name]
    expect(result.unknown).toBeGreaterThan(0)
  }
  printFigure('2', 'committed up to 30 s late, no key honoured', sum)
  expect(sum).toMatchObject({ duplicates: 0, hidden: 0 })
})

test('mutant: rows being sent are queued again when their sender is gone', async () => {
  const requeue = () =>
    app.journal.query.updateTable('ledger').set({ state: 'queued' }).where('state', '=', 'sending').execute()
  expect((await oneCase(9001, requeue)).duplicates).toBeGreaterThan(0)
})
