import type { Kysely } from 'kysely'
import type { BatchState } from '../../shared/domain/importing.ts'
import type { Database } from '../ports.ts'
import { boundList } from '../store/boundList.ts'
import type { JournalSchema } from '../store/journal.ts'
import { recordInterruption } from './batchEvents.ts'
import { endBatch } from './batches.ts'
import { isLeaseExpired } from './lease.ts'

/**
 * Batches whose sender is gone without a word are paused, so that a person sees them as they are; gives how many.
 * `ownBatchIds`: those that are sent from here; a computer that slept has let their leases run out, and they are renewed in a
 * moment.
 */
export async function settleAbandoned(
  journal: Database<JournalSchema>,
  nowMs: number,
  ownBatchIds: Iterable<string>,
): Promise<number> {
  const ownBatches = boundList(ownBatchIds)
  const abandoned = (query: Kysely<JournalSchema>) =>
    query
      .selectFrom('batches')
      .select('batch_id')
      .where('state', '=', 'running')
      .where('batch_id', 'not in', ownBatches)
      .where(isLeaseExpired(nowMs), '=', 1)
      .execute()
  if ((await abandoned(journal.query)).length === 0) return 0
  return journal.transaction(async (query) => {
    const batches = await abandoned(query)
    for (const { batch_id: batchId } of batches) {
      const waiting = await endBatch(query, batchId, nowMs, await finishedStateOf(query, batchId))
      if (waiting > 0) await recordInterruption(query, batchId, nowMs, 'Pathclock ended in the middle of it.')
    }
    return batches.length
  })
}

/** When the next of the batches that are sent, but not from here, may turn out to be abandoned; null: none can. */
export async function nextLeaseExpiry(
  query: Kysely<JournalSchema>,
  ownBatchIds: Iterable<string>,
): Promise<number | null> {
  const running = await query
    .selectFrom('batches')
    .select((eb) => eb.fn.min<number | null>('lease_until_ms').as('atMs'))
    .where('state', '=', 'running')
    .where('batch_id', 'not in', boundList(ownBatchIds))
    .executeTakeFirst()
  return running?.atMs ?? null
}

/** `cancelled` while rows are kept back that can be gone on with: its sender did not leave what it was before. */
async function finishedStateOf(query: Kysely<JournalSchema>, batchId: string): Promise<BatchState> {
  const row = await query
    .selectFrom('ledger')
    .select('row')
    .where('batch_id', '=', batchId)
    .where('state', '=', 'failed')
    .where('withdrawn', '=', 'cancelled')
    .limit(1)
    .executeTakeFirst()
  return row ? 'cancelled' : 'done'
}
