import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBatchApp } from '../testing/batchApp.ts'

let app: Awaited<ReturnType<typeof createBatchApp>>
beforeEach(async () => {
  app = await createBatchApp()
})
afterEach(() => app.close())

const only = async () => (await app.orders.list({}))[0]
const eventsOf = async (batchId: string) =>
  (await app.orders.history({ batchId })).events.map(({ what, detail }) => [what, detail])
/** Leaves the batch as a killed process would, with a lease that is valid for `leaseMs` more. */
const abandon = (leaseMs: number) =>
  app.journal.query
    .updateTable('batches')
    .set({ state: 'running', lease_owner: 'gone', lease_until_ms: app.time.clock.now() + leaseMs })
    .execute()

describe('a batch that the user did not stop', () => {
  test('is paused after the app was closed, and marked as interrupted', async () => {
    const batchId = await app.addRows(12)
    await app.orders.send(batchId)
    await app.time.advance(150)
    await app.time.finish(app.jobs.close())
    const left = await only()
    expect(left).toMatchObject({ state: 'paused', interrupted: true })
    expect(left?.queued).toBeGreaterThan(0)
    expect(await eventsOf(batchId)).toEqual([['interrupted', 'Pathclock was closed.']])
  })

  test('is paused after a crash, and is not sent before the user resumes it', async () => {
    const batchId = await app.addRows(3)
    await abandon(-1)
    const { signal } = new AbortController()
    await app.orders.watchAbandoned(signal)
    expect(await only()).toMatchObject({ state: 'paused', interrupted: true, queued: 3 })
    await app.time.advance(3_600_000)
    expect(app.fakeService.arrived).toEqual([])
    await app.resume(batchId)
    expect(app.fakeService.arrived).toHaveLength(3)
    expect(await only()).not.toHaveProperty('interrupted')
    expect((await eventsOf(batchId)).map(([what]) => what)).toEqual(['interrupted', 'resumed'])
  })

  test('notifies the screens as soon as the lease of the crashed run expires', async () => {
    await app.addRows(3)
    await abandon(9000)
    const watching = app.orders.watchAbandoned(new AbortController().signal)
    await app.time.advance(8000)
    expect(await only()).toMatchObject({ state: 'running' })
    const before = app.events.length
    await app.time.finish(watching)
    expect(app.events.length).toBeGreaterThan(before)
    expect(await only()).toMatchObject({ state: 'paused', interrupted: true })
  })
})

test('does not mark a batch as interrupted that the user paused or stopped', async () => {
  const batchId = await app.addRows(30)
  const jobId = await app.orders.send(batchId)
  await app.time.advance(150)
  app.jobs.cancel(jobId)
  await app.finish(jobId)
  expect(await only()).not.toHaveProperty('interrupted')
  app.fakeService.offline = true
  await app.resume(batchId)
  expect(await only()).toHaveProperty('interrupted')
  app.fakeService.offline = false
  await app.orders.resume({ batchId })
  await app.time.advance(150)
  await app.time.finish(Promise.resolve(app.orders.pause({ batchId })))
  expect(await only()).toMatchObject({ state: 'paused' })
  expect(await only()).not.toHaveProperty('interrupted')
})

test('settling its other orders leaves an interrupted batch interrupted', async () => {
  const batchId = await app.addRows(3)
  await app.markUnknown(2)
  await abandon(-1)
  await app.orders.watchAbandoned(new AbortController().signal)
  await app.time.finish(app.settlePlaced(batchId, 'smp_1', 2))
  expect(await eventsOf(batchId)).toHaveLength(2)
  expect(await only()).toMatchObject({ state: 'paused', queued: 2, unknown: 0, interrupted: true })
})
