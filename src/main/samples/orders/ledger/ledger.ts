import { hash } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import { Failure } from '../../../../shared/contract/failures.ts'
import type {
  FileChange,
  Mapping,
  Person,
  ReadAs,
  Transform,
} from '../../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import type { OrderFields } from '../../../../shared/domain/samples/sample.ts'
import { isLeaseExpired } from '../../../concurrency/lease.ts'
import type { Database } from '../../../ports.ts'
import { boundList } from '../../../store/boundList.ts'
import { checksumOf } from '../../../store/guardRows.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import type { BatchTransform } from '../../../store/storedForms.ts'
import { toSendAs } from '../orderBody.ts'
import { inChunks, yieldingToEventLoop } from './ledgerLines.ts'

/** So many are sought in the ledger in a few ms; whatever else waits has its turn after. */
const referencesPerStatement = 2000

/** What is to be ordered; `row` is the physical line of the file, counted from 1. */
export type NewBatch = {
  fileName: string
  sha256: string
  mapping: Mapping
  readAs: ReadAs
  /** What was made of the file beside the mapping; left out by what imports no file. */
  transform?: Transform
  form?: OrderForm
  changes?: FileChange[]
  rows: AsyncIterable<NewOrder>
}

/** `notes`: what is stored with the sample and not sent. */
export type NewOrder = { row: number; fields: OrderFields; notes?: Record<string, string> | null }

/** Where an order stands that was placed before, as far as that is known. */
export type PlacedOrder = { sampleId: string | null; batchId: string | null }

/** Batches that nobody is sending: their queued rows surely were not sent, and may be ordered by another batch. */
const idleBatches = (query: Kysely<JournalSchema>, nowMs: number) =>
  query.selectFrom('batches').select('batch_id').where(isLeaseExpired(nowMs), '=', 1)

/**
 * Which of the references have an order already, or may have one: every ledger row counts but a failed one, and a
 * queued one of a batch that nobody is sending.
 */
export async function knownReferences(
  query: Kysely<JournalSchema>,
  references: Iterable<string>,
  nowMs: number,
): Promise<Set<string>> {
  const referenceList = boundList(references)
  const rows = await query
    .selectFrom('samples')
    .select('client_reference')
    .where('client_reference', 'in', referenceList)
    .union(
      query
        .selectFrom('ledger')
        .select('client_reference')
        .where('client_reference', 'in', referenceList)
        .where('state', '!=', 'failed')
        .where((eb) =>
          eb.or([eb('state', '!=', 'queued'), eb('batch_id', 'not in', idleBatches(query, nowMs))]),
        ),
    )
    .execute()
  return new Set(rows.map((row) => row.client_reference))
}

/** Where each of the references was ordered: in the register, else in a ledger row that has not failed. */
export async function placedOrders(
  query: Kysely<JournalSchema>,
  references: Iterable<string>,
): Promise<Map<string, PlacedOrder>> {
  const referenceList = boundList(references)
  const inLedger = await query
    .selectFrom('ledger')
    .select(['client_reference', 'sample_id', 'batch_id'])
    .where('client_reference', 'in', referenceList)
    .where('state', '!=', 'failed')
    .execute()
  const inRegister = await query
    .selectFrom('samples')
    .select(['client_reference', 'sample_id', 'batch_id'])
    .where('client_reference', 'in', referenceList)
    .execute()
  return new Map(
    [...inLedger, ...inRegister].map(({ client_reference, sample_id, batch_id }) => [
      client_reference,
      { sampleId: sample_id, batchId: batch_id },
    ]),
  )
}

/**
 * Takes queued rows out of batches that nobody is sending, so that a file that is imported again after a stop goes
 * on in its new batch, and no row is ordered by both. They stay in the history of the old one, as taken over.
 */
