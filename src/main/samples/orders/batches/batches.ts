import { type Kysely, sql, type Updateable } from 'kysely'
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
import { type Message, message } from '../../../../shared/messages/message.ts'
import { chunks, yieldingChunks } from '../../../concurrency/chunks.ts'
import { isLeaseExpired } from '../../../concurrency/lease.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import { toShownMessage, toShownState } from '../../../store/ledgerState.ts'
import { formatMessage, parseBatchTransform, parseMessage } from '../../../store/legacyJson.ts'
import { batchNotFound } from '../ledger/batchLease.ts'
import { markInterrupted } from '../ledger/ledger.ts'
import { amongLines } from '../ledger/ledgerLines.ts'
import { knownOrders, takeOverQueuedRows } from '../ledger/placedOrders.ts'

/** As `toShownState`. */
const shownState = sql<LedgerState>`
  CASE WHEN ledger.withdrawn IS NOT NULL AND ledger.state = 'failed' THEN 'cancelled' ELSE ledger.state END`

/** The counts of rows that a batch has, by the state that is shown; a row being sent counts as queued. */
const countKeys = {
  created: 'created',
  failed: 'failed',
  unknown: 'unknown',
  queued: 'queued',
  sending: 'queued',
  cancelled: 'cancelled',
} as const satisfies Record<LedgerState, keyof Batch>

/**
 * Every batch, or the one of that id, with its rows counted by state, newest first. `resumable` counts those that wait;
 * what a service makes of the others is not known here.
 */
