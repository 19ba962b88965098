import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Failure, rejected } from '../../../shared/contract/failures.ts'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import { createBatchApp } from './testing/batchApp.ts'

type App = Awaited<ReturnType<typeof createBatchApp>>

let app: App
let others: App[] = []
beforeEach(async () => void (app = await createBatchApp()))
afterEach(async () => {
  for (const other of others) await other.close()
  others = []
  await app.close()
})

/** Starts another app on the same files, which has connections, jobs and a lease owner of its own. */
async function startNext(options: Parameters<typeof createBatchApp>[1] = {}): Promise<App> {
  const next = await createBatchApp('none', { beside: app, ...options })
  others.push(next)
  return next
}

describe('a batch', () => {
  test('is stored completely, with all rows queued, before anything is sent', async () => {
    const { orders, fakeService } = app
    const batchId = await app.addRows(1200)
    expect(app.statesOnDisk()).toEqual({ queued: 1200 })
    expect(fakeService.arrived).toEqual([])
    expect(await orders.list({})).toMatchObject([
      { batchId, fileName: 'cohort.csv', state: 'paused', rows: 1200, queued: 1200, created: 0 },
    ])
  })

  test('orders every row once, four at a time, and enters the samples in the register', async () => {
    const { orders, fakeService, after, bugs, events } = app
    const batchId = await app.addRows(48)
    const job = await app.send(batchId)
    expect(bugs).toEqual([])
    const counts = { state: 'done', total: 48, done: 48, failed: 0, message: '48 orders placed.' }
    expect(job).toMatchObject({ kind: 'import', title: 'Order 48 samples', batchId, ...counts })
    expect(fakeService.orders.size).toBe(48)
    expect(fakeService.arrived).toHaveLength(48)
    expect(fakeService.maxInFlight).toBe(4)
    expect(after).toEqual([[...fakeService.orders.values()].map((order) => order.sampleId)])
    expect(await orders.list({})).toMatchObject([{ state: 'done', created: 48, queued: 0 }])
    const samples = app.onDisk<object>('SELECT * FROM samples ORDER BY rowid')
    const fields = '{"age":2,"group":"control"}'
    const row = { client_reference: 'P-2', fields, batch_id: batchId, state: 'queued', synthetic: 1 }
    expect([samples.length, samples[0]]).toMatchObject([48, row])
    // 48 orders take 1.2 s. Changes are notified at most four times a second, and once more at the end.
    const changeEvents = events.filter((name) => name === 'samples.changed').length
    expect(changeEvents).toBeGreaterThanOrEqual(4)
    expect(changeEvents).toBeLessThanOrEqual(6)
  })

  test('has durably marked each row as being sent when its request arrives', async () => {
    const { fakeService } = app
    const batchId = await app.addRows(6)
    const found: unknown[] = []
    fakeService.onArrival = ({ client_reference }) =>
      void found.push(
        ...app.onDisk(`SELECT state FROM ledger WHERE client_reference = '${client_reference}'`),
        ...app.onDisk(`SELECT lease_until_ms > 0 AS leased FROM batches`),
      )
    await app.send(batchId)
    expect(found).toEqual(Array.from({ length: 6 }, () => [{ state: 'sending' }, { leased: 1 }]).flat())
  })

  test('has no row marked as being sent while its requests wait for the quota', async () => {
    const { orders, fakeService, time } = app
    fakeService.quotaMs = 90_000
    const batchId = await app.addRows(6)
    await orders.send(batchId)
    await time.advance(30_000)
    expect(app.statesOnDisk()).toEqual({ queued: 6 })
    // The process is gone. Its waiting rows were not sent, so the next process sends them.
    fakeService.quotaMs = 0
    const later = createVirtualClock(time.clock.now() + 61_000)
    const next = await startNext({ time: later })
    await next.orders.send(batchId)
    expect(app.statesOnDisk().unknown).toBeUndefined()
  })

  test('orders none of its rows if they were taken over while they waited for the quota', async () => {
    const { orders, fakeService, journal, time, finish } = app
    fakeService.quotaMs = 10_000
    const jobId = await orders.send(await app.addRows(6))
    await time.advance(5000)
    await journal.query.deleteFrom('ledger').execute()
    expect(await finish(jobId)).toMatchObject({ state: 'failed' })
    expect(fakeService.arrived).toEqual([])
  })

  test('orders nothing and leaves its rows queued if they cannot be marked as being sent', async () => {
    const { fakeService, journal } = app
    const batchId = await app.addRows(6)
    await sql`CREATE TRIGGER full BEFORE UPDATE ON ledger WHEN new.state = 'sending'
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`.execute(journal.query)
    expect(await app.send(batchId)).toMatchObject({ state: 'failed', failed: 0 })
    expect(fakeService.arrived).toEqual([])
    expect(app.statesOnDisk()).toEqual({ queued: 6 })
  })

  test('returns the same job if it is sent a second time', async () => {
    const { orders, fakeService, finish } = app
    const batchId = await app.addRows(8)
    const jobIds = await Promise.all([orders.send(batchId), orders.send(batchId)])
    const { jobId } = await orders.resume({ batchId })
    expect(new Set([...jobIds, jobId]).size).toBe(1)
    await finish(jobId)
    expect(fakeService.arrived).toHaveLength(8)
  })

  test('is rejected completely if one of its references is being ordered', async () => {
    const { orders, finish } = app
    const jobId = await orders.send(await app.addRows(3))
    expect(new Set((await orders.known(['P-2', 'P-4', 'P-5'])).keys())).toEqual(new Set(['P-2', 'P-4']))
    await expect(app.addRows(4)).rejects.toThrow(/Another batch is ordering “P-\d”/)
    await finish(jobId)
    await expect(app.addRows(4)).rejects.toThrow(/“P-\d” was ordered in the meantime/)
    expect(app.statesOnDisk()).toEqual({ created: 3 })
    await expect(app.addRows(0)).rejects.toThrow(/This file has no rows left/)
  })

  test('takes over the unsent rows of an earlier, stopped batch when the file is imported again', async () => {
    const { orders, fakeService } = app
    fakeService.onArrival = () => void (fakeService.offline = true)
    const stopped = await app.addRows(5)
    await app.send(stopped)
    fakeService.offline = false
    const unsent = await app.addRows(2, 'Q')
    expect(app.statesOnDisk()).toEqual({ created: 1, queued: 6 })
    const references = ['P-2', 'P-3', 'P-4', 'P-5', 'P-6', 'Q-2', 'Q-3']
    expect(new Set((await orders.known(references)).keys())).toEqual(new Set(fakeService.arrived))

    const rest = references.filter((reference) => !fakeService.arrived.includes(reference))
    const rows = rest.map((client_reference, index) => ({ row: index + 2, fields: { client_reference } }))
    fakeService.onArrival = () => undefined
    const batchId = await app.add(rows)
    const batches = (await orders.list({})).map((batch) => `${batch.batchId} ${batch.state} ${batch.rows}`)
    expect(new Set(batches)).toEqual(
      new Set([`${stopped} done 5`, `${unsent} done 2`, `${batchId} paused 6`]),
    )
    // The moved rows stay in the history of the batch that did not send them.
    const { rows: moved } = await orders.rows({ batchId: unsent, state: 'cancelled', page: 1, limit: 9 })
    const message = expect.stringMatching(/another import orders/)
    expect(moved).toMatchObject([{ message }, { message }])
    await expect(orders.resume({ batchId: unsent })).rejects.toThrow(/This batch has nothing left/)
    await app.send(batchId)
    expect(fakeService.arrived.toSorted()).toEqual(references)
  })
})

