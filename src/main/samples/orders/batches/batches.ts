import { sql, type Updateable } from 'kysely'
import type { Checked, Output } from '../../../../shared/contract/contract.ts'
import { rejected } from '../../../../shared/contract/failures.ts'
import type {
  Batch,
  BatchHistory,
  BatchState,
  FileChange,
  LedgerState,
  Mapping,
  Person,
  ReadAs,
} from '../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import { chunks, yieldingChunks } from '../../../concurrency/chunks.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalQuery, JournalSchema } from '../../../store/journal.ts'
import { toShownMessage, toShownState } from '../../../store/ledgerState.ts'
import { formatMessage, parseBatchTransform, parseMessage } from '../../../store/legacyJson.ts'
import { findRows, updateRows } from '../../../store/rows.ts'
import { batchNotFound, readLease, releaseBatch, requireBatch } from '../ledger/batchLease.ts'
import { markInterrupted } from '../ledger/ledger.ts'
import { knownOrders, takeOverQueuedRows } from '../ledger/placedOrders.ts'

/** The SQL equivalent of `toShownState`. */
const shownState = sql<LedgerState>`
  CASE WHEN ledger.withdrawn IS NOT NULL AND ledger.state = 'failed' THEN 'cancelled' ELSE ledger.state END`

/** The row count that each shown state adds to. A row being sent counts as queued. */
const countKeys = {
  created: 'created',
  failed: 'failed',
  unknown: 'unknown',
  queued: 'queued',
  sending: 'queued',
  cancelled: 'cancelled',
} as const satisfies Record<LedgerState, keyof Batch>

/**
 * Returns all batches, or the one with this ID, newest first, with their rows counted by state. `resumable` counts the
 * queued rows only; whether rows of unknown outcome can be resent depends on the service.
 */
