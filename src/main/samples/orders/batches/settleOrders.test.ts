import { afterEach, describe, expect, test } from 'vitest'
import { rejected } from '../../../../shared/contract/failures.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { addSample } from '../../testing/addSample.ts'
import { createBatchApp } from '../testing/batchApp.ts'
import { toOrders } from '../testing/newBatch.ts'
import { settleAdopted } from './settleOrders.ts'

let app: Awaited<ReturnType<typeof createBatchApp>>
afterEach(() => app.close())

/** Adds a batch of one order, P-2, with unknown outcome. */
const doubt = async () => {
  app = await createBatchApp()
  const batchId = await app.add([{ row: 2, fields: { client_reference: 'P-2', age: 40, sex: 'f' } }])
  await app.markUnknown()
  return batchId
}

const takeIn = (sampleId: string, client_reference: string, fields: object = {}) =>
  addSample(app.journal.query, sampleId, { client_reference, fields })

const samples = () =>
  app.journal.query.selectFrom('samples').select(['sample_id', 'client_reference', 'fields']).execute()

describe('an order of unknown outcome that was placed', () => {
  test('cannot be settled as a sample that has another name in the register', async () => {
    const batchId = await doubt()
    await takeIn('smp_12', 'S-12', { age: 70 })
    const before = await samples()
    await expect(app.settlePlaced(batchId, 'smp_12', 2)).rejects.toThrow(
      /register has sample smp_12 as “S-12”, not as “P-2”/,
    )
    expect(await samples()).toEqual(before)
    expect(await app.rowsOf(batchId)).toEqual(['2 unknown'])
  })

  test('names a sample that was adopted without a name, and keeps its known fields', async () => {
    const batchId = await doubt()
    await takeIn('smp_12', 'smp_12', { age: 70 })
    await app.settlePlaced(batchId, 'smp_12', 2)
    const [sample] = await samples()
    expect(sample?.client_reference).toBe('P-2')
    expect(JSON.parse(sample?.fields ?? '')).toEqual({ age: 70, sex: 'f' })
    expect(await app.rowsOf(batchId)).toEqual(['2 created'])
  })
})

describe('a sample that is adopted', () => {
  const act = { who: { profile: 'Lab', user: 'Ada', account: 'ada' }, nowIso: '2026-02-01T00:00:00.000Z' }
  const settle = (createdAt: string | null) =>
    app.journal.transaction((query) =>
      settleAdopted(
        query,
        { sampleId: 'smp_12', reference: 'P-2', service: 'https://s.example', createdAt },
        act,
      ),
    )
  const sentAt = (sent_at: string) => app.journal.query.updateTable('ledger').set({ sent_at }).execute()

  test.each([
    ['2026-01-31T23:59:00.000Z', true],
    [null, true],
    ['2026-01-02T00:00:00.000Z', false],
  ])('created at %s settles an order sent on February 1: %s', async (createdAt, isSettled) => {
    const batchId = await doubt()
    await sentAt('2026-02-01T00:00:00.000Z')
    await takeIn('smp_12', 'P-2')
    expect(await settle(createdAt)).toBe(isSettled)
    expect(await app.rowsOf(batchId)).toEqual([isSettled ? '2 created' : '2 unknown'])
  })

  test('settles no other order if it was ordered from here in the meantime', async () => {
    const batchId = await doubt()
    await takeIn('smp_12', 'S-12', { age: 70 })
    await app.journal.query.updateTable('samples').set({ batch_id: batchId }).execute()
    const before = await samples()
    expect(await settle(null)).toBe(false)
    expect(await samples()).toEqual(before)
    expect(await app.rowsOf(batchId)).toEqual(['2 unknown'])
  })
})

