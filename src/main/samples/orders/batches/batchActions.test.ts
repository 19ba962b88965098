import { afterEach, describe, expect, test } from 'vitest'
import { rejected } from '../../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../../shared/domain/app/dialect.ts'
import { joinMessages, toEnglish } from '../../../../shared/words/message.ts'
import { addSample } from '../../testing/addSample.ts'
import { createBatchApp } from '../testing/batchApp.ts'

let app: Awaited<ReturnType<typeof createBatchApp>>
afterEach(() => app.close())
const setUp = async (idempotency?: ServiceDialect['idempotency']) => (app = await createBatchApp(idempotency))

const keysOf = async () =>
  (await app.journal.query.selectFrom('ledger').select('idempotency_key').orderBy('row').execute()).map(
    (row) => row.idempotency_key,
  )

describe('the estimate of an action', () => {
  test('matches what the action then sends, after a stop, refusals and lost responses', async () => {
    const { orders, time, fakeService, finish, addRows } = await setUp('honoured')
    fakeService.refuse.set('P-3', rejected(joinMessages([`No.`])))
    fakeService.silent.add('P-4')
    const batchId = await addRows(9)
    await orders.send(batchId)
    await time.advance(150)
    await time.finish(Promise.resolve(orders.pause({ batchId })))
    fakeService.refuse.clear()
    fakeService.silent.clear()
    const counts = { created: 5, failed: 1, unknown: 1, queued: 2 }
    expect(await orders.list({})).toMatchObject([counts])
    const estimate = (action: 'resume' | 'retryFailed' | 'lookUp') => orders.estimate({ batchId, action })
    expect(await estimate('resume')).toMatchObject({
      count: 3,
      orders: 3,
      requests: { order: 3, status: 3, analysis: 0, clock: 0 },
      destination: { profile: 'Lab', host: 'api.example.org', isDemo: false },
      before: [{ what: 'inDoubt', count: 1, repeated: true }],
    })
    expect(await estimate('lookUp')).toMatchObject({ count: 1 })
    const before = [{ what: 'refused', count: 1, repeated: true }]
    expect(await estimate('retryFailed')).toMatchObject({ count: 1, before })
    for (const [action, start] of [
      ['retryFailed', () => orders.retryFailed({ batchId })],
      ['resume', () => orders.resume({ batchId })],
    ] as const) {
      const { count } = await estimate(action)
      const arrived = fakeService.arrived.length
      await finish((await start()).jobId)
      expect(fakeService.arrived.length - arrived).toBe(count)
      expect(await estimate(action)).toMatchObject({ count: 0, before: [] })
    }
  })

  test('counts rows that another import may have ordered as being in doubt', async () => {
    const { orders, add, addRows, fakeService } = await setUp()
    const batchId = await addRows(3)
    await orders.cancel({ batchId })
    fakeService.lose.add('P-3')
    const other = { row: 9, fields: { client_reference: 'P-3' } }
    await app.send(await add([other]))
    const before = [{ what: 'inDoubt', count: 1, repeated: false }]
    expect(await orders.estimate({ batchId, action: 'resume' })).toMatchObject({ count: 2, before })
    await expect(add([other])).rejects.toThrow('“P-3” may have been ordered in the meantime')
  })
})

