import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventName } from '../../../shared/contract/events.ts'
import { Failure, rejected } from '../../../shared/contract/failures.ts'
import type { OrderFields } from '../../../shared/domain/samples/sample.ts'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import { createJobs } from '../../concurrency/jobs.ts'
import type { Database } from '../../ports.ts'
import { type JournalSchema, journalMigrations } from '../../store/journal.ts'
import { sampleDefaults } from '../testing/sampleDefaults.ts'
import { createOrders } from './orders.ts'
import { createFakeOrderService } from './testing/fakeOrderService.ts'

let folder = ''
let opened: Database<JournalSchema>[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathclock-submission-'))
})
afterEach(async () => {
  await Promise.all(opened.map((journal) => journal.close()))
  opened = []
  await rm(folder, { recursive: true, force: true })
})

const journalFile = () => join(folder, 'journal.db')

async function openJournal() {
  const journal = await openDatabase<JournalSchema>({
    file: journalFile(),
    migrations: journalMigrations,
    durability: 'full',
  })
  opened.push(journal)
  return journal
}

type Time = ReturnType<typeof createVirtualClock>

/** Starts an app on the shared file, with its own connection, jobs and lease owner. */
async function startApp(
  name: string,
  time: Time,
  remote: ReturnType<typeof createFakeOrderService>['remote'],
) {
  const journal = await openJournal()
  let count = 0
  const random = { next: () => 0.5, id: () => `${name}-${++count}` }
  const events: EventName[] = []
  const emit = (event: EventName) => void events.push(event)
  const bugs: unknown[] = []
  const { clock } = time
  const jobs = createJobs({ clock, random, emit, onUnexpectedError: (error) => void bugs.push(error) })
  const after: string[][] = []
  const disk = { full: false }
  const full = () => new Failure('file', joinMessages([`The disk is full.`]), { name: 'journal.db' })
  const orders = createOrders({
    ...sampleDefaults,
    journal: {
      ...journal,
      transaction: (work) => (disk.full ? Promise.reject(full()) : journal.transaction(work)),
    },
    remote,
    jobs,
    clock,
    random,
    emit,
    profileId: 'profile-1',
    service: 'https://service.example/api/v1',
    afterBatch: (sampleIds) => void after.push(sampleIds),
  })
  const finish = (jobId: string) => time.finish(jobs.finished(jobId))
  return { orders, jobs, journal, disk, events, bugs, after, finish }
}

async function setUp() {
  const time = createVirtualClock()
  const { fakeService, remote } = createFakeOrderService(time.clock)
  const app = await startApp('app', time, remote)
  return { time, fakeService, remote, ...app }
}

async function* toRows(count: number, prefix = 'P') {
  for (let row = 2; row < count + 2; row += 1) {
    const fields: OrderFields = { client_reference: `${prefix}-${row}`, age: row, group: 'control' }
    yield { row, fields }
  }
}

const batchOf = (count: number, prefix?: string) => ({
  fileName: 'cohort.csv',
  sha256: 'abc',
  mapping: { sample: 'client_reference' as const },
  readAs: {
    format: 'csv' as const,
    delimiter: ',' as const,
    encoding: 'utf-8',
    decimal: '.' as const,
    headerLine: 1,
  },
  rows: toRows(count, prefix),
})

/** Reads what another process would find on the disk at this moment. */
function onDisk<T>(sql: string): T[] {
  const database = new DatabaseSync(journalFile(), { readOnly: true })
  try {
    return database.prepare(sql).all() as T[]
  } finally {
    database.close()
  }
}

const statesOnDisk = () =>
  Object.fromEntries(
    onDisk<{ state: string; count: number }>(
      'SELECT state, COUNT(*) AS count FROM ledger GROUP BY state',
    ).map(({ state, count }) => [state, count]),
  )

