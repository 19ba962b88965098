import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServiceDialect } from '../../../../shared/domain/app/dialect.ts'
import type { OrderFields } from '../../../../shared/domain/samples/sample.ts'
import { openDatabase } from '../../../adapters/sqlite/openDatabase.ts'
import { createVirtualClock } from '../../../api/testing/virtualClock.ts'
import { createJobs } from '../../../concurrency/jobs.ts'
import { type JournalSchema, journalMigrations } from '../../../store/journal.ts'
import { sampleDefaults } from '../../testing/sampleDefaults.ts'
import { createOrders } from '../orders.ts'
import { createFakeOrderService } from './fakeOrderService.ts'

/**
 * Sets up the sending of batches with a real journal, virtual time and an in-memory service. `close` removes the files.
 */
export async function createBatchApp(first: NonNullable<ServiceDialect['idempotency']> = 'none') {
  let idempotency = first
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-batch-'))
  const file = join(folder, 'journal.db')
  const journal = await openDatabase<JournalSchema>({
    file,
    migrations: journalMigrations,
    durability: 'normal',
  })
  const time = createVirtualClock()
  const { fakeService, remote } = createFakeOrderService(time.clock)
  let count = 0
  let changeEvents = 0
  const random = { next: () => 0.5, id: () => `id-${++count}` }
  const shared = { clock: time.clock, random, emit: () => void (changeEvents += 1) }
  const jobs = createJobs(shared)
  const after: string[] = []
  const orders = createOrders({
    ...sampleDefaults,
    ...shared,
    journal,
    remote,
    jobs,
    profileId: 'profile-1',
    service: 'https://service.example/api/v1',
    idempotency: () => idempotency,
    who: () => ({ profile: 'Lab', user: 'Ada', account: 'ada' }),
    afterBatch: (sampleIds) => void after.push(...sampleIds),
  })
  const finish = (jobId: string) => time.finish(jobs.finished(jobId))
  const add = (rows: { row: number; fields: OrderFields }[]) =>
    orders.createBatch({
      fileName: 'cohort.csv',
      sha256: 'abc',
      mapping: { sample: 'client_reference' },
      readAs: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 },
      rows: (async function* () {
        yield* rows
      })(),
    })
  /** Adds a batch with rows from line 2 on, named P-2, P-3, …. */
  const addRows = (rows: number) =>
    add(
      Array.from({ length: rows }, (_, at) => ({ row: at + 2, fields: { client_reference: `P-${at + 2}` } })),
    )
  const rowsOf = async (batchId: string) =>
    (await orders.rows({ batchId, page: 1, limit: 500 })).rows.map(({ row, state }) => `${row} ${state}`)
  const close = async () => {
    await jobs.close()
    await journal.close()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    setIdempotency: (next: typeof first) => void (idempotency = next),
    changeEventCount: () => changeEvents,
    journal,
    file,
    time,
    fakeService,
    jobs,
    orders,
    after,
    finish,
    add,
    addRows,
    rowsOf,
    close,
  }
}