export async function listBatches(query: JournalQuery, batchId?: string): Promise<Batch[]> {
  const batches = await query
    .selectFrom('batches')
    .$if(batchId !== undefined, (all) => all.where('batch_id', '=', batchId ?? ''))
    .select(['batch_id as batchId', 'file_name as fileName', 'created_at as createdAt', 'state'])
    .orderBy('created_at', 'desc')
    .orderBy('batch_id', 'desc')
    .execute()
  // The grouping follows a covering index, so this stays fast while it runs repeatedly during a sending.
  const counts = await query
    .selectFrom('ledger')
    .$if(batchId !== undefined, (all) => all.where('batch_id', '=', batchId ?? ''))
    .select(['batch_id', 'state', 'withdrawn'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['batch_id', 'state', 'withdrawn'])
    .execute()
  const rowsOf = Map.groupBy(counts, (one) => one.batch_id)
  const all = batches.map((batch) => {
    const counted = { rows: 0, created: 0, failed: 0, unknown: 0, queued: 0, cancelled: 0 }
    for (const row of rowsOf.get(batch.batchId) ?? []) {
      counted.rows += row.count
      counted[countKeys[toShownState(row)]] += row.count
    }
    return { ...batch, ...counted, resumable: counted.queued }
  })
  const interrupted = await findInterrupted(query, all)
  return all.map((batch) => (interrupted.has(batch.batchId) ? { ...batch, interrupted: true } : batch))
}

/** The events that decide why the rows of a batch wait. Other events, such as settlements, do not change that. */
const stateEvents = ['interrupted', 'paused', 'resumed', 'restored', 'cancelled']

/** Returns the paused batches whose last such event is an interruption, so the user did not pause them. */
async function findInterrupted(query: JournalQuery, batches: readonly Batch[]): Promise<ReadonlySet<string>> {
  const waiting = batches.filter(({ state, queued }) => state === 'paused' && queued > 0)
  if (waiting.length === 0) return new Set()
  const last = await query
    .selectFrom('batch_events')
    // SQLite takes `what` from the row with the maximum.
    .select(({ fn }) => ['batch_id', 'what', fn.max('event_id').as('event_id')])
    .where('batch_id', 'in', boundList(waiting.map(({ batchId }) => batchId)))
    .where('what', 'in', stateEvents)
    .groupBy('batch_id')
    .execute()
  return new Set(last.flatMap(({ batch_id, what }) => (what === 'interrupted' ? [batch_id] : [])))
}

/** Returns one batch. Throws `notFound` if it does not exist. */
export async function getBatch(query: JournalQuery, batchId: string): Promise<Batch> {
  const [batch] = await listBatches(query, batchId)
  if (!batch) throw batchNotFound()
  return batch
}

/** Returns one page of a batch's rows in file order. Throws `notFound` if the batch does not exist. */
export async function listRows(
  query: JournalQuery,
  { batchId, state, row, page, limit }: Checked<'batches.rows'>,
): Promise<Output<'batches.rows'>> {
  await requireBatch(query, batchId)
  const all = query.selectFrom('ledger').where('batch_id', '=', batchId)
  const filtered = all
    .$if(state !== undefined, (rows) => rows.where(shownState, '=', state ?? 'unknown'))
    .$if(row !== undefined, (rows) => rows.where('row', '=', row ?? 0))
  const { total } = await filtered
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await filtered
    .select(['row', 'client_reference', 'state', 'sample_id', 'message', 'withdrawn'])
    .select(['sent_at', 'attempts', 'updated_at'])
    .orderBy('row')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const events = await lastRowEvents(
    query,
    batchId,
    rows.map((row) => row.row),
  )
  return {
    rows: rows.map((row) => ({
      ...(isUndoable(row, events.get(row.row)?.what) ? { undoable: true as const } : {}),
      batchId,
      row: row.row,
      clientReference: row.client_reference,
      state: toShownState(row),
      sampleId: row.sample_id,
      message: toShownMessage(row),
      sentAt: row.sent_at,
      attempts: row.attempts,
      updatedAt: row.updated_at,
    })),
    total,
  }
}

/** Returns the number of queued rows and of rows of unknown outcome in a batch, or among these lines of it. */
export async function countRows(
  query: JournalQuery,
  batchId: string,
  lines?: Iterable<number>,
): Promise<{ queued: number; unknown: number }> {
  const counts = await query
    .selectFrom('ledger')
    .select([
      sql<number>`COUNT(*) FILTER (WHERE state = 'queued')`.as('queued'),
      sql<number>`COUNT(*) FILTER (WHERE state = 'unknown')`.as('unknown'),
    ])
    .where('batch_id', '=', batchId)
    .$if(lines !== undefined, (all) => all.where('row', 'in', boundList(lines ?? [])))
    .executeTakeFirst()
  return counts ?? { queued: 0, unknown: 0 }
}

/**
 * Ends the sending of a batch: marks rows left in state `sending` as unknown and releases the lease. The batch is
 * paused while rows are queued, otherwise it gets the state `finished`. Returns the number of queued rows. Call inside
 * a transaction.
 */
export async function endBatch(
  query: JournalQuery,
  batchId: string,
  nowMs: number,
  finished: BatchState,
): Promise<number> {
  await markInterrupted(query, batchId, new Date(nowMs).toISOString())
  const { queued } = await countRows(query, batchId)
  await releaseBatch(query, batchId, queued === 0 ? finished : 'paused')
  return queued
}

export type Actor = { who: Person; nowIso: string }

export type NewBatchEvent = { batchId: string; what: string; detail?: Message | null }

/** Records an event for the batch as a whole or for each of its `rows`. Call inside a transaction. */
export async function recordEvents(
  query: JournalQuery,
  { who, nowIso }: Actor,
  { batchId, what, detail = null }: NewBatchEvent,
  rows: readonly (number | null)[] = [null],
): Promise<void> {
  const common = {
    batch_id: batchId,
    at: nowIso,
    who: JSON.stringify(who),
    what,
    detail: detail && formatMessage(detail),
  }
  for (const some of chunks(rows, pageSize))
    await query
      .insertInto('batch_events')
      .values(some.map((row) => ({ ...common, row })))
      .execute()
}

const pageSize = 500

/** Records an interruption, after which the next session offers to resume. Call inside a transaction. */
export const recordInterruption = (
  query: JournalQuery,
  batchId: string,
  nowMs: number,
  detail: Message,
): Promise<void> => {
  const actor = { who: unknownPerson, nowIso: new Date(nowMs).toISOString() }
  return recordEvents(query, actor, { batchId, what: 'interrupted', detail })
}

export const unknownPerson: Person = { profile: '', user: null, account: null }

/** Returns the origin of a batch and its events. Throws `notFound` if it does not exist. */
export async function historyOf(query: JournalQuery, batchId: string): Promise<BatchHistory> {
  const batch = await getBatch(query, batchId)
  const origin = await requireBatch(query, batchId)
  const events = await findRows(query, 'batch_events', { batch_id: batchId }, 'event_id')
  return {
    batch,
    sha256: origin.file_sha256,
    readAs: JSON.parse(origin.read_as) as ReadAs,
    mapping: JSON.parse(origin.mapping) as Mapping,
    transform: parseBatchTransform(origin.recipe)?.transform ?? null,
    changes: origin.changes === null ? null : (JSON.parse(origin.changes) as FileChange[]),
    by: toPerson(origin.made_by),
    events: events.map(({ row, at, who, what, detail }) => ({
      row,
      at,
      by: toPerson(who),
      what,
      detail: parseMessage(detail),
    })),
  }
}

const toPerson = (json: string | null): Person | null => (json === null ? null : (JSON.parse(json) as Person))

/** Rows of a batch by their lines; undefined: all rows that the action applies to. */
export type RowSelection = { batchId: string; rows: readonly number[] | undefined }

/** Throws `rejected` while a sender other than `owner` sends the batch, and `notFound` if it does not exist. */
export async function requireIdle(
  query: JournalQuery,
  batchId: string,
  nowMs: number,
  owner?: string,
): Promise<void> {
  const lease = await readLease(query, batchId, nowMs)
  if (!lease.isFree && (owner === undefined || lease.owner !== owner))
    throw rejected(message('samples.pathclockSendingBatchPause'))
}

export async function lastRowEvents(
  query: JournalQuery,
  batchId: string,
  lines: readonly number[],
): Promise<Map<number | null, { what: string; at: string; detail: string | null }>> {
  const events = await query
    .selectFrom('batch_events')
    // SQLite takes the other columns from the row with the maximum.
    .select(({ fn }) => ['row', 'what', 'at', 'detail', fn.max('event_id').as('event_id')])
    .where('batch_id', '=', batchId)
    .where('row', 'in', boundList(lines))
    .groupBy('row')
    .execute()
  return new Map(events.map((event) => [event.row, event]))
}

/** Returns true if the user's settlement is the last thing that happened to the row. */
export const isUndoable = (
  { state, withdrawn }: { state: string; withdrawn: string | null },
  lastEvent: string | undefined,
): boolean =>
  (lastEvent === 'settled-placed' && state === 'created') ||
  (lastEvent === 'settled-not-placed' && (state === 'queued' || (state === 'failed' && withdrawn !== null)))

/** Marks a paused batch as done if it has no queued rows. Call inside a transaction. */
export async function closeIfSent(query: JournalQuery, batchId: string): Promise<void> {
  const { queued } = await countRows(query, batchId)
  if (queued === 0)
    await updateRows(query, 'batches', { batch_id: batchId, state: 'paused' }, { state: 'done' })
}

export const isSelected = (rows: readonly number[] | undefined) => {
  const selectedRows = rows && new Set(rows)
  return ({ row }: { row: number }) => selectedRows?.has(row) ?? true
}

/** Cancels all queued rows of a batch that is not being sent and returns their number. Call inside a transaction. */
export async function cancelQueued(
  query: JournalQuery,
  batchId: string,
  nowMs: number,
  actor: Actor,
): Promise<number> {
  await requireIdle(query, batchId, nowMs)
  await markInterrupted(query, batchId, actor.nowIso)
  const queued = query.selectFrom('ledger').select('row').where('batch_id', '=', batchId)
  const lines = (await queued.where('state', '=', 'queued').orderBy('row').execute()).map(({ row }) => row)
  const withdrawn = { state: 'failed', withdrawn: 'cancelled', updated_at: actor.nowIso } as const
  await updateLines(query, { batchId, lines }, withdrawn)
  const rows = lines.length
  await releaseBatch(query, batchId, rows > 0 ? 'cancelled' : 'done')
  await recordEvents(query, actor, {
    batchId,
    what: 'cancelled',
    detail: message('samples.rowsNotSent', { rows }),
  })
  return rows
}

/**
 * Queues rows again that were not placed (refused or cancelled), each with its original idempotency key. A row whose
 * sample was ordered in the meantime is skipped and reported. Throws `rejected` while a sender other than `owner` sends
 * the batch. Call inside a transaction.
 */
export async function requeue(
  query: JournalQuery,
  { batchId, rows }: RowSelection,
  which: 'refused' | 'cancelled',
  nowMs: number,
  actor: Actor,
  owner?: string,
): Promise<{ queued: number[]; skipped: number[] }> {
  await requireIdle(query, batchId, nowMs, owner)
  const { unordered, skipped } = await selectFailed(query, { batchId, rows }, which, nowMs)
  // If the same sample is queued in another idle batch, that batch gives it up.
  await takeOverQueuedRows(
    query,
    unordered.map((row) => ({ reference: row.client_reference })),
    { batchId, nowMs, nowIso: actor.nowIso },
  )
  const queued = unordered.map(({ row }) => row)
  // A cancelled batch stays cancelled when its refused rows are sent again; the user can resume it later.
  const statesToPause = which === 'refused' ? (['done'] as const) : undefined
  await enqueueRows(query, batchId, queued, actor.nowIso, statesToPause)
  await recordEvents(query, actor, { batchId, what: which === 'refused' ? 'retried' : 'restored' }, queued)
  return { queued, skipped: skipped.map(({ row }) => row) }
}

/** Returns the rows that failed for this reason. `skipped`: rows that another batch may have ordered since. */
export async function selectFailed(
  query: JournalQuery,
  { batchId, rows }: RowSelection,
  which: 'refused' | 'cancelled',
  nowMs: number,
) {
  const failed = query.selectFrom('ledger').select(['row', 'client_reference']).where('state', '=', 'failed')
  const found = await failed
    .where('batch_id', '=', batchId)
    .where('withdrawn', which === 'refused' ? 'is' : '=', which === 'refused' ? null : 'cancelled')
    .orderBy('row')
    .execute()
  const selected = found.filter(isSelected(rows))
  const references = selected.map((row) => row.client_reference)
  const known = await knownOrders(query, references, nowMs)
  return {
    unordered: selected.filter((row) => !known.has(row.client_reference)),
    skipped: selected.flatMap(({ row, client_reference }) => {
      const order = known.get(client_reference)
      return order ? [{ row, state: order.state }] : []
    }),
  }
}

/** Updates rows of a batch in chunks, yielding to the event loop between them. Call inside a transaction. */
export async function updateLines(
  query: JournalQuery,
  { batchId, lines }: { batchId: string; lines: readonly number[] },
  change: Updateable<JournalSchema['ledger']>,
): Promise<void> {
  for await (const row of yieldingChunks(lines))
    await updateRows(query, 'ledger', { batch_id: batchId, row }, change)
}

/** Queues rows. A batch in one of the states `statesToPause` becomes paused. Call inside a transaction. */
export async function enqueueRows(
  query: JournalQuery,
  batchId: string,
  rows: readonly number[],
  nowIso: string,
  statesToPause: readonly BatchState[] = ['done', 'cancelled'],
): Promise<void> {
  if (rows.length === 0) return
  const queued = { state: 'queued', withdrawn: null, message: null, updated_at: nowIso } as const
  await updateLines(query, { batchId, lines: rows }, queued)
  await updateRows(query, 'batches', { batch_id: batchId, state: statesToPause }, { state: 'paused' })
}