describe('a batch', () => {
  test('is stored completely, with all rows queued, before anything is sent', async () => {
    const { orders, fakeService } = await setUp()
    const batchId = await orders.createBatch(batchOf(1200))
    expect(statesOnDisk()).toEqual({ queued: 1200 })
    expect(fakeService.arrived).toEqual([])
    expect(await orders.list({})).toMatchObject([
      { batchId, fileName: 'cohort.csv', state: 'paused', rows: 1200, queued: 1200, created: 0 },
    ])
  })

  test('orders every row once, four at a time, and enters the samples in the register', async () => {
    const { orders, fakeService, finish, after, bugs, events } = await setUp()
    const batchId = await orders.createBatch(batchOf(48))
    const job = await finish(await orders.send(batchId))
    expect(bugs).toEqual([])
    expect(job).toMatchObject({
      kind: 'import',
      title: 'Order 48 samples',
      state: 'done',
      total: 48,
      done: 48,
      failed: 0,
      batchId,
      message: '48 orders placed.',
    })
    expect(fakeService.orders.size).toBe(48)
    expect(fakeService.arrived).toHaveLength(48)
    expect(fakeService.maxInFlight).toBe(4)
    expect(after).toEqual([[...fakeService.orders.values()].map((order) => order.sampleId)])
    expect(await orders.list({})).toMatchObject([{ state: 'done', created: 48, queued: 0 }])
    expect(
      onDisk<object>(
        'SELECT client_reference, fields, batch_id, state, synthetic FROM samples ORDER BY rowid',
      )[0],
    ).toEqual({
      client_reference: 'P-2',
      fields: '{"age":2,"group":"control"}',
      batch_id: batchId,
      state: 'queued',
      synthetic: 1,
    })
    expect(onDisk('SELECT 1 FROM samples')).toHaveLength(48)
    // 48 orders take 1.2 s. Changes are notified at most four times a second, and once more at the end.
    const changeEvents = events.filter((name) => name === 'samples.changed').length
    expect(changeEvents).toBeGreaterThanOrEqual(4)
    expect(changeEvents).toBeLessThanOrEqual(6)
  })

  test('has durably marked each row as being sent when its request arrives', async () => {
    const { orders, fakeService, finish } = await setUp()
    const batchId = await orders.createBatch(batchOf(6))
    const found: unknown[] = []
    fakeService.onArrival = ({ client_reference }) =>
      void found.push(
        ...onDisk(`SELECT state FROM ledger WHERE client_reference = '${client_reference}'`),
        ...onDisk(`SELECT lease_until_ms > 0 AS leased FROM batches`),
      )
    await finish(await orders.send(batchId))
    expect(found).toEqual(Array.from({ length: 6 }, () => [{ state: 'sending' }, { leased: 1 }]).flat())
  })

  test('has no row marked as being sent while its requests wait for the quota', async () => {
    const { orders, fakeService, remote, time } = await setUp()
    fakeService.quotaMs = 90_000
    const batchId = await orders.createBatch(batchOf(6))
    await orders.send(batchId)
    await time.advance(30_000)
    expect(statesOnDisk()).toEqual({ queued: 6 })
    // The process is gone. Its waiting rows were not sent, so the next process sends them.
    fakeService.quotaMs = 0
    const later = createVirtualClock(time.clock.now() + 61_000)
    const next = await startApp('next', later, remote)
    await next.orders.send(batchId)
    expect(statesOnDisk().unknown).toBeUndefined()
  })

  test('orders none of its rows if they were taken over while they waited for the quota', async () => {
    const { orders, fakeService, journal, time, finish } = await setUp()
    fakeService.quotaMs = 10_000
    const jobId = await orders.send(await orders.createBatch(batchOf(6)))
    await time.advance(5000)
    await journal.query.deleteFrom('ledger').execute()
    expect(await finish(jobId)).toMatchObject({ state: 'failed' })
    expect(fakeService.arrived).toEqual([])
  })

  test('orders nothing and leaves its rows queued if they cannot be marked as being sent', async () => {
    const { orders, fakeService, journal, finish } = await setUp()
    const batchId = await orders.createBatch(batchOf(6))
    await sql`CREATE TRIGGER full BEFORE UPDATE ON ledger WHEN new.state = 'sending'
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`.execute(journal.query)
    expect(await finish(await orders.send(batchId))).toMatchObject({ state: 'failed', failed: 0 })
    expect(fakeService.arrived).toEqual([])
    expect(statesOnDisk()).toEqual({ queued: 6 })
  })

  test('sends nothing that still waits for the quota when it is cancelled', async () => {
    const { orders, fakeService, jobs, time, finish } = await setUp()
    fakeService.quotaMs = 1000
    const jobId = await orders.send(await orders.createBatch(batchOf(6)))
    await time.advance(500)
    jobs.cancel(jobId)
    await finish(jobId)
    expect(fakeService.arrived).toEqual([])
    expect(statesOnDisk()).toEqual({ queued: 6 })
  })

  test('returns the same job if it is sent a second time', async () => {
    const { orders, fakeService, finish } = await setUp()
    const batchId = await orders.createBatch(batchOf(8))
    const jobIds = await Promise.all([orders.send(batchId), orders.send(batchId)])
    const { jobId } = await orders.resume({ batchId })
    expect(new Set([...jobIds, jobId]).size).toBe(1)
    await finish(jobId)
    expect(fakeService.arrived).toHaveLength(8)
  })

  test('is rejected completely if one of its references is being ordered', async () => {
    const { orders, finish } = await setUp()
    const jobId = await orders.send(await orders.createBatch(batchOf(3)))
    expect(new Set((await orders.known(['P-2', 'P-4', 'P-5'])).keys())).toEqual(new Set(['P-2', 'P-4']))
    await expect(orders.createBatch(batchOf(4))).rejects.toThrow(/Another batch is ordering “P-\d”/)
    await finish(jobId)
    await expect(orders.createBatch(batchOf(4))).rejects.toThrow(/“P-\d” was ordered in the meantime/)
    expect(statesOnDisk()).toEqual({ created: 3 })
    await expect(orders.createBatch(batchOf(0))).rejects.toThrow(/This file has no rows left/)
  })

  test('takes over the unsent rows of an earlier, stopped batch when the file is imported again', async () => {
    const { orders, fakeService, finish } = await setUp()
    fakeService.onArrival = () => void (fakeService.offline = true)
    const stopped = await orders.createBatch(batchOf(5))
    await finish(await orders.send(stopped))
    fakeService.offline = false
    const unsent = await orders.createBatch(batchOf(2, 'Q'))
    expect(statesOnDisk()).toEqual({ created: 1, queued: 6 })
    const references = ['P-2', 'P-3', 'P-4', 'P-5', 'P-6', 'Q-2', 'Q-3']
    expect(new Set((await orders.known(references)).keys())).toEqual(new Set(fakeService.arrived))

    const rest = references.filter((reference) => !fakeService.arrived.includes(reference))
    const rows = rest.map((client_reference, index) => ({ row: index + 2, fields: { client_reference } }))
    fakeService.onArrival = () => undefined
    const batchId = await orders.createBatch({ ...batchOf(0), rows: Readable.from(rows) })
    expect((await orders.list({})).map((batch) => [batch.batchId, batch.state, batch.rows])).toEqual(
      expect.arrayContaining([
        [stopped, 'done', 5],
        [unsent, 'done', 2],
        [batchId, 'paused', 6],
      ]),
    )
    // The moved rows stay in the history of the batch that did not send them.
    const { rows: moved } = await orders.rows({ batchId: unsent, state: 'cancelled', page: 1, limit: 9 })
    expect(moved.map(({ message }) => message)).toEqual([
      expect.stringMatching(/another import orders/),
      expect.stringMatching(/another import orders/),
    ])
    await expect(orders.resume({ batchId: unsent })).rejects.toThrow(/This batch has nothing left/)
    await finish(await orders.send(batchId))
    expect(fakeService.arrived.toSorted()).toEqual(references)
  })
})

