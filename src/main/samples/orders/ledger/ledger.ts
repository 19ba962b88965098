import { createHash, hash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
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
import { type Message, message } from '../../../../shared/words/message.ts'
import { chunks, yieldingChunks, yieldingToEventLoop } from '../../../concurrency/chunks.ts'
import type { LogEntry, OrderResponse, ServiceResponse } from '../../../ports.ts'
import { boundList } from '../../../store/boundList.ts'
import type { Journal, JournalQuery } from '../../../store/journal.ts'
import {
  type BatchTransform,
  formatMessage,
  parseBatchTransform,
  parseMessage,
} from '../../../store/legacyJson.ts'
import { updateRows } from '../../../store/rows.ts'
import { findConflict, type LedgerOrder, registerSample, toPlace } from '../../register/sampleRows.ts'
import { type SendAs, toSendAs, toSentNames } from '../orderBody.ts'
import { leaseLost, renewLease, requireBatch } from './batchLease.ts'
import { requireUnordered, takeOverQueuedRows } from './placedOrders.ts'

/** A batch to order. Each `row` is the physical line of the file, counted from 1. */
export type NewBatch = {
  fileName: string
  sha256: string
  mapping: Mapping
  readAs: ReadAs
  /** The transforms of the import beside its column mapping; absent if no file was imported. */
  transform?: Transform
  form?: OrderForm
  changes?: FileChange[]
  /** Runs in the transaction that writes the batch, after the batch is written. */
  alongside?: (query: JournalQuery, batchId: string, nowIso: string) => Promise<void>
  rows: AsyncIterable<NewOrder>
}

/** `notes`: columns that are stored with the sample but not sent. */
export type NewOrder = { row: number; fields: OrderFields; notes?: Record<string, string> | null }

/**
 * Writes a batch and all its rows in one transaction. The rows are read before it begins, because an open transaction
 * blocks all other writers. Throws `rejected` if there are no rows, or if one of the samples was ordered in the
 * meantime.
 */
export async function addBatch(
  journal: Journal,
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
  if (rows.length === 0) throw rejected(message('samples.fileNoRowsLeft'))
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
  const stored: BatchTransform = { transform, sendAs: toSendAs(form) }
  return JSON.stringify(stored)
}

/** Returns the idempotency key of a row, for every attempt to send it (service-conventions, "idempotency"). */
const idempotencyKey = (profileId: string, batchId: string, row: number): string =>
  hash('sha256', `${profileId}\n${batchId}\n${row}`)

/** An order as it enters the ledger, in state `queued`. `fields` and `notes` are JSON. */
type QueuedOrder = {
  row: number
  reference: string
  fields: string
  idempotencyKey: string
  notes: string | null
}

/** Returns the SHA-256 of the orders in file order, which reveals a flipped bit before a row is sent. */
async function digestOf(rows: readonly Pick<QueuedOrder, 'row' | 'reference' | 'fields'>[]): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of yieldingChunks(rows.toSorted((a, b) => a.row - b.row)))
    for (const { row, reference, fields } of chunk) digest.update(`${row}\n${reference}\n${fields}\n`)
  return digest.digest('hex')
}

/** Throws `rejected` if the rows of a batch differ from those that were imported: their contents cannot be trusted. */
export async function requireUndamaged(query: JournalQuery, batchId: string): Promise<void> {
  const batch = await requireBatch(query, batchId)
  if (batch.order_digest === null) return
  const rows = await query
    .selectFrom('ledger')
    .select(['row', 'client_reference as reference', 'fields'])
    .where('batch_id', '=', batchId)
    .orderBy('row')
    .execute()
  if (rows.length === batch.order_count && (await digestOf(rows)) === batch.order_digest) return
  throw rejected(message('samples.rowsBatchDamagedDisk'))
}

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
  query: JournalQuery,
  { batchId, nowIso }: { batchId: string; nowIso: string },
  orders: readonly QueuedOrder[],
): Promise<void> {
  for await (const chunk of yieldingChunks(orders))
    for (const batch of toStatementBatches(chunk)) {
      const values = [batchId, nowIso, ...batch.flatMap(valuesOf)]
      await query.executeQuery(CompiledQuery.raw(insertStatement(batch.length), values))
    }
}

/** Splits the orders into full statements and single rows, so that only two statements are prepared. */
function toStatementBatches<T>(orders: readonly T[]): T[][] {
  const fullCount = orders.length - (orders.length % rowsPerStatement)
  const fullBatches = Array.from({ length: fullCount / rowsPerStatement }, (_, at) =>
    orders.slice(at * rowsPerStatement, (at + 1) * rowsPerStatement),
  )
  return [...fullBatches, ...orders.slice(fullCount).map((order) => [order])]
}

/** A ledger row with its order, both under our field names and as it is sent (`body`). */
export type OrderRow = LedgerOrder & { body: Record<string, string | number>; idempotencyKey: string }

/** The state of the rows to send: queued rows, or rows of unknown outcome that the user sends again. */
export type SendableState = 'queued' | 'unknown'

/** The outcome of sending one row; `queued`: it was not sent. */
export type RowOutcome =
  | { state: 'created'; answer: ServiceResponse<OrderResponse> }
  | { state: 'failed' | 'unknown'; message: Message }
  | { state: 'queued' }

const pageSize = 500

/** The rows of a batch to send; `only`: the lines, if not all of them. */
type RowsToSend = { batchId: string; from: SendableState; only?: ReadonlySet<number> | undefined }

