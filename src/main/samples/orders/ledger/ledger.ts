import { hash } from 'node:crypto'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { rejected } from '../../../../shared/contract/failures.ts'
import type {
  FileChange,
  Mapping,
  Person,
  ReadAs,
  Transform,
} from '../../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import type { OrderFields } from '../../../../shared/domain/samples/sample.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { chunks, yieldingChunks, yieldingToEventLoop } from '../../../concurrency/chunks.ts'
import type { Database, OrderResponse, ServiceResponse } from '../../../ports.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import {
  type BatchTransform,
  formatMessage,
  parseBatchTransform,
  parseMessage,
} from '../../../store/legacyJson.ts'
import { orderChecksum } from '../../../store/rowChecksums.ts'
import { findConflict, type LedgerOrder, registerSample } from '../../register/sampleRows.ts'
import { leaseLost, renewLease } from '../batches/batchLease.ts'
import { type SendAs, toSendAs, toSentNames } from '../orderBody.ts'
import { amongLines } from './ledgerLines.ts'
import { requireUnordered, takeOverQueuedRows } from './placedOrders.ts'

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
  /** Runs in the transaction that writes the batch, after it. */
  alongside?: (query: Kysely<JournalSchema>, batchId: string, nowIso: string) => Promise<void>
  rows: AsyncIterable<NewOrder>
}