describe('a problem with one row', () => {
  test('a refused row fails with the reason, a lost response is an unknown outcome, and the other rows are sent', async () => {
    const { orders, fakeService, finish } = await setUp()
    fakeService.refuse.set('P-3', rejected(joinMessages([`The age is not a number.`])))
    fakeService.lose.add('P-5')
    const batchId = await orders.createBatch(batchOf(10))
    const job = await finish(await orders.send(batchId))
    expect(job).toMatchObject({ state: 'done', done: 8, failed: 2 })
    expect(job.message).toEqual(
      '8 orders placed, 1 refused by the service, 1 with unknown outcome: look for them at the service.',
    )
    expect(await orders.list({})).toMatchObject([{ state: 'done', created: 8, failed: 1, unknown: 1 }])
    const { rows, total } = await orders.rows({ batchId, state: 'failed', page: 1, limit: 10 })
    expect([rows, total]).toEqual([
      [
        {
          batchId,
          row: 3,
          clientReference: 'P-3',
          state: 'failed',
          sampleId: null,
          message: 'The age is not a number.',
          sentAt: expect.any(String),
          attempts: 1,
          updatedAt: expect.any(String),
        },
      ],
      1,
    ])
    const unknown = await orders.rows({ batchId, state: 'unknown', page: 1, limit: 10 })
    expect(toEnglish(unknown.rows[0]!.message!)).toMatch(/may have been placed/)
    await expect(orders.resume({ batchId })).rejects.toThrow(/1 of its orders ended with unknown outcome/)
    expect(fakeService.arrived).toHaveLength(10)
    expect(await orders.list({})).toMatchObject([{ state: 'done' }])
  })

  test('rows are listed in pages in file order, and an unknown batch is not found', async () => {
    const { orders } = await setUp()
    const batchId = await orders.createBatch(batchOf(5))
    const second = await orders.rows({ batchId, page: 2, limit: 2 })
    expect(second.total).toBe(5)
    expect(second.rows.map(({ row }) => row)).toEqual([4, 5])
    await expect(orders.rows({ batchId: 'no', page: 1, limit: 2 })).rejects.toThrow(/no such import/)
    await expect(orders.send('no')).rejects.toThrow(/no such import/)
  })

  test('only failed rows release their reference for another order', async () => {
    const { orders, fakeService, finish } = await setUp()
    fakeService.refuse.set('P-3', rejected(joinMessages([`No.`])))
    fakeService.lose.add('P-4')
    await finish(await orders.send(await orders.createBatch(batchOf(3))))
    const known = await orders.known(['P-2', 'P-3', 'P-4', "P-9'"])
    expect([...known].map(([reference, { state }]) => [reference, state])).toEqual([
      ['P-2', 'ordered'],
      ['P-4', 'inDoubt'],
    ])
  })
})

