import type { Handlers } from '../../shared/contract/contract.ts'
import { type CheckedDraft, type Draft, refused, type SubmittedBatch, toTask } from './drafts.ts'
import type { NewBatch, NewOrder, PlacedOrder } from './ledger.ts'
import { createOrderDigest, type ShownOrders } from './orderDigest.ts'
import type { Reader } from './readerClient.ts'
import type { RowsTask } from './readerMessages.ts'

/** What the import asks of the ledger. */
export type OrderLedger = {
  /** References in the register, or in a ledger row that is not failed. */
  known(references: string[]): Promise<Set<string>>
  /** Where those that are known were ordered. */
  placed(references: string[]): Promise<Map<string, PlacedOrder>>
  createBatch(batch: NewBatch): Promise<string>
  send(batchId: string): Promise<string>
  rows: Handlers['batches.rows']
}

const pageSize = 500

/** Makes a batch of what was checked, and begins to send it. */
export async function submitDraft(
  draft: Draft,
  plan: CheckedDraft,
  reader: Reader,
  orders: OrderLedger,
): Promise<SubmittedBatch> {
  if (plan.hindrance !== null) throw refused(`Nothing was sent: ${plan.hindrance}`)
  const { fileName, sha256, readAs } = draft
  const { mapping, recipe, form, changes } = plan
  const rows = unplacedOrders(reader, orders, toTask(draft, plan, 'none'), plan.shown)
  const batchId = await orders.createBatch({
    fileName,
    sha256,
    mapping,
    recipe,
    form,
    changes,
    readAs,
    rows,
  })
  return { batchId, jobId: await orders.send(batchId) }
}

/**
 * The rows that can be sent and whose order was not placed yet. Throws `rejected` at their end where they are not just
 * those of the check: orders of others may have been placed or cancelled since.
 */
async function* unplacedOrders(
  reader: Reader,
  orders: OrderLedger,
  task: Omit<RowsTask, 'kind'>,
  shown: ShownOrders,
): AsyncGenerator<NewOrder> {
  const digest = createOrderDigest()
  for await (const chunk of reader.rows(task)) {
    const valid = chunk.rows.flatMap(({ row, fields, notes }) => (fields ? [{ row, fields, notes }] : []))
    const known = await orders.known(valid.map(({ fields }) => fields.client_reference))
    for (const order of valid) {
      if (known.has(order.fields.client_reference)) continue
      digest.add(order)
      yield order
    }
  }
  const current = digest.end()
  if (current.sha256 !== shown.sha256) throw ordersChanged(shown.count, current.count)
}

function ordersChanged(shownCount: number, currentCount: number) {
  const what = currentCount < shownCount ? 'as some were placed meanwhile' : 'and they are not the same'
  return refused(
    `Orders changed since the check: ${shownCount} would have been sent then, ${currentCount} now, ${what}. Nothing was sent. Check again.`,
  )
}

/** The rows of a batch that the service refused, by their physical lines. */
export async function listRefusedLines(orders: OrderLedger, batchId: string): Promise<number[]> {
  const lines: number[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await orders.rows({ batchId, state: 'failed', page, limit: pageSize })
    lines.push(...rows.map(({ row }) => row))
    if (rows.length === 0 || lines.length >= total) return lines
  }
}