describe('a batch that the user stops', () => {
  test('keeps its placed orders when it is cancelled, reports them, and shows unsent rows as cancelled', async () => {
    const { orders, time, fakeService, addRows, rowsOf } = await setUp()
    const batchId = await addRows(6)
    await orders.send(batchId)
    await time.advance(50)
    const { batch, message } = await time.finish(Promise.resolve(orders.cancel({ batchId })))
    expect(batch).toMatchObject({ state: 'cancelled', created: 4, cancelled: 2, queued: 0, failed: 0 })
    expect(message).toEqual('The 4 orders that were placed stay placed at the service. 2 were not sent.')
    expect((await rowsOf(batchId)).slice(4)).toEqual(['6 cancelled', '7 cancelled'])
    // Their references are released: another import may order them, and then this batch may not.
    expect([...(await orders.known(['P-2', 'P-6', 'P-7'])).keys()]).toEqual(['P-2'])
    expect(fakeService.arrived).toHaveLength(4)
  })

  test('can be resumed after it was cancelled, except for rows that another import has ordered', async () => {
    const { orders, fakeService, add, addRows, rowsOf } = await setUp()
    const batchId = await addRows(3)
    await orders.cancel({ batchId })
    const other = await add([{ row: 9, fields: { client_reference: 'P-3' } }])
    await app.send(other)
    const before = [{ what: 'ordered', count: 1, repeated: false }]
    expect(await orders.estimate({ batchId, action: 'resume' })).toMatchObject({ count: 2, before })
    await app.resume(batchId)
    expect(await rowsOf(batchId)).toEqual(['2 created', '3 cancelled', '4 created'])
    expect(fakeService.arrived.toSorted()).toEqual(['P-2', 'P-3', 'P-4'])
  })

  test('resumes without the samples that entered the register in the meantime', async () => {
    const { fakeService, addRows, rowsOf } = await setUp()
    const batchId = await addRows(3)
    await addSample(app.journal.query, 'elsewhere-1', { client_reference: 'P-3' })
    await app.resume(batchId)
    expect(fakeService.arrived.toSorted()).toEqual(['P-2', 'P-4'])
    expect(await rowsOf(batchId)).toEqual(['2 created', '3 cancelled', '4 created'])
  })

  test('notifies the screens when its state changes, even if nothing was being sent', async () => {
    const { orders, events, addRows } = await setUp()
    const batchId = await addRows(2)
    const first = events.length
    await orders.pause({ batchId })
    const second = events.length
    await orders.cancel({ batchId })
    expect([second - first, events.length - second]).toEqual([1, 1])
  })

  test('records who did what, and when', async () => {
    const { orders, addRows } = await setUp()
    const batchId = await addRows(2)
    await orders.cancel({ batchId })
    const history = await orders.history({ batchId })
    expect(history).toMatchObject({
      sha256: 'abc',
      mapping: { sample: 'client_reference' },
      readAs: { delimiter: ',' },
      by: { profile: 'Lab', user: 'Ada', account: 'ada' },
      events: [{ row: null, what: 'cancelled', detail: '2 rows not sent', by: { user: 'Ada' } }],
    })
  })
})

describe('failed rows', () => {
  test('are sent again without the other rows, each with its original key', async () => {
    const { orders, fakeService, finish, addRows, rowsOf } = await setUp()
    const refusal = rejected(joinMessages([`No.`]))
    fakeService.refuse = new Map([
      ['P-3', refusal],
      ['P-5', refusal],
    ])
    const batchId = await addRows(4)
    const keys = await keysOf()
    await app.send(batchId)
    fakeService.refuse.clear()
    const { jobId, rows, skipped } = await orders.retryFailed({ batchId, rows: [5] })
    expect([rows, skipped]).toEqual([1, []])
    await finish(jobId)
    expect(await rowsOf(batchId)).toEqual(['2 created', '3 failed', '4 created', '5 created'])
    expect(await keysOf()).toEqual(keys)
    expect([...fakeService.orders.keys()].every((key) => keys.includes(key))).toBe(true)
  })

  test('are not sent again if another batch has ordered the sample since', async () => {
    const { orders, fakeService, addRows } = await setUp()
    fakeService.refuse.set('P-2', rejected(joinMessages([`No.`])))
    const batchId = await addRows(1)
    await app.send(batchId)
    fakeService.refuse.clear()
    await app.send(await addRows(1))
    await expect(orders.retryFailed({ batchId })).rejects.toThrow(/Another batch ordered all/)
    expect(fakeService.orders.size).toBe(1)
  })

  test('are ordered once if two batches retry them', async () => {
    const { orders, fakeService, finish, add } = await setUp()
    fakeService.refuse.set('P', rejected(joinMessages([`No.`])))
    const rows = [{ row: 2, fields: { client_reference: 'P' } }]
    const first = await add(rows)
    await app.send(first)
    const second = await add(rows)
    await app.send(second)
    fakeService.refuse.clear()
    fakeService.offline = true
    for (const batchId of [first, second]) await finish((await orders.retryFailed({ batchId })).jobId)
    fakeService.offline = false
    for (const batchId of [first, second]) await app.resume(batchId).catch(() => null)
    expect(fakeService.orders.size).toBe(1)
  })
})

