import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventLoopTurns } from '../../../testing/eventLoopTurns.ts'
import { createBatchApp } from '../testing/batchApp.ts'

let app: Awaited<ReturnType<typeof createBatchApp>>
beforeEach(async () => void (app = await createBatchApp()))
afterEach(() => app.close())

it('stores every order as imported, and sends no order of a batch if the disk changed one of its rows', async () => {
  const names = ['plain', '肝脏', 'nul\u0000within', 'emoji 🧬', '"quoted";', "'"]
  const rows = Array.from({ length: 123 }, (_, at) => ({
    row: at + 2,
    fields: { client_reference: `${names[at % names.length]}-${at}`, age: 20 + at },
    notes: at % 3 === 0 ? { color: `${names[at % names.length]}` } : null,
  }))
  const batchId = await app.add(rows)
  const ledgerRows = app.journal.query.selectFrom('ledger').selectAll().where('batch_id', '=', batchId)
  const stored = await ledgerRows.orderBy('row').execute()
  expect(stored[0]).toMatchObject({ row: 2, state: 'queued', attempts: 0, sent_at: null, withdrawn: null })
  expect(stored.map(({ fields }) => JSON.parse(fields) as object)).toEqual(rows.map(({ fields }) => fields))
  await sql`UPDATE ledger SET fields = replace(fields, '"age":22', '"age":23')`.execute(app.journal.query)
  await expect(app.orders.send(batchId)).rejects.toThrow(/Rows of this batch were damaged on the disk/)
  expect(app.fakeService.arrived).toEqual([])
  await sql`UPDATE ledger SET fields = replace(fields, '"age":23', '"age":22') WHERE row = 4`.execute(
    app.journal.query,
  )
  await app.send(batchId)
  expect(app.fakeService.arrived).toHaveLength(123)
})

it('yields to the event loop while a big batch is written, cancelled and settled', async () => {
  const adding = app.addRows(4000)
  const written = await eventLoopTurns(adding)
  const batchId = await adding
  const cancelled = await eventLoopTurns(Promise.resolve(app.orders.cancel({ batchId })))
  await app.journal.query.updateTable('ledger').set({ state: 'unknown', withdrawn: null }).execute()
  const settled = await eventLoopTurns(app.settleNotPlaced(batchId))
  expect(Math.min(written, cancelled, settled)).toBeGreaterThanOrEqual(4)
})

it('looks up all references of a big batch among the existing orders, in chunks', async () => {
  const first = await app.addRows(4100)
  const second = await app.addRows(4100)
  const states = await app.journal.query
    .selectFrom('ledger')
    .select(['batch_id', 'state', 'withdrawn'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['batch_id', 'state', 'withdrawn'])
    .execute()
  expect(new Set(states)).toEqual(
    new Set([
      { batch_id: first, state: 'failed', withdrawn: `moved:${second}`, count: 4100 },
      { batch_id: second, state: 'queued', withdrawn: null, count: 4100 },
    ]),
  )
  await app.journal.query
    .updateTable('ledger')
    .set({ state: 'created', sample_id: 'S-4101' })
    .where('row', '=', 4101)
    .where('batch_id', '=', second)
    .execute()
  await expect(app.addRows(4100)).rejects.toThrow('“P-4101” was ordered in the meantime')
})