describe('a batch that cannot continue', () => {
  test('waits for the orders in flight, so that none of them ends with unknown outcome', async () => {
    const { orders, fakeService, finish } = await setUp()
    fakeService.answerMs.set('P-2', 20_000)
    fakeService.onArrival = () => void (fakeService.offline = fakeService.arrived.length >= 4)
    const batchId = await orders.createBatch(batchOf(10))
    expect(await finish(await orders.send(batchId))).toMatchObject({ state: 'failed', done: 4 })
    expect(statesOnDisk()).toEqual({ created: 4, queued: 6 })
  })

  test('is paused when the network fails, and resuming completes it', async () => {
    const { orders, fakeService, finish, after } = await setUp()
    fakeService.onArrival = () => void (fakeService.offline = fakeService.arrived.length >= 10)
    const batchId = await orders.createBatch(batchOf(30))
    const job = await finish(await orders.send(batchId))
    expect(job.state).toBe('failed')
    expect(toEnglish(job.message!)).toMatch(/cannot be reached.*paused: 10 orders placed.*Resume the batch/)
    expect(statesOnDisk()).toEqual({ created: 10, queued: 20 })
    expect(await orders.list({})).toMatchObject([{ state: 'paused', created: 10, queued: 20 }])

    fakeService.onArrival = () => undefined
    fakeService.offline = false
    const { jobId } = await orders.resume({ batchId })
    expect(await finish(jobId)).toMatchObject({ title: 'Order 20 samples', state: 'done', done: 20 })
    expect(fakeService.orders.size).toBe(30)
    expect(fakeService.arrived).toHaveLength(30)
    expect(after.map((ids) => ids.length)).toEqual([10, 20])
  })

  test.each(['notSignedIn', 'forbidden', 'rateLimited'] as const)(
    'is paused on %s, and the row that met it is queued again',
    async (code) => {
      const { orders, fakeService, finish } = await setUp()
      const details = { retryAfterMs: 1000 }
      fakeService.refuse.set('P-2', new Failure(code, joinMessages([`It will not do.`]), details))
      const batchId = await orders.createBatch(batchOf(2))
      expect(await finish(await orders.send(batchId))).toMatchObject({ state: 'failed', done: 1 })
      expect(statesOnDisk()).toEqual({ queued: 1, created: 1 })
      fakeService.refuse.clear()
      await finish(await orders.send(batchId))
      expect(statesOnDisk()).toEqual({ created: 2 })
    },
  )

  test.each([
    [
      'redirects',
      new Failure('serviceFailed', joinMessages([`A redirect.`]), { status: 307, endpoint: 'POST /samples' }),
    ],
    [
      'has no such endpoint',
      new Failure('notFound', joinMessages([`Not known.`]), { what: joinMessages([`order`]) }),
    ],
  ])(
    'is paused when the service %s, since every other order would fail the same way',
    async (_what, failure) => {
      const { orders, fakeService, finish } = await setUp()
      for (let row = 2; row <= 31; row++) fakeService.refuse.set(`P-${row}`, failure)
      const batchId = await orders.createBatch(batchOf(30))
      expect(await finish(await orders.send(batchId))).toMatchObject({ state: 'failed' })
      expect(statesOnDisk()).toEqual({ queued: 30 })
      expect(fakeService.arrived.length).toBeLessThan(5)
    },
  )

  test.each(['failed', 'cancelled'] as const)(
    'reports the sample ID of every placed order that the full disk could not store, when it %s',
    async (state) => {
      const { orders, fakeService, disk, finish, jobs, time } = await setUp()
      const jobId = await orders.send(await orders.createBatch(batchOf(9)))
      await time.advance(50)
      disk.full = true
      if (state === 'cancelled') jobs.cancel(jobId)
      const job = await finish(jobId)
      expect(job.state).toBe(state)
      expect(fakeService.orders.size).toBe(4)
      for (const { sampleId, fields } of fakeService.orders.values())
        expect(toEnglish(job.message!)).toContain(`“${fields.client_reference}” as sample ${sampleId}`)
    },
  )

  test('stops after three lost responses in a row instead of risking more unknown outcomes', async () => {
    const { orders, fakeService, finish } = await setUp()
    for (let row = 2; row < 60; row += 1) fakeService.lose.add(`P-${row}`)
    const batchId = await orders.createBatch(batchOf(50))
    const job = await finish(await orders.send(batchId))
    expect(toEnglish(job.message!)).toMatch(/no usable response to 3 orders in a row/)
    expect(fakeService.arrived.length).toBeLessThanOrEqual(7)
    const [batch] = await orders.list({})
    expect(batch).toMatchObject({ state: 'paused', unknown: fakeService.arrived.length })
  })

  test('sends no more rows when stopped, keeps the outcomes so far and can be resumed', async () => {
    const { orders, fakeService, jobs, finish, after, time } = await setUp()
    const batchId = await orders.createBatch(batchOf(20))
    const jobId = await orders.send(batchId)
    await time.advance(250)
    jobs.cancel(jobId)
    expect(await finish(jobId)).toMatchObject({ state: 'cancelled' })
    expect(statesOnDisk()).toEqual({ created: 12, queued: 8 })
    expect(after).toEqual([])
    expect(await orders.list({})).toMatchObject([{ state: 'paused', queued: 8, unknown: 0 }])
    await finish((await orders.resume({ batchId })).jobId)
    expect([fakeService.orders.size, fakeService.arrived.length]).toEqual([20, 20])
  })

  test.each(['pause', 'cancel'] as const)(
    'waits on %s for the orders in flight, so that none of them ends with unknown outcome',
    async (stop) => {
      const { orders, fakeService, finish, time } = await setUp()
      fakeService.answerMs.set('P-2', 20_000)
      const batchId = await orders.createBatch(batchOf(10))
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
    const { orders, fakeService, jobs, finish, time } = await setUp()
    fakeService.answerMs = new Map([
      ['P-2', 20_000],
      ['P-3', 1500],
    ])
    const jobId = await orders.send(await orders.createBatch(batchOf(4)))
    await time.advance(50)
    if (isPaused) jobs.cancel(jobId)
    const closedAtMs = time.clock.now()
    await time.finish(jobs.close())
    expect(time.clock.now() - closedAtMs).toBeLessThanOrEqual(2000)
    expect(await finish(jobId)).toMatchObject({ state: 'cancelled' })
    expect(statesOnDisk()).toEqual({ created: 3, unknown: 1 })
  })

  test('when cancelled, queues rows that wait for the quota and marks sent rows without a response as unknown', async () => {
    const { orders, fakeService, jobs, finish, time } = await setUp()
    fakeService.silent.add('P-2')
    const batchId = await orders.createBatch(batchOf(9))
    const jobId = await orders.send(batchId)
    await time.advance(50)
    fakeService.quotaMs = 60_000
    await time.advance(100)
    jobs.cancel(jobId)
    await finish(jobId)
    expect(statesOnDisk()).toEqual({ unknown: 1, created: 3, queued: 5 })
    expect(fakeService.arrived).toHaveLength(4)
  })
})

