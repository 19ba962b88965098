import { Failure, rejected } from '../../../../shared/contract/failures.ts'
import type { BatchState } from '../../../../shared/domain/samples/importing.ts'
import { message } from '../../../../shared/words/message.ts'
import { isLeaseExpired, leaseEndMs } from '../../../concurrency/lease.ts'
import type { JournalQuery } from '../../../store/journal.ts'
import { findRow, updateRows } from '../../../store/rows.ts'

type LeaseClaim = { batchId: string; owner: string; nowMs: number }

/** Returns the stored row of a batch. Throws `notFound` if it does not exist. */
export async function requireBatch(query: JournalQuery, batchId: string) {
  const batch = await findRow(query, 'batches', { batch_id: batchId })
  if (!batch) throw batchNotFound()
  return batch
}

/** Throws `notFound` if the batch does not exist. */
export async function readLease(query: JournalQuery, batchId: string, nowMs: number) {
  const lease = await query
    .selectFrom('batches')
    .select(['lease_owner as owner', 'lease_until_ms as untilMs', isLeaseExpired(nowMs).as('isFree')])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!lease) throw batchNotFound()
  return lease
}

/** Acquires the lease to send a batch, inside a transaction. Throws `rejected` while another sender holds it. */
export async function acquireLease(
  query: JournalQuery,
  { batchId, owner, nowMs }: LeaseClaim,
): Promise<void> {
  const lease = await readLease(query, batchId, nowMs)
  if (!lease.isFree && lease.owner !== owner) throw leaseTaken(Math.ceil((lease.untilMs - nowMs) / 1000))
  const claim = { lease_owner: owner, lease_until_ms: leaseEndMs(nowMs), state: 'running' } as const
  await updateRows(query, 'batches', { batch_id: batchId }, claim)
}

/** Extends the lease. Returns false if another sender has taken it. */
export async function renewLease(
  query: JournalQuery,
  { batchId, owner, nowMs }: LeaseClaim,
): Promise<boolean> {
  const held = { batch_id: batchId, lease_owner: owner }
  return (await updateRows(query, 'batches', held, { lease_until_ms: leaseEndMs(nowMs) })) > 0
}

/** Ends the lease of a batch, which gets this state. */
export const releaseBatch = (query: JournalQuery, batchId: string, state: BatchState): Promise<number> =>
  updateRows(query, 'batches', { batch_id: batchId }, { state, lease_owner: null, lease_until_ms: 0 })

export const batchNotFound = (): Failure =>
  new Failure('notFound', message('export.computerNoSuchImport'), { what: message('shared.batch') })

const leaseTaken = (seconds: number): Failure =>
  rejected(message('samples.anotherPathclockSendingBatch', { seconds }))

export const leaseLost = (): Failure => rejected(message('samples.anotherPathclockTookOver'))
