import type { Kysely, Updateable } from 'kysely'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { BatchState } from '../../../../shared/domain/samples/importing.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import { knownReferences, takeOverQueuedRows } from '../ledger/ledger.ts'
import { amongLines, inChunks } from '../ledger/ledgerLines.ts'
import { markInterrupted } from '../ledger/sendLedger.ts'
import { type Act, recordEvents } from './batches.ts'
import { batchNotFound, isLeaseExpired } from './lease.ts'

/** Rows of a batch by their lines; undefined: all that are meant. */
export type RowSelection = { batchId: string; rows: readonly number[] | undefined }

/** Throws `rejected` while anybody but `owner` sends the batch, here or elsewhere, and `notFound` for an unknown one. */
async function requireIdle(
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
    throw refused('This batch is being sent. Pause it, or wait until it has ended; then try again.')
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
  act: Act,
): Promise<number> {
  await requireIdle(query, batchId, nowMs)
  await markInterrupted(query, batchId, act.nowIso)
  const queued = query.selectFrom('ledger').select('row').where('batch_id', '=', batchId)
  const lines = (await queued.where('state', '=', 'queued').orderBy('row').execute()).map(({ row }) => row)
  const withdrawn = { state: 'failed', withdrawn: 'cancelled', updated_at: act.nowIso } as const
  await updateRows(query, { batchId, lines }, withdrawn)
  const rows = lines.length
  await query
    .updateTable('batches')
    .set({ state: rows > 0 ? 'cancelled' : 'done', lease_owner: null, lease_until_ms: 0 })
    .where('batch_id', '=', batchId)
    .execute()
  await recordEvents(query, act, { batchId, what: 'cancelled', detail: `${rows} rows not sent` })
  return rows
}

/**
 * Queues rows again that surely were not placed, each with its key of old, inside a transaction: those the service
 * refused, or those that were cancelled. A row whose sample was ordered meanwhile is left out and told. `owner`: whose
 * sending of the batch they may join; while anybody else sends it, this throws `rejected`.
 */
export async function requeue(
  query: Kysely<JournalSchema>,
  { batchId, rows }: RowSelection,
  which: 'refused' | 'cancelled',
  nowMs: number,
  act: Act,
  owner?: string,
): Promise<{ queued: number[]; skipped: number[] }> {
  await requireIdle(query, batchId, nowMs, owner)
  const failed = query.selectFrom('ledger').select(['row', 'client_reference']).where('state', '=', 'failed')
  const found = await failed
    .where('batch_id', '=', batchId)
    .where('withdrawn', which === 'refused' ? 'is' : '=', which === 'refused' ? null : 'cancelled')
    .orderBy('row')
    .execute()
  const selected = found.filter(isSelected(rows))
  const references = selected.map((row) => row.client_reference)
  const known = await knownReferences(query, references, nowMs)
  const unordered = selected.filter((row) => !known.has(row.client_reference))
  // Queued in another batch that rests: one of the two must give it up.
  await takeOverQueuedRows(
    query,
    unordered.map((row) => row.client_reference),
    { batchId, nowMs, nowIso: act.nowIso },
  )
  const queued = unordered.map(({ row }) => row)
  // What was cancelled stays so when refused rows are sent again, and can be gone on with after.
  await enqueueRows(
    query,
    batchId,
    queued,
    act.nowIso,
    which === 'refused' ? ['done'] : ['done', 'cancelled'],
  )
  await recordEvents(query, act, { batchId, what: which === 'refused' ? 'retried' : 'restored' }, queued)
  return { queued, skipped: selected.filter((row) => known.has(row.client_reference)).map(({ row }) => row) }
}

/** Changes rows of a batch inside a transaction; the rest of this process has its turns meanwhile. */
export async function updateRows(
  query: Kysely<JournalSchema>,
  { batchId, lines }: { batchId: string; lines: readonly number[] },
  change: Updateable<JournalSchema['ledger']>,
): Promise<void> {
  for await (const chunk of inChunks(lines))
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

const refused = (message: string): Failure => new Failure('rejected', message, { problems: [] })