describe('orders of unknown outcome that were not placed', () => {
  test('are ordered once if two imports have them (as after restoring a backup)', async () => {
    app = await createBatchApp()
    const first = await app.addRows(2)
    const second = await app.add([{ row: 9, fields: { client_reference: 'P-3' } }])
    await app.markUnknown()
    const settled = { rows: 1, skipped: [3], batch: { queued: 1, cancelled: 1 } }
    expect(await app.settleNotPlaced(first)).toMatchObject(settled)
    await app.settleNotPlaced(second)
    for (const batchId of [first, second]) await app.resume(batchId)
    expect(app.fakeService.arrived.toSorted()).toEqual(['P-2', 'P-3'])
    expect(await app.rowsOf(first)).toEqual(['2 created', '3 cancelled'])
    expect((await app.orders.history({ batchId: first })).events).toMatchObject([
      {
        row: null,
        what: 'settled-not-placed',
        detail: '1 queued: line 2; 1 left to another import of them: line 3',
      },
      { row: 2, what: 'settled-not-placed', detail: null },
      { row: 3, what: 'settled-not-placed', detail: null },
      { row: null, what: 'resumed' },
    ])
  })

  test('stay unknown if their samples are in the register, and the result lists them', async () => {
    const batchId = await doubt()
    await takeIn('smp_12', 'P-2')
    await expect(app.settleNotPlaced(batchId)).rejects.toThrow(/register has “P-2” as sample smp_12/)
    const other = await app.add(toOrders(6).slice(3))
    await app.markUnknown()
    await takeIn('smp_6', 'P-6')
    const settled = { rows: 2, skipped: [6], batch: { queued: 2, unknown: 1 } }
    expect(await app.settleNotPlaced(other)).toMatchObject(settled)
    expect(await app.rowsOf(other)).toEqual(['5 queued', '6 unknown', '7 queued'])
    expect((await app.orders.history({ batchId: other })).events[0]?.detail).toEqual(
      '2 queued: lines 5, 7; 1 in the register already, not settled: line 6',
    )
  })
})

test('rows that another window has settled are reported and do not block the others', async () => {
  app = await createBatchApp()
  const batchId = await app.addRows(4)
  await app.markUnknown()
  await app.settlePlaced(batchId, 'smp_3', 3)
  const settled = { rows: 2, skipped: [3, 9], batch: { queued: 2, unknown: 1 } }
  expect(await app.settleNotPlaced(batchId, 2, 3, 4, 9)).toMatchObject(settled)
  expect(await app.rowsOf(batchId)).toEqual(['2 queued', '3 created', '4 queued', '5 unknown'])
  await expect(app.settlePlaced(batchId, 'smp_5', 3, 5)).rejects.toThrow(
    /The outcome of line 3 is known\. Someone may have settled it/,
  )
})

test('a cancelled batch stays cancelled when one of its orders is looked up, and can be resumed later', async () => {
  app = await createBatchApp('honoured')
  const batchId = await app.addRows(2)
  await app.markUnknown(2)
  await app.orders.cancel({ batchId })
  await app.finish((await app.orders.lookUpUnknown({ batchId })).jobId)
  expect(await app.rowsOf(batchId)).toEqual(['2 created', '3 cancelled'])
  expect(await app.orders.list({})).toMatchObject([{ state: 'cancelled', created: 1, cancelled: 1 }])
  await app.resume(batchId)
  expect(await app.rowsOf(batchId)).toEqual(['2 created', '3 created'])
})

test('a batch with only orders of unknown outcome is not sent, and the error explains how to settle them', async () => {
  const batchId = await doubt()
  await expect(app.resume(batchId)).rejects.toThrow(
    /1 of its orders ended with unknown outcome.*settle each as placed or not placed/,
  )
})

test('a cancelled batch stays cancelled if the sender that looked up its orders is gone', async () => {
  app = await createBatchApp('honoured')
  const batchId = await app.addRows(2)
  await app.markUnknown(2)
  await app.orders.cancel({ batchId })
  const gone = { state: 'running', lease_owner: 'gone', lease_until_ms: 1 } as const
  await app.journal.query.updateTable('batches').set(gone).execute()
  expect(await app.orders.list({})).toMatchObject([{ state: 'cancelled', unknown: 1, cancelled: 1 }])
})

