import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createBatchApp } from '../testing/batchApp.ts'

it('gives every order of a batch the checksum that fits it, and its history as before', async () => {
  const app = await createBatchApp()
  try {
    const names = ['plain', '肝脏', 'nul\u0000within', 'emoji 🧬', '"quoted";', "'"]
    const rows = Array.from({ length: 123 }, (_, at) => ({
      row: at + 2,
      fields: { client_reference: `${names[at % names.length]}-${at}`, age: 20 + at },
      notes: at % 3 === 0 ? { colour: `${names[at % names.length]}` } : null,
    }))
    const batchId = await app.add(rows)
    const { rows: wrong } = await sql<{ n: number; all: number }>`
      SELECT count(*) AS "all", total(checksum IS NOT checked_sum) AS n FROM checked_ledger
    `.execute(app.journal.query)
    expect(wrong).toEqual([{ all: 123, n: 0 }])
    const ledgerRows = app.journal.query.selectFrom('ledger').selectAll().where('batch_id', '=', batchId)
    const first = await ledgerRows.orderBy('row').executeTakeFirstOrThrow()
    expect(first).toMatchObject({ row: 2, state: 'queued', attempts: 0, sent_at: null, withdrawn: null })
    expect(first.notes).toBe('{"colour":"plain"}')
    // A later change gets its checksum from the trigger.
    await app.journal.query.updateTable('ledger').set({ state: 'failed' }).execute()
    const { rows: after } = await sql<{ n: number }>`
      SELECT total(checksum IS NOT checked_sum) AS n FROM checked_ledger
    `.execute(app.journal.query)
    expect(after).toEqual([{ n: 0 }])
  } finally {
    await app.close()
  }
})

/** How many turns the rest of this process has while the work lasts. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let eventLoopTurns = 0
  let ended = false
  const tick = (): void => {
    eventLoopTurns += 1
    if (!ended) setImmediate(tick)
  }
  setImmediate(tick)
  await work()
  ended = true
  return eventLoopTurns
}

it('lets the rest of the process go on while a big batch is written, cancelled, restored and settled', async () => {
  const app = await createBatchApp()
  try {
    let batchId = ''
    const written = await turnsDuring(async () => (batchId = await app.addRows(4000)))
    const cancelled = await turnsDuring(async () => app.orders.cancel({ batchId }))
    await app.journal.query.updateTable('ledger').set({ state: 'unknown', withdrawn: null }).execute()
    const settled = await turnsDuring(async () =>
      app.orders.settleUnknown({ batchId, as: { kind: 'notPlaced' }, check: false }),
    )
    expect(Math.min(written, cancelled, settled)).toBeGreaterThanOrEqual(4)
  } finally {
    await app.close()
  }
})

it('seeks all references of a big batch among the orders that stand, in pieces', async () => {
  const app = await createBatchApp()
  try {
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
  } finally {
    await app.close()
  }
})
