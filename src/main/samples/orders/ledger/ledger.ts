import { createHash, hash } from 'node:crypto'
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
import type { Database, LogEntry, OrderResponse, ServiceResponse } from '../../../ports.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import {
  type BatchTransform,
  formatMessage,
  parseBatchTransform,
  parseMessage,
} from '../../../store/legacyJson.ts'
import { createdEntry } from '../../../store/orderLog/entries.ts'
import { findConflict, type LedgerOrder, registerSample } from '../../register/sampleRows.ts'
import { type SendAs, toSendAs, toSentNames } from '../orderBody.ts'
import { leaseLost, renewLease } from './batchLease.ts'
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
  const digest = await digestOf(rows)
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
        order_count: rows.length,
        order_digest: digest,
      })
      .execute()
    await insertOrders(query, { batchId, nowIso }, rows)
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

/** Returns the SHA-256 over what the orders of a batch send, in the order of the file, so that a flipped bit is noticed before a row is sent. */
async function digestOf(rows: readonly Pick<QueuedOrder, 'row' | 'reference' | 'fields'>[]): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of yieldingChunks(rows.toSorted((a, b) => a.row - b.row)))
    for (const { row, reference, fields } of chunk) digest.update(`${row}\n${reference}\n${fields}\n`)
  return digest.digest('hex')
}

/** Throws `rejected` if the rows of a batch are not those that were imported: their orders are uncertain. */
export async function requireUndamaged(query: Kysely<JournalSchema>, batchId: string): Promise<void> {
  const batch = await query
    .selectFrom('batches')
    .select(['order_digest', 'order_count'])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!batch || batch.order_digest === null) return
  const rows = await query
    .selectFrom('ledger')
    .select(['row', 'client_reference as reference', 'fields'])
    .where('batch_id', '=', batchId)
    .orderBy('row')
    .execute()
  if (rows.length === batch.order_count && (await digestOf(rows)) === batch.order_digest) return
  throw rejected(
    message`Rows of this batch were damaged on the disk, so none of them is sent. Cancel the batch and import its file again: what was ordered is not ordered again.`,
  )
}

type Origin = { batchId: string; nowIso: string }

const rowsPerStatement = 50

const valuesList = (rows: number, columns: number): string => {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`
  return `(VALUES ${Array.from({ length: rows }, () => row).join(', ')})`
}

const insertStatement = (rows: number): string =>
  `INSERT INTO ledger (batch_id, updated_at, row, client_reference, fields, idempotency_key, notes, state)
   SELECT ?1, ?2, CAST(column1 AS INTEGER), column2, column3, column4, column5, 'queued'
   FROM ${valuesList(rows, 5)}`

const valuesOf = (order: QueuedOrder) => [
  order.row,
  order.reference,
  order.fields,
  order.idempotencyKey,
  order.notes,
]

/** Writes orders of one batch into the ledger, many per statement, inside a transaction. */
async function insertOrders(
  query: Kysely<JournalSchema>,
  { batchId, nowIso }: Origin,
  orders: readonly QueuedOrder[],
): Promise<void> {
  for await (const chunk of yieldingChunks(orders))
    for (const batch of toStatementBatches(chunk)) {
      const values = [batchId, nowIso, ...batch.flatMap(valuesOf)]
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

const registerCreated = (
  query: Kysely<JournalSchema>,
  order: LedgerOrder,
  answer: ServiceResponse<OrderResponse>,
  nowIso: string,
): Promise<void> => registerSample(query, order, toSample(answer), nowIso)

const toSample = ({ value, fetchedAt, service, synthetic }: ServiceResponse<OrderResponse>) => ({
  sample_id: value.sampleId,
  status: value.status,
  state: value.state,
  created_at: value.createdAt ?? fetchedAt,
  checked_at: fetchedAt,
  service,
  synthetic: synthetic ? 1 : 0,
})

/** The entry of the order log for a created order whose outcome the journal could not store. */
export function toCreatedEntry(
  { batchId, row, fields: { client_reference: reference, ...fields } }: LedgerOrder,
  answer: ServiceResponse<OrderResponse>,
  nowIso: string,
): LogEntry {
  return createdEntry({ batchId, row, reference, fields, sample: toSample(answer), nowIso })
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