describe('a problem with one row', () => {
  test('a refused row fails with the reason, a lost response is an unknown outcome, and the other rows are sent', async () => {
    const { orders, fakeService } = app
    fakeService.refuse.set('P-3', rejected(joinMessages([`The age is not a number.`])))
    fakeService.lose.add('P-5')
    const batchId = await app.addRows(10)
    const job = await app.send(batchId)
    expect(job).toMatchObject({ state: 'done', done: 8, failed: 2 })
    expect(job.message).toEqual(
      '8 orders placed, 1 refused by the service, 1 with unknown outcome: look for them at the service.',
    )
    expect(await orders.list({})).toMatchObject([{ state: 'done', created: 8, failed: 1, unknown: 1 }])
    const failed = await orders.rows({ batchId, state: 'failed', page: 1, limit: 10 })
    const row = { batchId, row: 3, clientReference: 'P-3', state: 'failed', sampleId: null, attempts: 1 }
    expect(failed).toMatchObject({ rows: [{ ...row, message: 'The age is not a number.' }], total: 1 })
    const unknown = await orders.rows({ batchId, state: 'unknown', page: 1, limit: 10 })
    expect(toEnglish(unknown.rows[0]!.message!)).toMatch(/may have been placed/)
    await expect(orders.resume({ batchId })).rejects.toThrow(/1 of its orders ended with unknown outcome/)
    expect(fakeService.arrived).toHaveLength(10)
    expect(await orders.list({})).toMatchObject([{ state: 'done' }])
  })

  test('rows are listed in pages in file order, and an unknown batch is not found', async () => {
    const { orders } = app
    const batchId = await app.addRows(5)
    const second = await orders.rows({ batchId, page: 2, limit: 2 })
    expect(second.total).toBe(5)
    expect(second.rows.map(({ row }) => row)).toEqual([4, 5])
    await expect(orders.rows({ batchId: 'no', page: 1, limit: 2 })).rejects.toThrow(/no such import/)
    await expect(orders.send('no')).rejects.toThrow(/no such import/)
  })

  test('only failed rows release their reference for another order', async () => {
    const { orders, fakeService } = app
    fakeService.refuse.set('P-3', rejected(joinMessages([`No.`])))
    fakeService.lose.add('P-4')
    await app.send(await app.addRows(3))
    const known = await orders.known(['P-2', 'P-3', 'P-4', "P-9'"])
    const states = [...known].map(([reference, { state }]) => `${reference} ${state}`)
    expect(states).toEqual(['P-2 ordered', 'P-4 inDoubt'])
  })
})

