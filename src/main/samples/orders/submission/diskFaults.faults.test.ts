import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { isFailure } from '../../../../shared/contract/failures.ts'
import { createJobs } from '../../../concurrency/jobs.ts'
import type { RemoteService } from '../../../ports.ts'
import { isFull, printFigure, scale } from '../../../testing/faults.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { noSampleStatus, sampleDefaults } from '../../testing/sampleDefaults.ts'
import { createOrders } from '../orders.ts'
import { createBatchApp } from '../testing/batchApp.ts'
import { createFakeOrderService } from '../testing/fakeOrderService.ts'
import { createFaultyDisk, type DiskFault, type Refusal, refusals } from '../testing/faultyDisk.ts'

const rows = 12
const kinds = Object.keys(refusals) as Refusal[]
type CreateOrder = RemoteService['createOrder']
const asItIs = (createOrder: CreateOrder): CreateOrder => createOrder

/** Writes and sends a batch on a faulty disk, and finishes it once the disk is repaired. */
async function sendOnFaultyDisk(fault: DiskFault | null, variant = asItIs) {
  const app = await createBatchApp()
  const beside = new DatabaseSync(app.file, { readOnly: true })
  const inLedger = beside.prepare('SELECT state FROM ledger WHERE client_reference = ?')
  const disk = createFaultyDisk(app.journal, app.file, fault)
  const { clock } = app.time
  const { fakeService, remote } = createFakeOrderService(clock)
  const figures = { withoutRow: 0, crashes: 0, orphans: 0, duplicates: 0, lost: 0, unknown: 0, reported: 0 }
  // Another connection sees only what was committed.
  fakeService.onArrival = ({ client_reference }) => {
    if (inLedger.get(client_reference)?.['state'] !== 'sending') figures.withoutRow += 1
  }
  let ids = 0
  const random = { next: () => 0.5, id: () => `own-${++ids}` }
  const shared = { clock, random, emit: () => undefined }
  const jobs = createJobs(shared)
  const orders = createOrders({
    ...sampleDefaults,
    ...shared,
    journal: disk.database,
    remote: { createOrder: variant(remote.createOrder), sampleStatus: noSampleStatus },
    jobs,
    profileId: 'p1',
    service: 's',
    afterBatch: () => undefined,
  })
  const write = () =>
    orders.createBatch({
      fileName: 'a.csv',
      sha256: 'x',
      mapping: {},
      readAs: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 },
      rows: (async function* () {
        for (let row = 2; row < rows + 2; row++) yield { row, fields: { client_reference: `R-${row}` } }
      })(),
    })
  /** The user must see a `file` failure. Any other error is a bug. */
  const countFailure = (isFile: boolean): void => void (figures[isFile ? 'reported' : 'crashes'] += 1)
  const send = async (batchId: string): Promise<void> => {
    const job = await app.time.finish(jobs.finished(await orders.send(batchId)))
    if (job.state === 'failed') countFailure(job.failureCode === 'file')
  }
  try {
    let batchId: string | null = null
    try {
      batchId = await write()
      await send(batchId)
    } catch (error) {
      countFailure(isFailure(error, 'file'))
    }
    disk.repair()
    const statements = disk.statements()
    batchId ??= await write()
    for (let round = 0; round < 3; round++) {
      // The lease of a sender that could not release it expires.
      await app.time.advance(61_000)
      await send(batchId).catch((error: unknown) => {
        if (!isFailure(error, 'rejected')) throw error
      })
    }
    const ledger = (await orders.rows({ batchId, page: 1, limit: 100 })).rows
    const placed = Map.groupBy(fakeService.orders.values(), ({ fields }) => fields.client_reference)
    for (const [reference, orders] of placed) {
      const row = ledger.find(({ clientReference }) => clientReference === reference)
      const isKnown =
        row?.state === 'unknown' || (row?.state === 'created' && row.sampleId === orders[0]?.sampleId)
      if (!isKnown) figures.orphans += 1
      if (orders.length > 1) figures.duplicates += 1
    }
    figures.unknown = ledger.filter(({ state }) => state === 'unknown').length
    figures.lost =
      rows -
      ledger.filter(({ state }) => state === 'created').length -
      figures.unknown +
      (rows - ledger.length)
    return { ...figures, statements }
  } finally {
    beside.close()
    await jobs.close()
    await app.close()
  }
}

test('sends no request without its stored row, whichever statement of an import the disk refuses', {
  timeout: 1_200_000,
}, async () => {
  const { statements } = await sendOnFaultyDisk(null)
  const points = scale(5, 50)
  const random = createSeededRandom(4)
  for (const refusal of kinds) {
    const sum = {
      points,
      withoutRow: 0,
      crashes: 0,
      orphans: 0,
      duplicates: 0,
      lost: 0,
      unknown: 0,
      reported: 0,
    }
    for (let point = 0; point < points; point++) {
      const at = 1 + Math.floor(((point + random()) * statements) / points)
      const result = await sendOnFaultyDisk({ refusal, at, lasts: point % 2 === 0 })
      for (const name of Object.keys(result) as (keyof typeof result)[])
        if (name !== 'statements') sum[name] += result[name]
    }
    printFigure('4', `${refusal} at a statement of an import`, sum)
    expect(sum).toMatchObject({ withoutRow: 0, crashes: 0, orphans: 0, duplicates: 0, lost: 0 })
    expect(sum.reported).toBe(points)
  }
})

test.runIf(isFull)('mutant: an order is sent although its row could not be marked', async () => {
  const heedless = (createOrder: CreateOrder): CreateOrder => {
    return (fields, { beforeSend, ...options }) =>
      createOrder(fields, {
        ...options,
        beforeSend: async () => {
          await beforeSend?.().catch(() => undefined)
        },
      })
  }
  const { statements } = await sendOnFaultyDisk(null)
  // Four rows are marked in twelve consecutive statements and their outcomes recorded in the next twelve: a step of
  // five hits both.
  let withoutRow = 0
  for (let at = 1; at <= statements; at += 5)
    withoutRow += (await sendOnFaultyDisk({ refusal: 'disk full', at, lasts: true }, heedless)).withoutRow
  expect(withoutRow).toBeGreaterThan(0)
})