describe('resuming a batch that has orders of unknown outcome', () => {
  /** Adds a batch of three orders and loses the responses to P-3 and P-4. */
  const loseTwo = async (idempotency: Parameters<typeof createBatchApp>[0]) => {
    app = await createBatchApp(idempotency)
    app.fakeService.lose = new Set(['P-3', 'P-4'])
    const batchId = await app.addRows(3)
    await app.send(batchId)
    expect(await app.rowsOf(batchId)).toEqual(['2 created', '3 unknown', '4 unknown'])
    app.fakeService.lose.clear()
    app.fakeService.arrived = []
    return batchId
  }

  test('sends them again with their keys where the service honors keys, and places none twice', async () => {
    const batchId = await loseTwo('honoured')
    expect(await app.orders.list({})).toMatchObject([{ unknown: 2, resumable: 2 }])
    expect(await app.resume(batchId)).toMatchObject({ state: 'done', done: 2, total: 2 })
    expect(await app.rowsOf(batchId)).toEqual(['2 created', '3 created', '4 created'])
    expect(app.fakeService.orders.size).toBe(3)
    const [batch] = await app.orders.list({})
    expect(batch).toMatchObject({ state: 'done', unknown: 0, resumable: 0 })
  })

  test('sends the queued rows first, then the unknown ones, in one job', async () => {
    const batchId = await loseTwo('honoured')
    await app.settleNotPlaced(batchId, 4)
    expect(await app.orders.list({})).toMatchObject([{ queued: 1, unknown: 1, resumable: 2 }])
    expect(await app.resume(batchId)).toMatchObject({ state: 'done', done: 2, total: 2 })
    expect(app.fakeService.arrived).toEqual(['P-4', 'P-3'])
    expect(await app.rowsOf(batchId)).toEqual(['2 created', '3 created', '4 created'])
  })

  test.each(['none', 'client_reference'] as const)(
    'does not send them if idempotency is “%s”',
    async (idempotency) => {
      const batchId = await loseTwo(idempotency)
      expect(await app.orders.list({})).toMatchObject([{ unknown: 2, resumable: 0 }])
      await expect(app.orders.resume({ batchId })).rejects.toThrow(
        /2 of its orders ended with unknown outcome/,
      )
      expect(app.fakeService.arrived).toEqual([])
    },
  )

  const sentLater = (byMs: number) =>
    app.journal.query
      .updateTable('ledger')
      .set({ sent_at: new Date(app.time.clock.now() + byMs).toISOString() })
      .where('row', '=', 3)
      .execute()

  test.each([
    ['was sent over a day ago, since services forget keys', () => sentLater(-25 * 3600_000)],
    ['was sent by a clock that was ahead', () => sentLater(2 * 3600_000)],
    ['has its reference in the register, since another order has it', () => takeIn('smp_3', 'P-3')],
  ])('leaves an order to the user that %s', async (_, change) => {
    const batchId = await loseTwo('honoured')
    await change()
    expect(await app.orders.list({})).toMatchObject([{ unknown: 2, resumable: 1 }])
    await app.resume(batchId)
    expect(app.fakeService.arrived).toEqual(['P-4'])
    expect(await app.rowsOf(batchId)).toEqual(['2 created', '3 unknown', '4 created'])
  })

  test('counts that day from the first request with a key, even after further requests', async () => {
    const batchId = await loseTwo('honoured')
    app.fakeService.lose = new Set(['P-3'])
    await app.time.advance(20 * 3600_000)
    await app.resume(batchId)
    expect(await app.rowsOf(batchId)).toEqual(['2 created', '3 unknown', '4 created'])
    app.fakeService.arrived = []
    await app.time.advance(10 * 3600_000)
    expect(await app.orders.list({})).toMatchObject([{ unknown: 1, resumable: 0 }])
    await expect(app.resume(batchId)).rejects.toThrow(/This batch has nothing left to send/)
    expect(app.fakeService.arrived).toEqual([])
  })

  test.each([
    ['over a day old', () => (app.fakeService.quotaMs = 30_000)],
    ['no longer safe', () => (app.fakeService.onArrival = () => app.setIdempotency('none'))],
  ])('leaves an order to the user that is %s when its turn comes', async (_, change) => {
    const batchId = await loseTwo('honoured')
    await app.settleNotPlaced(batchId, 4)
    await sentLater(-24 * 3600_000 + 10_000)
    change()
    expect(await app.resume(batchId)).toMatchObject({ state: 'done', done: 1, total: 1 })
    expect(app.fakeService.arrived).toEqual(['P-4'])
    expect(await app.rowsOf(batchId)).toEqual(['2 created', '3 unknown', '4 created'])
  })

  test('continues after refusals, since the order whose response was lost may still be placed', async () => {
    app = await createBatchApp('honoured')
    const batchId = await app.addRows(6)
    const sentAt = new Date(app.time.clock.now()).toISOString()
    await app.journal.query.updateTable('ledger').set({ state: 'unknown', sent_at: sentAt }).execute()
    for (const row of [2, 3, 4, 5])
      app.fakeService.refuse.set(`P-${row}`, rejected(joinMessages([`It exists.`])))
    expect(await app.resume(batchId)).toMatchObject({ state: 'done', done: 2, failed: 4 })
    expect((await app.rowsOf(batchId)).slice(3)).toEqual(['5 unknown', '6 created', '7 created'])
  })
})