export async function listBatches(query: Kysely<JournalSchema>, batchId?: string): Promise<Batch[]> {
  const batches = await query
    .selectFrom('batches')
    .$if(batchId !== undefined, (all) => all.where('batch_id', '=', batchId ?? ''))
    .select(['batch_id as batchId', 'file_name as fileName', 'created_at as createdAt', 'state'])
    .orderBy('created_at', 'desc')
    .orderBy('batch_id', 'desc')
    .execute()
  // Grouped as the index lies, which is read alone: this runs again and again while a batch is sent.
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

/** What decides whether the rows of a batch wait; others, such as what became of an order, leave it as it is. */
const stateEvents = ['interrupted', 'paused', 'resumed', 'restored', 'cancelled']

/** The last thing of these that happened to a batch whose rows wait says whether a person let them wait. */
async function findInterrupted(
  query: Kysely<JournalSchema>,
  batches: readonly Batch[],
): Promise<ReadonlySet<string>> {
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

/** One batch. Throws `notFound` for an unknown one. */
export async function getBatch(query: Kysely<JournalSchema>, batchId: string): Promise<Batch> {
  const [batch] = await listBatches(query, batchId)
  if (!batch) throw batchNotFound()
  return batch
}

/** One page of a batch's rows in the order of the file. Throws `notFound` for an unknown batch. */
export async function listRows(
  query: Kysely<JournalSchema>,
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

/** Throws `notFound` for an unknown batch. */
export async function requireBatch(query: Kysely<JournalSchema>, batchId: string): Promise<void> {
  const batch = await query
    .selectFrom('batches')
    .select('batch_id')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw batchNotFound()
}

/** How many rows of a batch, or of these lines of it, are in each of the states that matter to whoever goes on with it. */
export async function countRows(
  query: Kysely<JournalSchema>,
  batchId: string,
  lines?: ReadonlySet<number>,
): Promise<{ queued: number; unknown: number }> {
  const counts = await query
    .selectFrom('ledger')
    .select([
      sql<number>`COUNT(*) FILTER (WHERE state = 'queued')`.as('queued'),
      sql<number>`COUNT(*) FILTER (WHERE state = 'unknown')`.as('unknown'),
    ])
    .where('batch_id', '=', batchId)
    .$if(lines !== undefined, (all) => all.where('row', 'in', amongLines([...(lines ?? [])])))
    .executeTakeFirst()
  return counts ?? { queued: 0, unknown: 0 }
}

/**
 * Ends the sending of a batch, inside a transaction: no row says `sending` after, and the lease is free again. It is
 * paused while rows are queued, and else as `finished` says. Gives how many are queued.
 */
export async function endBatch(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowMs: number,
  finished: BatchState,
): Promise<number> {
  await markInterrupted(query, batchId, new Date(nowMs).toISOString())
  const { queued } = await countRows(query, batchId)
  await query
    .updateTable('batches')
    .set({ state: queued === 0 ? finished : 'paused', lease_owner: null, lease_until_ms: 0 })
    .where('batch_id', '=', batchId)
    .execute()
  return queued
}

/** Who acts, and when (ISO 8601). */
export type Actor = { who: Person; nowIso: string }

type NewBatchEvent = { batchId: string; what: string; detail?: Message | null }

/** Keeps what was done, for the batch as a whole or for each of its `rows`; inside a transaction. */
export async function recordEvents(
  query: Kysely<JournalSchema>,
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

/** Keeps that a batch stopped though no person stopped it, so that whoever comes next is notified. Inside a transaction. */
export const recordInterruption = (
  query: Kysely<JournalSchema>,
  batchId: string,
  nowMs: number,
  detail: Message,
): Promise<void> => {
  const actor = { who: unknownPerson, nowIso: new Date(nowMs).toISOString() }
  return recordEvents(query, actor, { batchId, what: 'interrupted', detail })
}

export const unknownPerson: Person = { profile: '', user: null, account: null }

/** Where a batch came from and what was done to it. Throws `notFound` for an unknown one. */
export async function historyOf(query: Kysely<JournalSchema>, batchId: string): Promise<BatchHistory> {
  const batch = await getBatch(query, batchId)
  const batchRow = await query
    .selectFrom('batches')
    .select(['file_sha256', 'mapping', 'read_as', 'made_by', 'recipe', 'changes'])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!batchRow) throw batchNotFound()
  const events = await query
    .selectFrom('batch_events')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('event_id')
    .execute()
  return {
    batch,
    sha256: batchRow.file_sha256,
    // Written from values of these types.
    readAs: JSON.parse(batchRow.read_as) as ReadAs,
    mapping: JSON.parse(batchRow.mapping) as Mapping,
    transform: parseBatchTransform(batchRow.recipe)?.transform ?? null,
    changes: batchRow.changes === null ? null : (JSON.parse(batchRow.changes) as FileChange[]),
    by: toPerson(batchRow.made_by),
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

/** Rows of a batch by their lines; undefined: all that are meant. */
export type RowSelection = { batchId: string; rows: readonly number[] | undefined }

/** Throws `rejected` while anybody but `owner` sends the batch, here or elsewhere, and `notFound` for an unknown one. */
export async function requireIdle(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowMs: number,
  owner?: string,
): Promise<void> {
  const batch = await query
    .selectFrom('batches')
    .select(['lease_owner', isLeaseExpired(nowMs).as('rests')])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw batchNotFound()
  if (batch.rests === 0 && (owner === undefined || batch.lease_owner !== owner))
    throw rejected(message`Pathclock is sending this batch. Pause it or wait until it ends, then try again.`)
}

/** Returns the samples of these rows. */
export async function samplesOf(
  query: Kysely<JournalSchema>,
  batchId: string,
  lines: readonly number[],
): Promise<string[]> {
  const rows = await query
    .selectFrom('ledger')
    .select('sample_id')
    .where('batch_id', '=', batchId)
    .where('row', 'in', amongLines(lines))
    .execute()
  return rows.flatMap(({ sample_id }) => sample_id ?? [])
}

/** Returns the last event of each of these rows. */
export async function lastRowEvents(
  query: Kysely<JournalSchema>,
  batchId: string,
  lines: readonly number[],
): Promise<Map<number | null, { what: string; at: string; detail: string | null }>> {
  const events = await query
    .selectFrom('batch_events')
    // SQLite takes the other columns from the row with the maximum.
    .select(({ fn }) => ['row', 'what', 'at', 'detail', fn.max('event_id').as('event_id')])
    .where('batch_id', '=', batchId)
    .where('row', 'in', amongLines(lines))
    .groupBy('row')
    .execute()
  return new Map(events.map((event) => [event.row, event]))
}

/** True if the last thing that happened to a row is that the user settled it. */
export const isUndoable = (
  { state, withdrawn }: { state: string; withdrawn: string | null },
  lastEvent: string | undefined,
): boolean =>
  (lastEvent === 'settled-placed' && state === 'created') ||
  (lastEvent === 'settled-not-placed' && (state === 'queued' || (state === 'failed' && withdrawn !== null)))

/** Ends a paused batch without rows left to send. Inside a transaction. */
export async function closeIfSent(query: Kysely<JournalSchema>, batchId: string): Promise<void> {
  const { queued } = await countRows(query, batchId)
  if (queued > 0) return
  await query
    .updateTable('batches')
    .set({ state: 'done' })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'paused')
    .execute()
}

export const isSelected = (rows: readonly number[] | undefined) => {
  const selectedRows = rows && new Set(rows)
  return ({ row }: { row: number }) => selectedRows?.has(row) ?? true
}

/** Takes back every queued row of a batch that rests, inside a transaction; gives how many. */
export async function cancelQueued(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowMs: number,
  actor: Actor,
): Promise<number> {
  await requireIdle(query, batchId, nowMs)
  await markInterrupted(query, batchId, actor.nowIso)
  const queued = query.selectFrom('ledger').select('row').where('batch_id', '=', batchId)
  const lines = (await queued.where('state', '=', 'queued').orderBy('row').execute()).map(({ row }) => row)
  const withdrawn = { state: 'failed', withdrawn: 'cancelled', updated_at: actor.nowIso } as const
  await updateRows(query, { batchId, lines }, withdrawn)
  const rows = lines.length
  await query
    .updateTable('batches')
    .set({ state: rows > 0 ? 'cancelled' : 'done', lease_owner: null, lease_until_ms: 0 })
    .where('batch_id', '=', batchId)
    .execute()
  await recordEvents(query, actor, { batchId, what: 'cancelled', detail: message`${rows} rows not sent` })
  return rows
}

/**
 * Queues rows again that surely were not placed, each with its key of old, inside a transaction: those the service
 * refused, or those that were cancelled. A row whose sample was ordered meanwhile is left out and reported. `owner`: whose
 * sending of the batch they may join; while anybody else sends it, this throws `rejected`.
 */
export async function requeue(
  query: Kysely<JournalSchema>,
  { batchId, rows }: RowSelection,
  which: 'refused' | 'cancelled',
  nowMs: number,
  actor: Actor,
  owner?: string,
): Promise<{ queued: number[]; skipped: number[] }> {
  await requireIdle(query, batchId, nowMs, owner)
  const { unordered, skipped } = await selectFailed(query, { batchId, rows }, which, nowMs)
  // Queued in another batch that rests: one of the two must give it up.
  await takeOverQueuedRows(
    query,
    unordered.map((row) => ({ reference: row.client_reference })),
    { batchId, nowMs, nowIso: actor.nowIso },
  )
  const queued = unordered.map(({ row }) => row)
  // What was cancelled stays so when refused rows are sent again, and can be gone on with after.
  await enqueueRows(
    query,
    batchId,
    queued,
    actor.nowIso,
    which === 'refused' ? ['done'] : ['done', 'cancelled'],
  )
  await recordEvents(query, actor, { batchId, what: which === 'refused' ? 'retried' : 'restored' }, queued)
  return { queued, skipped: skipped.map(({ row }) => row) }
}

/** Rows that failed for this reason; `skipped`: those that another batch ordered meanwhile, or may have. */
export async function selectFailed(
  query: Kysely<JournalSchema>,
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

/** Changes rows of a batch inside a transaction; the rest of this process has its turns meanwhile. */
export async function updateRows(
  query: Kysely<JournalSchema>,
  { batchId, lines }: { batchId: string; lines: readonly number[] },
  change: Updateable<JournalSchema['ledger']>,
): Promise<void> {
  for await (const chunk of yieldingChunks(lines))
    await query
      .updateTable('ledger')
      .set(change)
      .where('batch_id', '=', batchId)
      .where('row', 'in', amongLines(chunk))
      .execute()
}

/** Rows wait for their turn; a batch in one of the states `statesToPause` waits with them. Inside a transaction. */
export async function enqueueRows(
  query: Kysely<JournalSchema>,
  batchId: string,
  rows: readonly number[],
  nowIso: string,
  statesToPause: readonly BatchState[] = ['done', 'cancelled'],
): Promise<void> {
  if (rows.length === 0) return
  const queued = { state: 'queued', withdrawn: null, message: null, updated_at: nowIso } as const
  await updateRows(query, { batchId, lines: rows }, queued)
  await query
    .updateTable('batches')
    .set({ state: 'paused' })
    .where('batch_id', '=', batchId)
    .where('state', 'in', statesToPause)
    .execute()
}