/** Yields the rows to send in file order, each exactly once, even to several concurrent consumers. */
export async function* rowsToSend(
  query: JournalQuery,
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

async function* pagesToSend(query: JournalQuery, { batchId, from, only }: RowsToSend) {
  const ledgerRows = query
    .selectFrom('ledger')
    .select(['row', 'fields', 'idempotency_key', 'message'])
    .where('batch_id', '=', batchId)
    .where('state', '=', from)
    .orderBy('row')
  if (only) {
    const lines = [...only].sort((a, b) => a - b)
    for (const some of chunks(lines, pageSize))
      yield await ledgerRows.where('row', 'in', boundList(some)).execute()
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

/** Services that honor idempotency keys keep them for at least a day after the first request. */
const keyLifetimeMs = 24 * 3600_000

/** Allows for clocks that are corrected by a few minutes. */
const clockSlackMs = 5 * 60_000

/**
 * Returns the lines of unknown outcome that are safe to send again to a service that honors idempotency keys. Lines
 * sent by a clock that was ahead (`sent_at` in the future) are excluded, since their age is unknown.
 */
export async function resendableLines(
  query: JournalQuery,
  batchId: string,
  nowMs: number,
): Promise<number[]> {
  const rows = await selectResendable(query, [batchId], nowMs).select('row').orderBy('row').execute()
  return rows.map(({ row }) => row)
}

/** Returns the number of such lines per batch. */
export async function countResendable(
  query: JournalQuery,
  batchIds: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectResendable(query, batchIds, nowMs)
    .select(({ fn }) => ['batch_id', fn.countAll<number>().as('count')])
    .groupBy('batch_id')
    .execute()
  return new Map(rows.map((row) => [row.batch_id, row.count]))
}

const selectResendable = (query: JournalQuery, batchIds: readonly string[], nowMs: number) =>
  query
    .selectFrom('ledger')
    .where('batch_id', 'in', boundList(batchIds))
    .where('state', '=', 'unknown')
    .where('sent_at', '>', new Date(nowMs - keyLifetimeMs).toISOString())
    .where('sent_at', '<=', new Date(nowMs + clockSlackMs).toISOString())
    // The register already has a sample of this name. Only the user can tell if it is the same order.
    .where('client_reference', 'not in', (made) => made.selectFrom('samples').select('client_reference'))

/**
 * Returns the names under which the fields of a batch are sent, as stored with the batch. A row is repeated exactly as
 * it was first sent, even if the order form has changed since.
 */
async function readSendAs(query: JournalQuery, batchId: string): Promise<SendAs> {
  const batch = await requireBatch(query, batchId)
  return parseBatchTransform(batch.recipe)?.sendAs ?? {}
}

/** Withdraws queued rows whose samples have entered the register since, so they are not ordered again. */
export async function withdrawRegistered(
  query: JournalQuery,
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
 * Durably marks a row as being sent, right before its request leaves. A row that is sent again after a refusal is
 * already marked. `sent_at` stays the time of the first request that may have placed the order. Throws `rejected` if
 * the lease is lost or another batch has taken over the row.
 */
export function markSending(
  journal: Journal,
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
 * Records the outcome of a row and returns what was recorded. A created sample enters the register in the same
 * transaction. A placed order is recorded whatever the row's state is by now. A row that another process has settled is
 * not queued again. If the sample ID belongs to another order, the outcome is recorded as unknown, since both orders
 * may be charged.
 */
export function recordOutcome(
  journal: Journal,
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
    const row = { batch_id: order.batchId, row: order.row, state: expectedStates }
    await updateRows(query, 'ledger', row, {
      state: recorded.state,
      sample_id: recorded.state === 'created' ? recorded.answer.value.sampleId : null,
      message: 'message' in recorded ? formatMessage(recorded.message) : null,
      ...(outcome.state === 'created' ? { withdrawn: null } : {}),
      updated_at: nowIso,
    })
    if (recorded.state === 'created') await registerSample(query, order, toSample(recorded.answer), nowIso)
    return recorded
  })
}

const toSample = ({ value, fetchedAt, service, synthetic }: ServiceResponse<OrderResponse>) => ({
  sample_id: value.sampleId,
  status: value.status,
  state: value.state,
  created_at: value.createdAt ?? fetchedAt,
  checked_at: fetchedAt,
  service,
  synthetic: synthetic ? 1 : 0,
})

/** Returns the order-log entry of a created order that the journal could not store. */
export function toCreatedEntry(
  { batchId, row, fields: { client_reference, ...fields } }: LedgerOrder,
  answer: ServiceResponse<OrderResponse>,
  nowIso: string,
): LogEntry {
  const sample = toSample(answer)
  const order = { batch_id: batchId, client_reference }
  const outcome = { ...order, row, state: 'created', sample_id: sample.sample_id, message: null }
  const registered = { ...sample, ...order, fields, place: toPlace(nowIso, row), adopted_at: null }
  return {
    kind: 'row settled',
    json: JSON.stringify({ row: { ...outcome, updated_at: nowIso, withdrawn: null }, sample: registered }),
  }
}

/** Marks rows left in state `sending` by a sender that is gone as unknown: their orders may have been placed. */
export async function markInterrupted(query: JournalQuery, batchId: string, nowIso: string): Promise<void> {
  const unknown = {
    state: 'unknown',
    message: formatMessage(interruptedMessage),
    updated_at: nowIso,
  } as const
  await updateRows(query, 'ledger', { batch_id: batchId, state: 'sending' }, unknown)
}

const interruptedMessage = message('samples.pathclockClosedBeforeResponse')
