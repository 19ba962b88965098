import { type Kysely, sql } from 'kysely'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { BatchState } from '../../../../shared/domain/samples/importing.ts'
import type { JournalSchema } from '../../../store/journal.ts'

/** A sender that has not shown itself for so long is taken to be gone: after a crash a batch waits for as long. */
const leaseMs = 15_000
/** Well below the lease, so that one late renewal does not lose it. */
export const renewEveryMs = 5_000

/**
 * Nobody has the batch, or whoever had it is gone. Far more time left than a lease has means that the clock was set
 * back, and the sender would be waited for in vain; a little more only that `nowMs` is older than its last renewal.
 */
export const isLeaseExpired = (nowMs: number) =>
  sql<0 | 1>`(lease_until_ms <= ${nowMs} OR lease_until_ms > ${nowMs + 2 * leaseMs})`

type LeaseClaim = { batchId: string; owner: string; nowMs: number }

/**
 * Takes the right to send a batch, inside a transaction. Throws `notFound` for an unknown batch and `rejected`
 * while another window or process has it.
 */
export async function acquireLease(
  query: Kysely<JournalSchema>,
  { batchId, owner, nowMs }: LeaseClaim,
): Promise<void> {
  const batch = await query
    .selectFrom('batches')
    .select(['lease_owner', 'lease_until_ms', isLeaseExpired(nowMs).as('over')])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw batchNotFound()
  if (batch.over === 0 && batch.lease_owner !== owner)
    throw leaseTaken(Math.ceil((batch.lease_until_ms - nowMs) / 1000))
  await query
    .updateTable('batches')
    .set({ lease_owner: owner, lease_until_ms: nowMs + leaseMs, state: 'running' })
    .where('batch_id', '=', batchId)
    .execute()
}

/** How a batch stands; undefined for an unknown one. */
export const batchStateOf = async (
  query: Kysely<JournalSchema>,
  batchId: string,
): Promise<BatchState | undefined> =>
  (await query.selectFrom('batches').select('state').where('batch_id', '=', batchId).executeTakeFirst())
    ?.state

/** Keeps the right for as long again; false when somebody else has taken it meanwhile. */
export async function renewLease(
  query: Kysely<JournalSchema>,
  { batchId, owner, nowMs }: LeaseClaim,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('batches')
    .set({ lease_until_ms: nowMs + leaseMs })
    .where('batch_id', '=', batchId)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const batchNotFound = (): Failure =>
  new Failure('notFound', 'This computer has no such import.', { what: 'batch' })

const leaseTaken = (seconds: number): Failure =>
  new Failure(
    'rejected',
    `Another Pathclock is sending this batch. Continue there or close it. If it just closed or crashed, try again in ${seconds} s.`,
    { problems: [] },
  )

export const leaseLost = (): Failure =>
  new Failure('rejected', 'Another Pathclock took over this batch and is sending it.', {
    problems: [],
  })