describe('a batch that cannot continue', () => {
  test('waits for the orders in flight, so that none of them ends with unknown outcome', async () => {
    const { fakeService } = app
    fakeService.answerMs.set('P-2', 20_000)
    fakeService.onArrival = () => void (fakeService.offline = fakeService.arrived.length >= 4)
    const batchId = await app.addRows(10)
    expect(await app.send(batchId)).toMatchObject({ state: 'failed', done: 4 })
    expect(app.statesOnDisk()).toEqual({ created: 4, queued: 6 })
  })

  test('is paused when the network fails, and resuming completes it', async () => {
    const { orders, fakeService, after } = app
    fakeService.onArrival = () => void (fakeService.offline = fakeService.arrived.length >= 10)
    const batchId = await app.addRows(30)
    const job = await app.send(batchId)
    expect(job.state).toBe('failed')
    expect(toEnglish(job.message!)).toMatch(/cannot be reached.*paused: 10 orders placed.*Resume the batch/)
    expect(app.statesOnDisk()).toEqual({ created: 10, queued: 20 })
    const paused = { state: 'paused', interrupted: true, created: 10, queued: 20 }
    expect(await orders.list({})).toMatchObject([paused])
    const event = { what: 'interrupted', detail: 'The service cannot be reached.' }
    expect((await orders.history({ batchId })).events).toMatchObject([event])

    fakeService.onArrival = () => undefined
    fakeService.offline = false
    const resumed = { title: 'Order 20 samples', state: 'done', done: 20 }
    expect(await app.resume(batchId)).toMatchObject(resumed)
    expect(fakeService.orders.size).toBe(30)
    expect(fakeService.arrived).toHaveLength(30)
    expect(after.map((ids) => ids.length)).toEqual([10, 20])
  })

  const failure = (code: 'notSignedIn' | 'forbidden' | 'rateLimited') =>
    new Failure(code, joinMessages([`It will not do.`]), { retryAfterMs: 1000 })
  const redirect = { status: 307, endpoint: 'POST /samples' }

  test.each([
    ['knows no credential', failure('notSignedIn')],
    ['forbids orders', failure('forbidden')],
    ['has had too many requests', failure('rateLimited')],
    ['redirects', new Failure('serviceFailed', joinMessages([`A redirect.`]), redirect)],
    [
      'has no such endpoint',
      new Failure('notFound', joinMessages([`No.`]), { what: joinMessages([`order`]) }),
    ],
  ])('is paused when the service %s, and no order is lost', async (_what, refusal) => {
    const { fakeService } = app
    for (let row = 2; row <= 31; row++) fakeService.refuse.set(`P-${row}`, refusal)
    const batchId = await app.addRows(30)
    expect(await app.send(batchId)).toMatchObject({ state: 'failed' })
    expect(app.statesOnDisk()).toEqual({ queued: 30 })
    expect(fakeService.arrived.length).toBeLessThan(5)
    fakeService.refuse.clear()
    await app.send(batchId)
    expect(app.statesOnDisk()).toEqual({ created: 30 })
  })

  test.each(['failed', 'cancelled'] as const)(
    'reports the sample ID of every placed order that the full disk could not store, when it %s',
    async (state) => {
      let isFull = false
      const full = new Failure('file', joinMessages([`The disk is full.`]), { name: 'journal.db' })
      const { orders, fakeService, finish, jobs, time } = await startNext({
        wrapJournal: (journal) => ({
          ...journal,
          transaction: (work) => (isFull ? Promise.reject(full) : journal.transaction(work)),
        }),
      })
      const jobId = await orders.send(await app.addRows(9))
      await time.advance(50)
      isFull = true
      if (state === 'cancelled') jobs.cancel(jobId)
      const job = await finish(jobId)
      expect(job.state).toBe(state)
      expect(fakeService.orders.size).toBe(4)
      for (const { sampleId, fields } of fakeService.orders.values())
        expect(toEnglish(job.message!)).toContain(`“${fields.client_reference}” as sample ${sampleId}`)
    },
  )

  test('stops after three lost responses in a row instead of risking more unknown outcomes', async () => {
    const { orders, fakeService } = app
    for (let row = 2; row < 60; row += 1) fakeService.lose.add(`P-${row}`)
    const batchId = await app.addRows(50)
    const job = await app.send(batchId)
    expect(toEnglish(job.message!)).toMatch(/no usable response to 3 orders in a row/)
    expect(fakeService.arrived.length).toBeLessThanOrEqual(7)
    const [batch] = await orders.list({})
    expect(batch).toMatchObject({ state: 'paused', unknown: fakeService.arrived.length })
  })

  test('sends no more rows when stopped, keeps the outcomes so far and can be resumed', async () => {
    const { orders, fakeService, jobs, finish, after, time } = app
    const batchId = await app.addRows(20)
    const jobId = await orders.send(batchId)
    await time.advance(250)
    jobs.cancel(jobId)
    const job = await finish(jobId)
    expect(job.state).toBe('cancelled')
    expect(toEnglish(job.message!)).toMatch(/12 orders placed so far/)
    expect(app.statesOnDisk()).toEqual({ created: 12, queued: 8 })
    expect(after).toEqual([])
    expect(await orders.list({})).toMatchObject([{ state: 'paused', queued: 8, unknown: 0 }])
    await app.resume(batchId)
    expect([fakeService.orders.size, fakeService.arrived.length]).toEqual([20, 20])
  })

  test.each(['pause', 'cancel'] as const)(
    'waits on %s for the orders in flight, so that none of them ends with unknown outcome',
    async (stop) => {
      const { orders, fakeService, finish, time } = app
      fakeService.answerMs.set('P-2', 20_000)
      const batchId = await app.addRows(10)
      const jobId = await orders.send(batchId)
      await time.advance(50)
      await time.finish(Promise.resolve(orders[stop]({ batchId })))
      expect(await finish(jobId)).toMatchObject({ state: 'cancelled', done: 4 })
      expect(await orders.list({})).toMatchObject([{ created: 4, unknown: 0 }])
      expect(fakeService.arrived).toHaveLength(4)
    },
  )

  test.each([
    ['it', false],
    ['it, which was being paused,', true],
  ])('gives orders in flight 2 s when the app that sends %s closes', async (_, isPaused) => {
    const { orders, fakeService, jobs, finish, time } = app
    fakeService.answerMs = new Map([
      ['P-2', 20_000],
      ['P-3', 1500],
    ])
    const jobId = await orders.send(await app.addRows(4))
    await time.advance(50)
    if (isPaused) jobs.cancel(jobId)
    const closedAtMs = time.clock.now()
    await time.finish(jobs.close())
    expect(time.clock.now() - closedAtMs).toBeLessThanOrEqual(2000)
    expect(await finish(jobId)).toMatchObject({ state: 'cancelled' })
    expect(app.statesOnDisk()).toEqual({ created: 3, unknown: 1 })
  })

  test('when cancelled, queues rows that wait for the quota and marks sent rows without a response as unknown', async () => {
    const { orders, fakeService, jobs, finish, time } = app
    fakeService.silent.add('P-2')
    const batchId = await app.addRows(9)
    const jobId = await orders.send(batchId)
    await time.advance(50)
    fakeService.quotaMs = 60_000
    await time.advance(100)
    jobs.cancel(jobId)
    await finish(jobId)
    expect(app.statesOnDisk()).toEqual({ unknown: 1, created: 3, queued: 5 })
    expect(fakeService.arrived).toHaveLength(4)
  })
})

