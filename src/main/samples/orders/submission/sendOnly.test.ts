import { afterEach, describe, expect, test } from 'vitest'
import { rejected } from '../../../../shared/contract/failures.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { createBatchApp } from '../testing/batchApp.ts'

let app: Awaited<ReturnType<typeof createBatchApp>>
afterEach(() => app.close())

const refusal = rejected(joinMessages([`No.`]))

/** Creates a paused batch of 20 orders: those in `troubled` were refused or lost, and 8 others are still queued. */
const pausedWith = async (trouble: 'refuse' | 'lose', troubled: readonly string[]) => {
  app = await createBatchApp('honoured')
  const { orders, time, fakeService, addRows } = app
  if (trouble === 'refuse') fakeService.refuse = new Map(troubled.map((reference) => [reference, refusal]))
  else fakeService.silent = new Set(troubled)
  const batchId = await addRows(20)
  await orders.send(batchId)
  await time.advance(250)
  const batch = await time.finish(Promise.resolve(orders.pause({ batchId })))
  fakeService.refuse.clear()
  fakeService.silent.clear()
  fakeService.arrived.length = 0
  return { ...app, batchId, batch }
}

const batchOf = async (batchId: string) =>
  (await app.orders.list({})).find((batch) => batch.batchId === batchId)

describe('in a paused batch', () => {
  test('failed rows are sent again alone, and queued rows stay queued', async () => {
    const { orders, fakeService, jobs, finish, batchId, batch } = await pausedWith('refuse', ['P-3', 'P-5'])
    expect(batch).toMatchObject({ created: 10, failed: 2, queued: 8 })
    const { jobId, rows } = await orders.retryFailed({ batchId })
    expect(rows).toBe(2)
    expect(jobs.list()[0]).toMatchObject({ title: 'Order 2 samples', total: 2 })
    expect(await finish(jobId)).toMatchObject({ done: 2, message: '2 orders placed. 8 rows wait.' })
    expect(fakeService.arrived).toEqual(['P-3', 'P-5'])
    expect(await batchOf(batchId)).toMatchObject({ state: 'paused', created: 12, failed: 0, queued: 8 })
  })

  test('orders of unknown outcome are looked up alone', async () => {
    const { orders, fakeService, finish, batchId, batch } = await pausedWith('lose', ['P-3', 'P-5'])
    expect(batch.unknown).toBe(2)
    await finish((await orders.lookUpUnknown({ batchId })).jobId)
    expect(fakeService.arrived).toEqual(['P-3', 'P-5'])
    expect(await batchOf(batchId)).toMatchObject({ state: 'paused', unknown: 0, queued: batch.queued })
  })

  test('orders that the user settles as not placed do not start a sending', async () => {
    const { time, fakeService, batchId, batch } = await pausedWith('lose', ['P-3', 'P-5'])
    await app.settleNotPlaced(batchId)
    await time.advance(60_000)
    expect(fakeService.arrived).toEqual([])
    expect(await batchOf(batchId)).toMatchObject({ state: 'paused', queued: batch.queued + 2 })
  })
})

test('failed rows of a cancelled batch are sent again alone, and the others can be resumed later', async () => {
  const { orders, fakeService, finish, batchId } = await pausedWith('refuse', ['P-3', 'P-5'])
  await orders.cancel({ batchId })
  await finish((await orders.retryFailed({ batchId })).jobId)
  expect(fakeService.arrived).toEqual(['P-3', 'P-5'])
  expect(await batchOf(batchId)).toMatchObject({ state: 'cancelled', cancelled: 8 })
  await app.resume(batchId)
  expect(await batchOf(batchId)).toMatchObject({ state: 'done', created: 20, cancelled: 0 })
})

describe('while a batch is being sent', () => {
  test('failed rows that are sent again join the job, each once', async () => {
    app = await createBatchApp()
    const { orders, time, fakeService, finish, addRows } = app
    fakeService.refuse.set('P-3', refusal)
    const batchId = await addRows(20)
    const jobId = await orders.send(batchId)
    await time.advance(250)
    fakeService.refuse.clear()
    expect(await orders.retryFailed({ batchId })).toMatchObject({ jobId, rows: 1 })
    expect(await finish(jobId)).toMatchObject({ state: 'done', done: 20, failed: 1, total: 21 })
    const ordered = [...fakeService.orders.values()].map(({ fields }) => fields.client_reference)
    expect(fakeService.arrived.toSorted()).toEqual([...ordered, 'P-3'].toSorted())
    expect(await batchOf(batchId)).toMatchObject({ state: 'done', created: 20 })
  })

  test('orders settled as not placed join the job', async () => {
    app = await createBatchApp()
    const { orders, time, fakeService, finish, addRows } = app
    fakeService.lose.add('P-3')
    const batchId = await addRows(20)
    const jobId = await orders.send(batchId)
    await time.advance(250)
    fakeService.lose.clear()
    await app.settleNotPlaced(batchId)
    await finish(jobId)
    expect(await batchOf(batchId)).toMatchObject({ state: 'done', created: 20 })
    expect(fakeService.arrived).toHaveLength(21)
  })
})

describe('while failed rows are sent again', () => {
  test('more failed rows join, and queued rows stay queued', async () => {
    const { orders, time, fakeService, finish, batchId } = await pausedWith('refuse', ['P-3', 'P-5'])
    const { jobId } = await orders.retryFailed({ batchId, rows: [5] })
    await time.advance(50)
    expect(await orders.retryFailed({ batchId, rows: [3] })).toMatchObject({ jobId })
    await finish(jobId)
    expect(fakeService.arrived).toEqual(['P-5', 'P-3'])
    expect(await batchOf(batchId)).toMatchObject({ state: 'paused', failed: 0, queued: 8 })
  })

  test('the batch can be resumed, and every row is sent once', async () => {
    const { orders, time, fakeService, finish, batchId } = await pausedWith('refuse', ['P-3', 'P-5'])
    const { jobId } = await orders.retryFailed({ batchId, rows: [5] })
    await time.advance(50)
    expect(await orders.resume({ batchId })).toEqual({ jobId })
    expect(await finish(jobId)).toMatchObject({ done: 9, total: 9 })
    expect([fakeService.arrived.length, new Set(fakeService.arrived).size]).toEqual([9, 9])
    expect(await batchOf(batchId)).toMatchObject({ state: 'done', created: 19, failed: 1 })
  })

  test('orders settled as not placed stay queued with the others', async () => {
    const { orders, time, fakeService, finish, batchId } = await pausedWith('refuse', ['P-3', 'P-5'])
    await app.markUnknown(3)
    const { jobId } = await orders.retryFailed({ batchId })
    await time.advance(50)
    await app.settleNotPlaced(batchId)
    await finish(jobId)
    expect(fakeService.arrived).toEqual(['P-5'])
    expect(await batchOf(batchId)).toMatchObject({ state: 'paused', queued: 9 })
  })
})

test('a batch cannot be resumed while its unknown orders are looked up', async () => {
  const { orders, time, fakeService, finish, batchId } = await pausedWith('lose', ['P-3', 'P-5'])
  const { jobId } = await orders.lookUpUnknown({ batchId })
  await time.advance(50)
  await expect(orders.resume({ batchId })).rejects.toThrow(/is looking up/)
  await finish(jobId)
  expect(fakeService.arrived).toEqual(['P-3', 'P-5'])
})
