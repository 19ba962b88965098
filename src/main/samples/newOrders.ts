import { CompiledQuery, type Kysely } from 'kysely'
import { checksumOf } from '../store/guardRows.ts'
import type { JournalSchema } from '../store/journal.ts'
import { inChunks } from './chunks.ts'

/** An order as it enters the ledger, queued. `fields` and `notes` are JSON. */
export type QueuedOrder = {
  row: number
  reference: string
  fields: string
  idempotencyKey: string
  notes: string | null
}

type OrderWithChecksum = QueuedOrder & { checksum: string }

type Origin = { batchId: string; nowIso: string }

const rowsPerStatement = 50

const valuesList = (rows: number, columns: number): string => {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`
  return `(VALUES ${Array.from({ length: rows }, () => row).join(', ')})`
}

/** Numbers are bound as floating point, and the checksum is of what the column stores. */
const checksumStatement = (rows: number): string =>
  `SELECT row, ${checksumOf('ledger')} AS checksum
   FROM (
     SELECT ?1 AS batch_id, ?2 AS updated_at, CAST(column1 AS INTEGER) AS row, column2 AS client_reference,
       column3 AS fields, column4 AS idempotency_key, column5 AS notes, 'queued' AS state, NULL AS sample_id,
       NULL AS message, NULL AS sent_at, 0 AS attempts, NULL AS withdrawn
     FROM ${valuesList(rows, 5)}
   )`

const insertStatement = (rows: number): string =>
  `INSERT INTO ledger (batch_id, updated_at, row, client_reference, fields, idempotency_key, notes, checksum, state)
   SELECT ?1, ?2, CAST(column1 AS INTEGER), column2, column3, column4, column5, column6, 'queued'
   FROM ${valuesList(rows, 6)}`

const valuesOf = (order: QueuedOrder) => [
  order.row,
  order.reference,
  order.fields,
  order.idempotencyKey,
  order.notes,
]

/** The checksums of orders, before the transaction that writes them: there nobody else could write meanwhile. */
export async function computeChecksums(
  query: Kysely<JournalSchema>,
  { batchId, nowIso }: Origin,
  orders: readonly QueuedOrder[],
): Promise<OrderWithChecksum[]> {
  const withChecksums: OrderWithChecksum[] = []
  for await (const chunk of inChunks(orders))
    for (const batch of toStatementBatches(chunk)) {
      const values = [batchId, nowIso, ...batch.flatMap(valuesOf)]
      const { rows } = await query.executeQuery<{ row: number; checksum: string }>(
        CompiledQuery.raw(checksumStatement(batch.length), values),
      )
      const checksums = new Map(rows.map(({ row, checksum }) => [row, checksum]))
      for (const order of batch) withChecksums.push({ ...order, checksum: checksums.get(order.row) ?? '' })
    }
  return withChecksums
}

/** Writes orders of one batch into the ledger with their checksums, many a statement, inside a transaction. */
export async function insertOrders(
  query: Kysely<JournalSchema>,
  { batchId, nowIso }: Origin,
  orders: readonly OrderWithChecksum[],
): Promise<void> {
  for await (const chunk of inChunks(orders))
    for (const batch of toStatementBatches(chunk)) {
      const values = [batchId, nowIso, ...batch.flatMap((order) => [...valuesOf(order), order.checksum])]
      await query.executeQuery(CompiledQuery.raw(insertStatement(batch.length), values))
    }
}

/** As many as a statement takes, and what is left over one by one: so there are two statements to keep prepared. */
function toStatementBatches<T>(orders: readonly T[]): T[][] {
  const fullCount = orders.length - (orders.length % rowsPerStatement)
  const fullBatches = Array.from({ length: fullCount / rowsPerStatement }, (_, at) =>
    orders.slice(at * rowsPerStatement, (at + 1) * rowsPerStatement),
  )
  return [...fullBatches, ...orders.slice(fullCount).map((order) => [order])]
}
