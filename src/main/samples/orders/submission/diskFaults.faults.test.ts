import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { isFailure } from '../../../../shared/contract/failures.ts'
import type { RemoteService } from '../../../ports.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import { isFull, printFigure, scale } from '../../../testing/faults.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { createBatchApp } from '../testing/batchApp.ts'
import { createFaultyDisk, type DiskFault, type Refusal, refusals } from '../testing/faultyDisk.ts'

const rows = 12
const kinds = Object.keys(refusals) as Refusal[]
const noFaults = { withoutRow: 0, crashes: 0, orphans: 0, duplicates: 0, lost: 0, unknown: 0, reported: 0 }
type CreateOrder = RemoteService['createOrder']
const asItIs = (createOrder: CreateOrder): CreateOrder => createOrder

/** Writes and sends a batch on a faulty disk, and finishes it once the disk is repaired. */
async function sendOnFaultyDisk(fault: DiskFault | null, wrapCreateOrder = asItIs) {
  let disk!: ReturnType<typeof createFaultyDisk<JournalSchema>>
  const app = await createBatchApp('none', {
    wrapJournal: (journal, file) => {
      disk = createFaultyDisk(journal, file, fault)
      return disk.database
    },
    wrapCreateOrder,
  })
  const { fakeService, orders } = app
  const beside = new DatabaseSync(app.file, { readOnly: true })
  const inLedger = beside.prepare('SELECT state FROM ledger WHERE client_reference = ?')
  const figures = { ...noFaults }
  // Another connection sees only what was committed.
  fakeService.onArrival = ({ client_reference }) => {
    if (inLedger.get(client_reference)?.['state'] !== 'sending') figures.withoutRow += 1
  }
  /** The user must see a `file` failure. Any other error is a bug. */
  const countFailure = (isFile: boolean): void => void (figures[isFile ? 'reported' : 'crashes'] += 1)
  const send = async (batchId: string): Promise<void> => {
    const job = await app.send(batchId)
    if (job.state === 'failed') countFailure(job.failureCode === 'file')
  }
  try {
    let batchId: string | null = null
    try {
      batchId = await app.addRows(rows)
      await send(batchId)
    } catch (error) {
      countFailure(isFailure(error, 'file'))
    }
    disk.repair()
    const statements = disk.statements()
    batchId ??= await app.addRows(rows)
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
    const sum = { points, ...noFaults }
    for (let point = 0; point < points; point++) {
      const at = 1 + Math.floor(((point + random()) * statements) / points)
      const result = await sendOnFaultyDisk({ refusal, at, lasts: point % 2 === 0 })
      for (const name of Object.keys(noFaults) as (keyof typeof noFaults)[]) sum[name] += result[name]
    }
    printFigure('4', `${refusal} at a statement of an import`, sum)
    expect(sum).toMatchObject({ withoutRow: 0, crashes: 0, orphans: 0, duplicates: 0, lost: 0 })
    expect(sum.reported).toBe(points)
  }
})

test.runIf(isFull)('mutant: an order is sent although its row could not be marked', async () => {
  const heedless =
    (createOrder: CreateOrder): CreateOrder =>
    (fields, { beforeSend, ...options }) =>
      createOrder(fields, { ...options, beforeSend: async () => beforeSend?.().catch(() => undefined) })
  const { statements } = await sendOnFaultyDisk(null)
  // Four rows are marked in twelve consecutive statements and their outcomes recorded in the next twelve: a step of
  // five hits both.
  let withoutRow = 0
  for (let at = 1; at <= statements; at += 5)
    withoutRow += (await sendOnFaultyDisk({ refusal: 'disk full', at, lasts: true }, heedless)).withoutRow
  expect(withoutRow).toBeGreaterThan(0)
})