describe('an undone settlement', () => {
  const settleAs = async (sampleId: string) => {
    const batchId = await doubt()
    const settle = () => app.settlePlaced(batchId, sampleId, 2)
    return { batchId, settle, undo: () => app.orders.undoSettlement({ batchId, rows: [2] }) }
  }

  test('gives a sample that was in the register before its earlier name back', async () => {
    const { batchId, settle, undo } = await settleAs('smp_12')
    await takeIn('smp_12', 'smp_12', { age: 70 })
    await settle()
    await undo()
    expect(await samples()).toMatchObject([{ sample_id: 'smp_12', client_reference: 'smp_12' }])
    expect(await app.rowsOf(batchId)).toEqual(['2 unknown'])
  })

  test('loses nothing that was added to the sample since', async () => {
    const { batchId, settle, undo } = await settleAs('smp_13')
    await settle()
    const annotation = { group_name: 'control', tags: '[]', note: null, fields: '{}' }
    await app.journal.query
      .insertInto('annotations')
      .values({ sample_id: 'smp_13', ...annotation, changed_at: '', changed_by: '' })
      .execute()
    await undo()
    // The sample loses the name of the order, whose outcome is unknown again.
    expect(await samples()).toMatchObject([{ sample_id: 'smp_13', client_reference: 'smp_13' }])
    expect(await app.rowsOf(batchId)).toEqual(['2 unknown'])
    const { events } = await app.orders.history({ batchId })
    expect(events.map(({ what }) => what)).toEqual(['settled-placed', 'settle-undone'])
  })

  test('is rejected for a row that is not settled, and when repeated', async () => {
    const { settle, undo } = await settleAs('smp_14')
    await expect(undo()).rejects.toThrow(/Line 2 was not settled by you/)
    await settle()
    await undo()
    await expect(undo()).rejects.toThrow(/Line 2 was not settled by you/)
    expect(await samples()).toEqual([])
  })

  describe('as not placed, after another import has ordered the sample', () => {
    const orderAgain = async () => {
      const batchId = await doubt()
      await app.settleNotPlaced(batchId)
      const other = await app.add([{ row: 9, fields: { client_reference: 'P-2' } }])
      return { batchId, other, undo: () => app.orders.undoSettlement({ batchId, rows: [2] }) }
    }
    const listed = { row: 2, reference: 'P-2', as: { kind: 'notPlaced' }, check: false, undo: true } as const

    test('is refused, also from a table, and names the new order', async () => {
      const { batchId, other, undo } = await orderAgain()
      await app.send(other)
      const [created] = await samples()
      const named = `ordered again since.*P-2: cohort.csv, 9 \\(${created?.sample_id}\\)`
      await expect(undo()).rejects.toThrow(new RegExp(named))
      for (const dryRun of [true, false])
        await expect(app.orders.settleListed({ batchId, ...listed, dryRun })).rejects.toThrow(
          new RegExp(named),
        )
      expect(await app.rowsOf(batchId)).toEqual(['2 cancelled'])
      expect(app.fakeService.arrived).toEqual(['P-2'])
    })

    test('is possible once the new order is canceled, and the sample is not ordered by either', async () => {
      const { batchId, other, undo } = await orderAgain()
      await expect(undo()).rejects.toThrow(/P-2: cohort.csv, 9 \(queued\)/)
      await app.orders.cancel({ batchId: other })
      await undo()
      expect(await app.rowsOf(batchId)).toEqual(['2 unknown'])
      await expect(app.resume(other)).rejects.toThrow(/nothing left to send/)
      expect(app.fakeService.arrived).toEqual([])
    })

    test('restores two orders of unknown outcome that two batches had before it', async () => {
      app = await createBatchApp()
      const first = await app.addRows(1)
      const second = await app.add([{ row: 9, fields: { client_reference: 'P-2' } }])
      const lost = { state: 'unknown', sent_at: new Date(app.time.clock.now() - 1000).toISOString() } as const
      await app.journal.query.updateTable('ledger').set(lost).execute()
      await app.settleNotPlaced(first)
      expect(await app.rowsOf(first)).toEqual(['2 cancelled'])
      await app.orders.undoSettlement({ batchId: first, rows: [2] })
      expect(await app.rowsOf(first)).toEqual(['2 unknown'])
      expect(await app.rowsOf(second)).toEqual(['9 unknown'])
    })
  })
})