export async function takeOverQueuedRows(
  query: Kysely<JournalSchema>,
  references: Iterable<string>,
  { batchId, nowMs, nowIso }: { batchId: string; nowMs: number; nowIso: string },
): Promise<void> {
  const batches = new Set<string>()
  for await (const chunk of inChunks([...references], referencesPerStatement)) {
    const movedRows = await query
      .updateTable('ledger')
      .set({ state: 'failed', withdrawn: `moved:${batchId}`, updated_at: nowIso })
      .where('client_reference', 'in', boundList(chunk))
      .where('state', '=', 'queued')
      .where('batch_id', '!=', batchId)
      .where('batch_id', 'in', idleBatches(query, nowMs))
      .returning('batch_id')
      .execute()
    for (const row of movedRows) batches.add(row.batch_id)
  }
  if (batches.size === 0) return
  const unfinishedBatches = query
    .selectFrom('ledger')
    .select('batch_id')
    .where('state', 'in', ['queued', 'sending'])
  await query
    .updateTable('batches')
    .set({ state: 'done' })
    .where('batch_id', 'in', boundList(batches))
    .where('batch_id', 'not in', unfinishedBatches)
    .execute()
}

/**
 * Writes a batch and all its rows, or nothing. The rows are read before the transaction begins, since nobody else
 * can write while it is open. Throws `rejected` when there is no row, or an order of it was placed meanwhile.
 */
export async function addBatch(
  journal: Database<JournalSchema>,
  batch: NewBatch,
  origin: { batchId: string; profileId: string; nowMs: number; who?: Person },
): Promise<void> {
  const { batchId, nowMs } = origin
  const nowIso = new Date(nowMs).toISOString()
  const rows: QueuedOrder[] = []
  for await (const { row, fields, notes } of yieldingToEventLoop(batch.rows))
    rows.push({
      row,
      reference: fields.client_reference,
      fields: JSON.stringify(fields),
      idempotencyKey: idempotencyKey(origin.profileId, batchId, row),
      notes: notes ? JSON.stringify(notes) : null,
    })
  if (rows.length === 0)
    throw refused(
      'This file has no rows left to order: each has an error or was already ordered. Check the file again.',
    )
  const withChecksums = await computeChecksums(journal.query, { batchId, nowIso }, rows)
  await journal.transaction(async (query) => {
    await requireUnordered(query, rows, nowMs)
    await takeOverQueuedRows(
      query,
      rows.map((row) => row.reference),
      { batchId, nowMs, nowIso },
    )
    await query
      .insertInto('batches')
      .values({
        batch_id: batchId,
        file_name: batch.fileName,
        file_sha256: batch.sha256,
        mapping: JSON.stringify(batch.mapping),
        read_as: JSON.stringify(batch.readAs),
        created_at: nowIso,
        state: 'paused',
        lease_owner: null,
        lease_until_ms: 0,
        made_by: origin.who ? JSON.stringify(origin.who) : null,
        recipe: toBatchTransform(batch),
        changes: batch.changes ? JSON.stringify(batch.changes) : null,
      })
      .execute()
    await insertOrders(query, { batchId, nowIso }, withChecksums)
  })
}

function toBatchTransform({ transform, form }: NewBatch): string | null {
  if (!transform || !form) return null
  const stored: BatchTransform = {
    transform,
    sendAs: toSendAs(form),
  }
  return JSON.stringify(stored)
}

/** Two windows may have checked the same file; only one of them orders it. */
async function requireUnordered(
  query: Kysely<JournalSchema>,
  rows: QueuedOrder[],
  nowMs: number,
): Promise<void> {
  const references = new Set(rows.map((row) => row.reference))
  if (references.size < rows.length)
    throw refused(
      'Two rows have the same sample name, which would order one sample twice. Check the file again.',
    )
  for await (const chunk of inChunks([...references], referencesPerStatement)) {
    const [known] = await knownReferences(query, chunk, nowMs)
    if (known !== undefined)
      throw refused(`“${known}” was ordered in the meantime. Check the file again. Nothing was sent.`)
  }
}

const refused = (message: string): Failure => new Failure('rejected', message, { problems: [] })

/** The same for every attempt to send a row, and never used for another one (service-conventions, "idempotency"). */
const idempotencyKey = (profileId: string, batchId: string, row: number): string =>
  hash('sha256', `${profileId}\n${batchId}\n${row}`)

/** An order as it enters the ledger, queued. `fields` and `notes` are JSON. */
type QueuedOrder = {
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
async function computeChecksums(
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
async function insertOrders(
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
