import type { Kysely } from 'kysely'
import { rejected } from '../../../../shared/contract/failures.ts'
import type { KnownOrderState } from '../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { yieldingChunks } from '../../../concurrency/chunks.ts'
import { isLeaseExpired } from '../../../concurrency/lease.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalSchema } from '../../../store/journal.ts'

/** So many are sought in the ledger in a few ms; whatever else waits has its turn after. */
const referencesPerStatement = 2000

/** Batches that nobody is sending: their queued rows surely were not sent, and may be ordered by another batch. */
const idleBatches = (query: Kysely<JournalSchema>, nowMs: number) =>
  query.selectFrom('batches').select('batch_id').where(isLeaseExpired(nowMs), '=', 1)

/** Where a reference has an order; `sampleId` is known of those that were `ordered`, and of no others. */
export type KnownOrder = { state: KnownOrderState; sampleId: string | null; batchId: string | null }

/**
 * Which of the references have an order already, or may have one: every ledger row counts but a failed one, and a
 * queued one of a batch that nobody is sending. One that says `sending` there was cut off, and is in doubt.
 */
export async function knownOrders(
  query: Kysely<JournalSchema>,
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
 * Takes queued rows out of batches that nobody is sending, so that a file that is imported again after a stop goes
 * on in its new batch, and no row is ordered by both. They stay in the history of the old one, as taken over.
 */
export async function takeOverQueuedRows(
  query: Kysely<JournalSchema>,
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

/** Two windows may have checked the same file; only one of them orders it. */
export async function requireUnordered(
  query: Kysely<JournalSchema>,
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
  if (references.size < rows.length)
    throw rejected(
      message`Two rows have the same sample name, which would order one sample twice. Check the file again.`,
    )
}

function orderedMeanwhile(reference: string, { state }: KnownOrder) {
  const texts: Record<KnownOrderState, Message> = {
    ordered: message`“${reference}” was ordered in the meantime. Check the file again. Nothing was sent.`,
    underWay: message`Another batch is ordering “${reference}”. Check the file again. Nothing was sent.`,
    inDoubt: message`“${reference}” may have been ordered in the meantime: the response to its order was lost. Check the file again. Nothing was sent.`,
  }
  return rejected(texts[state])
}
