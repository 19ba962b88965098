import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { EventName } from '../../../../shared/contract/events.ts'
import type { ServiceDialect } from '../../../../shared/domain/app/dialect.ts'
import { createVirtualClock } from '../../../api/testing/virtualClock.ts'
import { createJobs } from '../../../concurrency/jobs.ts'
import type { RemoteService } from '../../../ports.ts'
import type { Journal } from '../../../store/journal.ts'
import { openJournalFile } from '../../testing/openJournalFile.ts'
import { sampleDefaults } from '../../testing/sampleDefaults.ts'
import type { NewOrder } from '../ledger/ledger.ts'
import { createOrders } from '../orders.ts'
import { createFakeOrderService } from './fakeOrderService.ts'
import { newBatch, toOrders } from './newBatch.ts'

type Time = ReturnType<typeof createVirtualClock>
type FakeService = ReturnType<typeof createFakeOrderService>
type CreateOrder = RemoteService['createOrder']
type Options = {
  /** An app that this one shares files and service with, as another process does. */
  beside?: FakeService & { folder: string; time: Time }
  time?: Time
  /** Wrappers of the journal and of the call that places an order, for faults. */
  wrapJournal?: (journal: Journal, file: string) => Journal
  wrapCreateOrder?: (createOrder: CreateOrder) => CreateOrder
}

/**
 * Sets up the sending of batches with a real journal, virtual time and an in-memory service. `close` removes the files,
 * unless they are those of another app.
 */
export async function createBatchApp(
  first: NonNullable<ServiceDialect['idempotency']> = 'none',
  {
    beside,
    time = beside?.time ?? createVirtualClock(),
    wrapJournal = (journal) => journal,
    wrapCreateOrder = (createOrder) => createOrder,
  }: Options = {},
) {
  let idempotency = first
  const folder = beside?.folder ?? (await mkdtemp(join(tmpdir(), 'pathclock-batch-')))
  const file = join(folder, 'journal.db')
  const journal = await openJournalFile(folder)
  const { fakeService, remote } = beside ?? createFakeOrderService(time.clock)
  let count = 0
  const events: EventName[] = []
  const bugs: unknown[] = []
  const random = { next: () => 0.5, id: () => `${beside ? 'next' : 'app'}-${++count}` }
  const shared = { clock: time.clock, random, emit: (event: EventName) => void events.push(event) }
  const jobs = createJobs({ ...shared, onUnexpectedError: (error) => void bugs.push(error) })
  /** The samples that each sending has created. */
  const after: string[][] = []
  const orders = createOrders({
    ...sampleDefaults,
    ...shared,
    journal: wrapJournal(journal, file),
    remote: { ...remote, createOrder: wrapCreateOrder(remote.createOrder) },
    jobs,
    idempotency: () => idempotency,
    who: () => ({ profile: 'Lab', user: 'Ada', account: 'ada' }),
    afterBatch: (sampleIds) => void after.push(sampleIds),
  })
  const finish = (jobId: string) => time.finish(jobs.finished(jobId))
  const add = (rows: readonly NewOrder[]) => orders.createBatch(newBatch(rows))
  /** Adds a batch with rows from line 2 on, named P-2, P-3, …. */
  const addRows = (count: number, prefix?: string) => add(toOrders(count, prefix))
  const send = async (batchId: string) => finish(await orders.send(batchId))
  const resume = async (batchId: string) => finish((await orders.resume({ batchId })).jobId)
  /** Settles the orders of these lines, or all, as not placed. */
  const settleNotPlaced = async (batchId: string, ...lines: number[]) => {
    const chosen = lines.length > 0 ? { rows: lines } : {}
    return orders.settleUnknown({ batchId, ...chosen, as: { kind: 'notPlaced' }, check: false })
  }
  const settlePlaced = async (batchId: string, sampleId: string, ...rows: number[]) =>
    orders.settleUnknown({ batchId, rows, as: { kind: 'placed', sampleId }, check: false })
  const rowsOf = async (batchId: string) =>
    (await orders.rows({ batchId, page: 1, limit: 500 })).rows.map(({ row, state }) => `${row} ${state}`)
  /** Marks the orders of these lines, or all, as of unknown outcome. */
  const markUnknown = (...lines: number[]) =>
    journal.query
      .updateTable('ledger')
      .set({ state: 'unknown' })
      .$if(lines.length > 0, (query) => query.where('row', 'in', lines))
      .execute()
  /** Reads what another process would find on the disk at this moment. */
  const onDisk = <T>(sql: string): T[] => {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return database.prepare(sql).all() as T[]
    } finally {
      database.close()
    }
  }
  const statesOnDisk = (): Record<string, number> => {
    const states = 'SELECT state, COUNT(*) AS count FROM ledger GROUP BY state'
    const counts = onDisk<{ state: string; count: number }>(states)
    return Object.fromEntries(counts.map(({ state, count }) => [state, count]))
  }
  const close = async () => {
    await time.finish(jobs.close())
    await journal.close()
    if (!beside) await rm(folder, { recursive: true, force: true })
  }
  const setIdempotency = (next: typeof first) => void (idempotency = next)
  const parts = { folder, file, journal, time, fakeService, remote, jobs, orders }
  const records = { events, bugs, after, rowsOf, onDisk, statesOnDisk }
  const actions = { finish, add, addRows, send, resume, settleNotPlaced, settlePlaced, markUnknown }
  return { ...parts, ...records, ...actions, setIdempotency, close }
}
