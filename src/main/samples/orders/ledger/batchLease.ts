import type { Kysely } from 'kysely'
import { Failure, rejected } from '../../../../shared/contract/failures.ts'
import type { BatchState } from '../../../../shared/domain/samples/importing.ts'
import { message } from '../../../../shared/words/message.ts'
import { isLeaseExpired, leaseEndMs } from '../../../concurrency/lease.ts'
import type { JournalSchema } from '../../../store/journal.ts'

type LeaseClaim = { batchId: string; owner: string; nowMs: number }

/** Acquires the lease to send a batch, inside a transaction. Throws `rejected` while another sender holds it. */
export async function acquireLease(
  query: Kysely<JournalSchema>,
  { batchId, owner, nowMs }: LeaseClaim,
): Promise<void> {
  const batch = await query
    .selectFrom('batches')
    .select(['lease_owner', 'lease_until_ms', isLeaseExpired(nowMs).as('expired')])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw batchNotFound()
  if (batch.expired === 0 && batch.lease_owner !== owner)
    throw leaseTaken(Math.ceil((batch.lease_until_ms - nowMs) / 1000))
  await query
    .updateTable('batches')
    .set({ lease_owner: owner, lease_until_ms: leaseEndMs(nowMs), state: 'running' })
    .where('batch_id', '=', batchId)
    .execute()
}

export const batchStateOf = async (
  query: Kysely<JournalSchema>,
  batchId: string,
): Promise<BatchState | undefined> =>
  (await query.selectFrom('batches').select('state').where('batch_id', '=', batchId).executeTakeFirst())
    ?.state

/** Extends the lease. Returns false if another sender has taken it. */
export async function renewLease(
  query: Kysely<JournalSchema>,
  { batchId, owner, nowMs }: LeaseClaim,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('batches')
    .set({ lease_until_ms: leaseEndMs(nowMs) })
    .where('batch_id', '=', batchId)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const batchNotFound = (): Failure =>
  new Failure('notFound', message('export.computerNoSuchImport'), { what: message('shared.batch') })

const leaseTaken = (seconds: number): Failure =>
  rejected(message('samples.anotherPathclockSendingBatch', { seconds }))

export const leaseLost = (): Failure => rejected(message('samples.anotherPathclockTookOver'))