describe('orders of unknown outcome', () => {
  /** Sends three orders and loses the responses to P-3 and P-4. */
  const lose = async (idempotency?: ServiceDialect['idempotency']) => {
    const made = await setUp(idempotency)
    made.fakeService.lose = new Set(['P-3', 'P-4'])
    const batchId = await made.addRows(3)
    await made.send(batchId)
    expect(await made.rowsOf(batchId)).toEqual(['2 created', '3 unknown', '4 unknown'])
    made.fakeService.lose.clear()
    return { ...made, batchId }
  }

  test('cannot be looked up while the idempotency of the service is unknown, and are not sent', async () => {
    const { orders, fakeService, batchId } = await lose()
    await expect(orders.lookUpUnknown({ batchId })).rejects.toThrow(/cannot look up an order/)
    expect(fakeService.arrived).toHaveLength(3)
  })

  test('are found by their keys where the service honors them', async () => {
    const { orders, fakeService, finish, batchId, rowsOf, after } = await lose('honoured')
    const { jobId } = await orders.lookUpUnknown({ batchId })
    await finish(jobId)
    expect(await rowsOf(batchId)).toEqual(['2 created', '3 created', '4 created'])
    expect(fakeService.orders.size).toBe(3)
    expect(after.flat()).toHaveLength(3)
  })

  test("stay unknown, with the service's message, if the repetition is refused or cannot be sent", async () => {
    const { orders, fakeService, finish, batchId, rowsOf } = await lose('client_reference')
    fakeService.refuse.set('P-3', rejected(joinMessages([`P-3 exists.`])))
    await finish((await orders.lookUpUnknown({ batchId, rows: [3] })).jobId)
    fakeService.offline = true
    await finish((await orders.lookUpUnknown({ batchId, rows: [4] })).jobId)
    expect(await rowsOf(batchId)).toEqual(['2 created', '3 unknown', '4 unknown'])
    const { rows } = await orders.rows({ batchId, state: 'unknown', page: 1, limit: 9 })
    expect(toEnglish(rows[0]!.message!)).toMatch(/P-3 exists.*look up its sample/)
    expect(toEnglish(rows[1]!.message!)).toMatch(/may have been placed/)
    expect((await orders.list({}))[0]).toMatchObject({ state: 'done', unknown: 2, queued: 0 })
  })

  test('become created with the sample that the user found, which enters the register', async () => {
    const { orders, batchId, rowsOf, journal, after } = await lose()
    const as = { kind: 'placed', sampleId: 'S-77' } as const
    await expect(orders.settleUnknown({ batchId, as, check: false })).rejects.toThrow(/Choose the one line/)
    await expect(app.settlePlaced(batchId, 'S-77', 2)).rejects.toThrow(/outcome of line 2 is known/)
    await expect(app.settlePlaced(batchId, 'S-1', 3)).rejects.toThrow(/belongs to “P-2”/)
    const settled = { rows: 1, batch: { created: 2, unknown: 1 } }
    expect(await app.settlePlaced(batchId, 'S-77', 3)).toMatchObject(settled)
    expect(await rowsOf(batchId)).toEqual(['2 created', '3 created', '4 unknown'])
    const samples = await journal.query
      .selectFrom('samples')
      .select(['sample_id', 'client_reference'])
      .execute()
    expect(samples).toContainEqual({ sample_id: 'S-77', client_reference: 'P-3' })
    expect(after.flat()).toContain('S-77')
  })

  test('are queued again together if they were not placed, and sent with their keys when resumed', async () => {
    const { orders, fakeService, batchId, rowsOf } = await lose()
    for (const [key, { fields }] of fakeService.orders)
      if (fields.client_reference !== 'P-2') fakeService.orders.delete(key)
    const settled = { rows: 2, batch: { state: 'paused', queued: 2, unknown: 0 } }
    expect(await app.settleNotPlaced(batchId)).toMatchObject(settled)
    expect(fakeService.arrived).toHaveLength(3)
    await app.resume(batchId)
    expect(await rowsOf(batchId)).toEqual(['2 created', '3 created', '4 created'])
    const { events } = await orders.history({ batchId })
    const settled3And4 = 'null settled-not-placed,3 settled-not-placed,4 settled-not-placed'
    expect(events.map(({ row, what }) => `${row} ${what}`).join()).toBe(`${settled3And4},null resumed`)
  })
})