describe('two senders of one batch', () => {
  test('lets one send and rejects the other, and places no order twice', async () => {
    const { orders, fakeService, remote, time, finish } = await setUp()
    const batchId = await orders.createBatch(batchOf(20))
    const other = await startApp('other', time, remote)
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
    const { orders, fakeService, remote, time, finish } = await setUp()
    fakeService.quotaMs = 200_000
    const batchId = await orders.createBatch(batchOf(2))
    const jobId = await orders.send(batchId)
    const other = await startApp('other', time, remote)
    await time.advance(150_000)
    await expect(other.orders.send(batchId)).rejects.toThrow(/Another Pathclock/)
    expect(await other.orders.list({})).toMatchObject([{ state: 'running', queued: 2 }])
    await finish(jobId)
    expect(fakeService.arrived).toHaveLength(2)
  })

  test('after a crash, marks the rows being sent as unknown, never sends them again, and sends the rest', async () => {
    const { orders, fakeService, remote, time } = await setUp()
    fakeService.silent = new Set(['P-2', 'P-3', 'P-4', 'P-5'])
    const batchId = await orders.createBatch(batchOf(10))
    await orders.send(batchId)
    await time.advance(100)
    expect(statesOnDisk()).toEqual({ sending: 4, queued: 6 })
    // The process is gone: its lease is not renewed, and its clock no longer advances.
    const later = createVirtualClock(time.clock.now() + 8_000)
    const app = await startApp('next', later, remote)
    await expect(app.orders.send(batchId)).rejects.toThrow(/Another Pathclock/)
    await later.advance(31_000)

    // The service responds on the clock of the first app, so both clocks advance.
    const { jobId } = await app.orders.resume({ batchId })
    expect(statesOnDisk()).toMatchObject({ unknown: 4 })
    const done = app.jobs.finished(jobId)
    for (let step = 0; step < 40; step += 1) {
      await time.advance(100)
      await later.advance(100)
    }
    expect(await done).toMatchObject({ state: 'done', done: 6 })
    expect(statesOnDisk()).toEqual({ unknown: 4, created: 6 })
    expect(fakeService.arrived.toSorted()).toEqual([...new Set(fakeService.arrived)].toSorted())
    expect(fakeService.orders.size).toBe(10)
    const { rows } = await app.orders.rows({ batchId, state: 'unknown', page: 1, limit: 10 })
    expect(toEnglish(rows[0]!.message!)).toMatch(/Pathclock closed before the response arrived/)
  })

  test('shows a batch as paused once the lease of its dead sender has expired', async () => {
    const { orders, fakeService, remote, time } = await setUp()
    fakeService.silent = new Set(['P-2', 'P-3', 'P-4', 'P-5'])
    await orders.send(await orders.createBatch(batchOf(10)))
    await time.advance(100)
    const later = createVirtualClock(time.clock.now() + 14_000)
    const app = await startApp('next', later, remote)
    expect(await app.orders.list({})).toMatchObject([{ state: 'running', unknown: 0, queued: 10 }])
    await later.advance(1000)
    const known = await app.orders.known(['P-2', 'P-11'])
    expect([...known].map(([reference, { state }]) => [reference, state])).toEqual([['P-2', 'inDoubt']])
    expect(await app.orders.list({})).toMatchObject([{ state: 'paused', unknown: 4, queued: 6 }])
  })

  test('does not pause a batch of its own after the computer slept past the lease', async () => {
    const { orders, fakeService, journal, time, finish } = await setUp()
    fakeService.quotaMs = 2000
    const jobId = await orders.send(await orders.createBatch(batchOf(6)))
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
    const { orders, fakeService, remote, time } = await setUp()
    fakeService.silent = new Set(['P-2', 'P-3', 'P-4', 'P-5'])
    const batchId = await orders.createBatch(batchOf(6))
    await orders.send(batchId)
    await time.advance(100)
    const app = await startApp('next', createVirtualClock(time.clock.now() - 3_600_000), remote)
    expect(await app.orders.list({})).toMatchObject([{ state: 'paused', unknown: 4, queued: 2 }])
    await app.journal.query
      .updateTable('batches')
      .set({ lease_owner: 'app-1', lease_until_ms: time.clock.now() })
      .execute()
    expect(await app.orders.send(batchId)).toBeTypeOf('string')
  })

  test('does not take a lease renewed in the meantime for a sign of a wrong clock', async () => {
    const { orders, remote, time } = await setUp()
    const batchId = await orders.createBatch(batchOf(6))
    await orders.send(batchId)
    const app = await startApp('next', createVirtualClock(time.clock.now() - 5000), remote)
    await expect(app.orders.send(batchId)).rejects.toThrow(/Another Pathclock/)
  })

  test('stops a sender that lost its lease, and still records a late response', async () => {
    const { orders, fakeService, journal, time, finish } = await setUp()
    const batchId = await orders.createBatch(batchOf(12))
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
    expect(statesOnDisk()).toEqual({ created: 4, queued: 8 })
    expect(fakeService.arrived).toHaveLength(4)
    expect(onDisk('SELECT lease_owner FROM batches')).toEqual([{ lease_owner: 'other' }])
  })
})