/** `notes`: what is stored with the sample and not sent. */
export type NewOrder = { row: number; fields: OrderFields; notes?: Record<string, string> | null }

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
    throw rejected(
      message`This file has no rows left to order: each has an error, or was or may have been ordered already. Check the file again.`,
    )
  const withChecksums = await computeChecksums(journal.query, { batchId, nowIso }, rows)
  await journal.transaction(async (query) => {
    await requireUnordered(query, rows, nowMs)
    await takeOverQueuedRows(query, rows, { batchId, nowMs, nowIso })
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
    await batch.alongside?.(query, batchId, nowIso)
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
  `SELECT row, ${orderChecksum()} AS checksum
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
  for await (const chunk of yieldingChunks(orders))
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
  for await (const chunk of yieldingChunks(orders))
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

/** A ledger row and its order: by our names of the fields, and as it is sent. */
export type OrderRow = LedgerOrder & {
  body: Record<string, string | number>
  idempotencyKey: string
}

/** Which rows are sent: those whose turn has come, or, requested by a person, those of unknown outcome once more. */
export type SendableState = 'queued' | 'unknown'

/** How the sending of one row ended; `queued`: it surely was not sent. */
export type RowOutcome =
  | { state: 'created'; answer: ServiceResponse<OrderResponse> }
  | { state: 'failed' | 'unknown'; message: Message }
  | { state: 'queued' }

const pageSize = 500

/** Rows of a batch; `only`: their lines, where not all are meant. */
type RowsToSend = { batchId: string; from: SendableState; only?: ReadonlySet<number> | undefined }

/**
 * The rows of a batch that are to be sent, in the order of the file, each once; several may take from it at the same
 * time.
 */
export async function* rowsToSend(
  query: Kysely<JournalSchema>,
  selection: RowsToSend,
): AsyncGenerator<OrderRow & { message: Message | null }> {
  const { batchId } = selection
  const sendAs = await readSendAs(query, batchId)
  for await (const page of pagesToSend(query, selection))
    for (const { row, fields, idempotency_key: idempotencyKey, message: stored } of page) {
      // Written by `addBatch` from the same type.
      const order = JSON.parse(fields) as OrderFields
      yield {
        batchId,
        row,
        fields: order,
        body: toSentNames(order, sendAs),
        idempotencyKey,
        message: parseMessage(stored),
      }
    }
}

async function* pagesToSend(query: Kysely<JournalSchema>, { batchId, from, only }: RowsToSend) {
  const ledgerRows = query
    .selectFrom('ledger')
    .select(['row', 'fields', 'idempotency_key', 'message'])
    .where('batch_id', '=', batchId)
    .where('state', '=', from)
    .orderBy('row')
  if (only) {
    const lines = [...only].sort((a, b) => a - b)
    for (const some of chunks(lines, pageSize))
      yield await ledgerRows.where('row', 'in', amongLines(some)).execute()
    return
  }
  for (let after: number | undefined = -1; after !== undefined; ) {
    const page: Awaited<ReturnType<typeof ledgerRows.execute>> = await ledgerRows
      .where('row', '>', after)
      .limit(pageSize)
      .execute()
    yield page
    after = page.at(-1)?.row
  }
}

/** Services that honour idempotency keys forget them, the earliest a day after the first request with one. */
const keyLifetimeMs = 24 * 3600_000

/** Clocks are set right by some minutes all the time. */
const clockSlackMs = 5 * 60_000

/**
 * Lines of unknown outcome that a service which honours idempotency keys places once however often they are sent. How old
 * a request from later than now is, which left by a clock that was ahead, nobody knows.
 */
export async function resendableLines(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowMs: number,
): Promise<number[]> {
  const rows = await selectResendable(query, [batchId], nowMs).select('row').orderBy('row').execute()
  return rows.map(({ row }) => row)
}

/** How many such lines each of these batches has. */
export async function countResendable(
  query: Kysely<JournalSchema>,
  batchIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectResendable(query, batchIds, nowMs)
    .select(({ fn }) => ['batch_id', fn.countAll<number>().as('count')])
    .groupBy('batch_id')
    .execute()
  return new Map(rows.map((row) => [row.batch_id, row.count]))
}

const selectResendable = (query: Kysely<JournalSchema>, batchIds: readonly string[], nowMs: number) =>
  query
    .selectFrom('ledger')
    .where('batch_id', 'in', boundList(batchIds))
    .where('state', '=', 'unknown')
    .where('sent_at', '>', new Date(nowMs - keyLifetimeMs).toISOString())
    .where('sent_at', '<=', new Date(nowMs + clockSlackMs).toISOString())
    // As `withdrawRegistered` has it: whether that is the same order, a person has to say.
    .where('client_reference', 'not in', (made) => made.selectFrom('samples').select('client_reference'))

/**
 * The names that the fields of a batch are sent under, as it remembers them: whatever became of the order form since,
 * a row that is sent again is sent just as the first time.
 */
async function readSendAs(query: Kysely<JournalSchema>, batchId: string): Promise<SendAs> {
  const batch = await query
    .selectFrom('batches')
    .select('recipe')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return parseBatchTransform(batch?.recipe ?? null)?.sendAs ?? {}
}

/** Samples that came into the register since, by being adopted or with a restored journal, are not ordered again. */
export async function withdrawRegistered(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowIso: string,
): Promise<void> {
  await query
    .updateTable('ledger')
    .set({ state: 'failed', withdrawn: 'registered', updated_at: nowIso })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'queued')
    .where('client_reference', 'in', (made) => made.selectFrom('samples').select('client_reference'))
    .execute()
}

/**
 * Marks a row as being sent, durably, right before its request leaves; a row that is sent once more after a refusal
 * is marked already. `sent_at` stays that of the first request that may have placed the order. Throws `rejected` when the lease is lost or another batch has taken the row over.
 */
export function markSending(
  journal: Database<JournalSchema>,
  lease: { batchId: string; owner: string; nowMs: number },
  row: number,
  from: SendableState,
): Promise<void> {
  const sentAt = new Date(lease.nowMs).toISOString()
  return journal.transaction(async (query) => {
    if (!(await renewLease(query, lease))) throw leaseLost()
    const { numUpdatedRows } = await query
      .updateTable('ledger')
      .set({ state: 'sending', message: null, updated_at: sentAt })
      .set({ sent_at: sql<string>`iif(state = 'queued', ${sentAt}, coalesce(sent_at, ${sentAt}))` })
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
      .where('batch_id', '=', lease.batchId)
      .where('row', '=', row)
      .where('state', 'in', [from, 'sending'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw leaseLost()
  })
}

/**
 * Writes down how a row ended, and gives how that is; a created sample enters the register in the same transaction. An
 * order that stands counts whatever was made of its row meanwhile; a row that another process has settled is not queued
 * again. A sample id that is that of another order leaves the outcome unknown: both may be charged.
 */
export function recordOutcome(
  journal: Database<JournalSchema>,
  order: LedgerOrder,
  outcome: RowOutcome,
  nowIso: string,
): Promise<RowOutcome> {
  const unsettledStates = ['sending', 'unknown', 'queued', 'failed'] as const
  const expectedStates = outcome.state === 'created' ? unsettledStates : (['sending'] as const)
  return journal.transaction(async (query) => {
    const conflict =
      outcome.state === 'created' ? await findConflict(query, outcome.answer.value.sampleId, order) : null
    const recorded: RowOutcome = conflict === null ? outcome : { state: 'unknown', message: conflict }
    await query
      .updateTable('ledger')
      .set({
        state: recorded.state,
        sample_id: recorded.state === 'created' ? recorded.answer.value.sampleId : null,
        message: 'message' in recorded ? formatMessage(recorded.message) : null,
        ...(outcome.state === 'created' ? { withdrawn: null } : {}),
        updated_at: nowIso,
      })
      .where('batch_id', '=', order.batchId)
      .where('row', '=', order.row)
      .where('state', 'in', expectedStates)
      .execute()
    if (recorded.state === 'created') await registerCreated(query, order, recorded.answer, nowIso)
    return recorded
  })
}

function registerCreated(
  query: Kysely<JournalSchema>,
  order: LedgerOrder,
  answer: ServiceResponse<OrderResponse>,
  nowIso: string,
): Promise<void> {
  const { sampleId, status, state, createdAt } = answer.value
  const sample = {
    sample_id: sampleId,
    status,
    state,
    created_at: createdAt ?? answer.fetchedAt,
    checked_at: answer.fetchedAt,
    service: answer.service,
    synthetic: answer.synthetic ? 1 : 0,
  }
  return registerSample(query, order, sample, nowIso)
}

/** Rows that nobody is sending any more though they say so: whether their orders were placed is not known. */
export async function markInterrupted(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowIso: string,
): Promise<void> {
  await query
    .updateTable('ledger')
    .set({ state: 'unknown', message: formatMessage(interruptedMessage), updated_at: nowIso })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'sending')
    .execute()
}

const interruptedMessage = message`Pathclock closed before the response arrived. The order may have been placed: look for it at the service before you order this sample again.`