describe('two senders of one batch', () => {
  test('lets one send and rejects the other, and places no order twice', async () => {
    const { orders, fakeService, time, finish } = app
    const batchId = await app.addRows(20)
    const other = await startNext()
    // They run one after the other, as SQLite serializes the transactions of two processes.
    const { jobId } = await orders.resume({ batchId })
    await expect(other.orders.resume({ batchId })).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/Another Pathclock is sending this batch.*try again in 15 s/),
    })
    await time.advance(250)
    await expect(other.orders.send(batchId)).rejects.toThrow(/Another Pathclock/)
    expect(await finish(jobId)).toMatchObject({ state: 'done', done: 20 })
    await expect(other.orders.send(batchId)).rejects.toThrow(/This batch has nothing left/)
    expect([fakeService.orders.size, fakeService.arrived.length]).toEqual([20, 20])
  })

  test('renews the lease while requests wait minutes for the quota', async () => {
    const { orders, fakeService, time, finish } = app
    fakeService.quotaMs = 200_000
    const batchId = await app.addRows(2)
    const jobId = await orders.send(batchId)
    const other = await startNext()
    await time.advance(150_000)
    await expect(other.orders.send(batchId)).rejects.toThrow(/Another Pathclock/)
    expect(await other.orders.list({})).toMatchObject([{ state: 'running', queued: 2 }])
    await finish(jobId)
    expect(fakeService.arrived).toHaveLength(2)
  })

  test('after a crash, marks the rows being sent as unknown, never sends them again, and sends the rest', async () => {
    const { orders, fakeService, time } = app
    fakeService.silent = new Set(['P-2', 'P-3', 'P-4', 'P-5'])
    const batchId = await app.addRows(10)
    await orders.send(batchId)
    await time.advance(100)
    expect(app.statesOnDisk()).toEqual({ sending: 4, queued: 6 })
    // The process is gone: its lease is not renewed, and its clock no longer advances.
    const later = createVirtualClock(time.clock.now() + 8_000)
    const next = await startNext({ time: later })
    await expect(next.orders.send(batchId)).rejects.toThrow(/Another Pathclock/)
    await later.advance(31_000)

    // The service responds on the clock of the first app, so both clocks advance.
    const { jobId } = await next.orders.resume({ batchId })
    expect(app.statesOnDisk()).toMatchObject({ unknown: 4 })
    const done = next.jobs.finished(jobId)
    for (let step = 0; step < 40; step += 1) {
      await time.advance(100)
      await later.advance(100)
    }
    expect(await done).toMatchObject({ state: 'done', done: 6 })
    expect(app.statesOnDisk()).toEqual({ unknown: 4, created: 6 })
    expect(fakeService.arrived.toSorted()).toEqual([...new Set(fakeService.arrived)].toSorted())
    expect(fakeService.orders.size).toBe(10)
    const { rows } = await next.orders.rows({ batchId, state: 'unknown', page: 1, limit: 10 })
    expect(toEnglish(rows[0]!.message!)).toMatch(/Pathclock closed before the response arrived/)
  })

  test('shows a batch as paused once the lease of its dead sender has expired', async () => {
    const { orders, fakeService, time } = app
    fakeService.silent = new Set(['P-2', 'P-3', 'P-4', 'P-5'])
    await orders.send(await app.addRows(10))
    await time.advance(100)
    const later = createVirtualClock(time.clock.now() + 14_000)
    const next = await startNext({ time: later })
    expect(await next.orders.list({})).toMatchObject([{ state: 'running', unknown: 0, queued: 10 }])
    await later.advance(1000)
    const known = await next.orders.known(['P-2', 'P-11'])
    expect([...known].map(([reference, { state }]) => [reference, state])).toEqual([['P-2', 'inDoubt']])
    expect(await next.orders.list({})).toMatchObject([{ state: 'paused', unknown: 4, queued: 6 }])
  })

  test('does not pause a batch of its own after the computer slept past the lease', async () => {
    const { orders, fakeService, journal, time, finish } = app
    fakeService.quotaMs = 2000
    const jobId = await orders.send(await app.addRows(6))
    await time.advance(100)
    await journal.query
      .updateTable('batches')
      .set({ lease_until_ms: time.clock.now() - 1 })
      .execute()
    expect(await orders.list({})).toMatchObject([{ state: 'running', queued: 6 }])
    expect(await finish(jobId)).toMatchObject({ state: 'done', done: 6 })
    expect(fakeService.arrived).toHaveLength(6)
  })

  test('does not keep a crashed batch locked after the clock was set back', async () => {
    const { orders, fakeService, time } = app
    fakeService.silent = new Set(['P-2', 'P-3', 'P-4', 'P-5'])
    const batchId = await app.addRows(6)
    await orders.send(batchId)
    await time.advance(100)
    const next = await startNext({ time: createVirtualClock(time.clock.now() - 3_600_000) })
    expect(await next.orders.list({})).toMatchObject([{ state: 'paused', unknown: 4, queued: 2 }])
    await next.journal.query
      .updateTable('batches')
      .set({ lease_owner: 'app-1', lease_until_ms: time.clock.now() })
      .execute()
    expect(await next.orders.send(batchId)).toBeTypeOf('string')
  })

  test('does not take a lease renewed in the meantime for a sign of a wrong clock', async () => {
    const { orders, time } = app
    const batchId = await app.addRows(6)
    await orders.send(batchId)
    const next = await startNext({ time: createVirtualClock(time.clock.now() - 5000) })
    await expect(next.orders.send(batchId)).rejects.toThrow(/Another Pathclock/)
  })

  test('stops a sender that lost its lease, and still records a late response', async () => {
    const { orders, fakeService, journal, time, finish } = app
    const batchId = await app.addRows(12)
    const jobId = await orders.send(batchId)
    await time.advance(50)
    await journal.query.updateTable('batches').set({ lease_owner: 'other' }).execute()
    await journal.query
      .updateTable('ledger')
      .set({ state: 'unknown' })
      .where('state', '=', 'sending')
      .execute()
    const job = await finish(jobId)
    expect(toEnglish(job.message!)).toMatch(/took over this batch/)
    expect(app.statesOnDisk()).toEqual({ created: 4, queued: 8 })
    expect(fakeService.arrived).toHaveLength(4)
    expect(app.onDisk('SELECT lease_owner FROM batches')).toEqual([{ lease_owner: 'other' }])
  })
})
