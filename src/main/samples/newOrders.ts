import { CompiledQuery, type Kysely } from 'kysely'
import { checksumOf } from '../store/guardRows.ts'
import type { JournalSchema } from '../store/journal.ts'

/** An order as it enters the ledger, queued. `fields` and `notes` are JSON. */
export type QueuedOrder = {
  row: number
  reference: string
  fields: string
  idempotencyKey: string
  notes: string | null
}

const rowsAStatement = 50

/** Numbers are bound as floating point, and the checksum is of what the column stores. */
const statement = (rows: number): string =>
  `INSERT INTO ledger (batch_id, updated_at, row, client_reference, fields, idempotency_key, notes, state, checksum)
   SELECT batch_id, updated_at, row, client_reference, fields, idempotency_key, notes, state, ${checksumOf('ledger')}
   FROM (
     SELECT ?1 AS batch_id, ?2 AS updated_at, CAST(column1 AS INTEGER) AS row, column2 AS client_reference,
       column3 AS fields, column4 AS idempotency_key, column5 AS notes, 'queued' AS state, NULL AS sample_id,
       NULL AS message, NULL AS sent_at, 0 AS attempts, NULL AS withdrawn
     FROM (VALUES ${Array.from({ length: rows }, () => '(?, ?, ?, ?, ?)').join(', ')})
   )`

/** Writes orders of one batch into the ledger with their checksums, many a statement. */
export async function insertOrders(
  query: Kysely<JournalSchema>,
  { batchId, nowIso }: { batchId: string; nowIso: string },
  orders: readonly QueuedOrder[],
): Promise<void> {
  const many = statement(rowsAStatement)
  const one = statement(1)
  for (let from = 0; from < orders.length; ) {
    const size = orders.length - from < rowsAStatement ? 1 : rowsAStatement
    const values = orders
      .slice(from, from + size)
      .flatMap((order) => [order.row, order.reference, order.fields, order.idempotencyKey, order.notes])
    await query.executeQuery(CompiledQuery.raw(size === 1 ? one : many, [batchId, nowIso, ...values]))
    from += size
  }
}
