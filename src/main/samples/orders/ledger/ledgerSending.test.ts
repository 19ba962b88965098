import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toEnglish } from '../../../../shared/words/message.ts'
import { addSample } from '../../testing/addSample.ts'
import { createBatchApp } from '../testing/batchApp.ts'

let app: Awaited<ReturnType<typeof createBatchApp>>
beforeEach(async () => void (app = await createBatchApp()))
afterEach(() => app.close())

const rows = async (batchId: string) => (await app.orders.rows({ batchId, page: 1, limit: 500 })).rows
const samples = () =>
  app.journal.query
    .selectFrom('samples')
    .select(['sample_id', 'client_reference', 'batch_id', 'fields'])
    .orderBy('sample_id')
    .execute()

describe('a sample id that the service gives to two orders', () => {
  test('leaves the second order with unknown outcome and names both rows', async () => {
    app.fakeService.nameSample = ({ client_reference }, count) =>
      client_reference === 'P-3' ? 'S-1' : `S-${count}`
    const batchId = await app.addRows(3)
    const job = await app.send(batchId)
    expect(await app.rowsOf(batchId)).toEqual(['2 created', '3 unknown', '4 created'])
    expect((await rows(batchId))[1]?.message).toEqual(
      'The service gave the order of “P-3” (line 3) the id “S-1”, which is that of “P-2” (line 2). Nothing was overwritten. The order may have another ID: look for it at the service, then settle this line.',
    )
    expect(job).toMatchObject({ state: 'done', done: 2, failed: 1 })
    expect(job.message).toEqual('2 orders placed, 1 with unknown outcome: look for them at the service.')
    expect((await samples()).map((sample) => sample.client_reference)).toEqual(['P-2', 'P-4'])
  })

  test('belongs to the first order, even if the service names samples by their references', async () => {
    app.fakeService.nameSample = () => 'P-2'
    const batchId = await app.addRows(2)
    await app.send(batchId)
    expect(await app.rowsOf(batchId)).toEqual(['2 created', '3 unknown'])
    expect(await samples()).toMatchObject([{ sample_id: 'P-2', client_reference: 'P-2' }])
  })

  test('names the file of the first order if it is in another batch', async () => {
    app.fakeService.nameSample = () => 'S-1'
    const first = await app.addRows(1)
    await app.send(first)
    const second = await app.add([{ row: 7, fields: { client_reference: 'Q-7' } }])
    await app.send(second)
    expect(await app.rowsOf(second)).toEqual(['7 unknown'])
    expect(toEnglish((await rows(second))[0]!.message!)).toMatch(
      /“Q-7” \(line 7\) the id “S-1”, which is that of “P-2” \(line 2 of “cohort.csv”\)/,
    )
    expect(await samples()).toMatchObject([{ sample_id: 'S-1', client_reference: 'P-2', batch_id: first }])
  })

  test('stops the batch after three such orders, so that no more orders get lost', async () => {
    app.fakeService.nameSample = () => 'S-1'
    const batchId = await app.addRows(40)
    const job = await app.send(batchId)
    expect(job.state).toBe('failed')
    expect(app.fakeService.arrived.length).toBeLessThan(9)
    const [batch] = await app.orders.list({})
    expect(batch).toMatchObject({ created: 1, state: 'paused' })
  })

  test('names a sample that was adopted under another name', async () => {
    await addSample(app.journal.query, 'S-1', { client_reference: 'OLD' })
    const batchId = await app.addRows(1)
    await app.send(batchId)
    expect((await rows(batchId))[0]).toMatchObject({ state: 'unknown', sampleId: null })
    expect(toEnglish((await rows(batchId))[0]!.message!)).toMatch(
      /the id “S-1”, which is that of “OLD” in the register/,
    )
    expect(await samples()).toMatchObject([{ client_reference: 'OLD', batch_id: null }])
  })
})

test('a sample that was adopted without a name takes the name and the batch of its order', async () => {
  await addSample(app.journal.query, 'S-1', { fields: { age: 70 } })
  const batchId = await app.add([{ row: 2, fields: { client_reference: 'P-2', age: 40, sex: 'f' } }])
  await app.send(batchId)
  expect(await app.rowsOf(batchId)).toEqual(['2 created'])
  expect(await samples()).toEqual([
    { sample_id: 'S-1', client_reference: 'P-2', batch_id: batchId, fields: '{"age":70,"sex":"f"}' },
  ])
})
