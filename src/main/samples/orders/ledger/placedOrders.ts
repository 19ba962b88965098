import { rejected } from '../../../../shared/contract/failures.ts'
import type { KnownOrderState } from '../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import { yieldingChunks } from '../../../concurrency/chunks.ts'
import { isLeaseExpired } from '../../../concurrency/lease.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalQuery } from '../../../store/journal.ts'

/** One lookup of 2000 references takes a few ms. Other work gets its turn between the chunks. */
const referencesPerStatement = 2000

/** Selects batches without a sender. Their queued rows were not sent, so another batch may order them. */
const idleBatches = (query: JournalQuery, nowMs: number) =>
  query.selectFrom('batches').select('batch_id').where(isLeaseExpired(nowMs), '=', 1)

/** The existing order of a reference. `sampleId` is set only if the state is `ordered`. */
export type KnownOrder = { state: KnownOrderState; sampleId: string | null; batchId: string | null }

/**
 * Returns the references that have an order or may have one. Every ledger row counts, except failed rows and queued
 * rows of a batch without a sender. A `sending` row of such a batch was cut off, so it is in doubt.
 */
export async function knownOrders(
  query: JournalQuery,
  references: Iterable<string>,
  nowMs: number,
): Promise<Map<string, KnownOrder>> {
  const referenceList = boundList(references)
  const inLedger = await query
    .selectFrom('ledger')
    .select((eb) => [
      'client_reference',
      'sample_id',
      'batch_id',
      eb
        .or([
          eb('state', '=', 'unknown'),
          eb.and([eb('state', '=', 'sending'), eb('batch_id', 'in', idleBatches(query, nowMs))]),
        ])
        .as('in_doubt'),
    ])
    .where('client_reference', 'in', referenceList)
    .where('state', '!=', 'failed')
    .where((eb) => eb.or([eb('state', '!=', 'queued'), eb('batch_id', 'not in', idleBatches(query, nowMs))]))
    .execute()
  const inRegister = await query
    .selectFrom('samples')
    .select(['client_reference', 'sample_id', 'batch_id'])
    .where('client_reference', 'in', referenceList)
    .execute()
  return new Map(
    [...inLedger, ...inRegister.map((row) => ({ ...row, in_doubt: false }))].map((row) => [
      row.client_reference,
      { state: stateOf(row), sampleId: row.sample_id, batchId: row.batch_id },
    ]),
  )
}

const stateOf = (row: { sample_id: string | null; in_doubt: unknown }): KnownOrderState =>
  row.sample_id !== null ? 'ordered' : row.in_doubt ? 'inDoubt' : 'underWay'

/**
 * Withdraws queued rows from batches without a sender, so that a file imported again after a stop continues in its new
 * batch and no row is ordered twice. The rows stay in the history of the old batch as moved.
 */
export async function takeOverQueuedRows(
  query: JournalQuery,
  rows: readonly { reference: string }[],
  { batchId, nowMs, nowIso }: { batchId: string; nowMs: number; nowIso: string },
): Promise<void> {
  const batches = new Set<string>()
  for await (const chunk of yieldingChunks(rows, referencesPerStatement)) {
    const movedRows = await query
      .updateTable('ledger')
      .set({ state: 'failed', withdrawn: `moved:${batchId}`, updated_at: nowIso })
      .where('client_reference', 'in', boundList(chunk.map((row) => row.reference)))
      .where('state', '=', 'queued')
      .where('batch_id', '!=', batchId)
      .where('batch_id', 'in', idleBatches(query, nowMs))
      .returning('batch_id')
      .execute()
    for (const row of movedRows) batches.add(row.batch_id)
  }
  if (batches.size === 0) return
  const unfinishedBatches = query
    .selectFrom('ledger')
    .select('batch_id')
    .where('state', 'in', ['queued', 'sending'])
  await query
    .updateTable('batches')
    .set({ state: 'done' })
    .where('batch_id', 'in', boundList(batches))
    .where('batch_id', 'not in', unfinishedBatches)
    .execute()
}

/** Throws `rejected` if a row has an order by now, as from another window, or if two have the same reference. */
export async function requireUnordered(
  query: JournalQuery,
  rows: readonly { reference: string }[],
  nowMs: number,
): Promise<void> {
  const references = new Set<string>()
  for await (const chunk of yieldingChunks(rows, referencesPerStatement)) {
    const chunkReferences = chunk.map((row) => row.reference)
    for (const reference of chunkReferences) references.add(reference)
    const [known] = await knownOrders(query, chunkReferences, nowMs)
    if (known !== undefined) throw orderedMeanwhile(...known)
  }
  if (references.size < rows.length) throw rejected(message('samples.twoRowsSameSample'))
}

function orderedMeanwhile(reference: string, { state }: KnownOrder) {
  const texts: Record<KnownOrderState, Message> = {
    ordered: message('samples.orderedMeantimeCheckFile', { reference }),
    underWay: message('samples.anotherBatchOrderingCheck', { reference }),
    inDoubt: message('samples.orderedMeantimeResponseOrder', { reference }),
  }
  return rejected(texts[state])
}
