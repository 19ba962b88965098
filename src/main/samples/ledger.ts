import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { Failure } from '../../shared/contract/failures.ts'
import type { Mapping, ReadAs } from '../../shared/domain/importing.ts'
import type { OrderFields } from '../../shared/domain/sample.ts'
import type { Answer, Database, OrderAnswer } from '../ports.ts'
import type { JournalSchema, LedgerRowRow } from '../store/journal.ts'
import { leaseIsOver, leaseLost, renewLease } from './lease.ts'

/** What is to be ordered; `row` is the physical line of the file, counted from 1. */
export type NewBatch = {
  fileName: string
  sha256: string
  mapping: Mapping
  readAs: ReadAs
  rows: AsyncIterable<{ row: number; fields: OrderFields }>
}

/** A ledger row that is marked as being sent. */
export type TakenRow = { batchId: string; row: number; fields: OrderFields; idempotencyKey: string }

/** How the sending of one row ended; `queued`: it surely was not sent. */
export type RowOutcome =
  | { state: 'created'; answer: Answer<OrderAnswer> }
  | { state: 'failed' | 'unknown'; message: string }
  | { state: 'queued' }

const chunkSize = 500

/** One bound value for any number of texts; SQLite takes no more than 32,766 values in a statement. */
export const among = (texts: Iterable<string>) =>
  sql<string>`(SELECT value FROM json_each(${JSON.stringify([...texts])}))`

/** Batches that nobody is sending: their queued rows surely were not sent, and may be ordered by another batch. */
const resting = (query: Kysely<JournalSchema>, nowMs: number) =>
  query.selectFrom('batches').select('batch_id').where(leaseIsOver(nowMs), '=', 1)

/**
 * Which of the references have an order already, or may have one: every ledger row counts but a failed one, and a
 * queued one of a batch that nobody is sending.
 */
export async function knownReferences(
  query: Kysely<JournalSchema>,
  references: Iterable<string>,
  nowMs: number,
): Promise<Set<string>> {
  const wanted = among(references)
  const rows = await query
    .selectFrom('samples')
    .select('client_reference')
    .where('client_reference', 'in', wanted)
    .union(
      query
        .selectFrom('ledger')
        .select('client_reference')
        .where('client_reference', 'in', wanted)
        .where('state', '!=', 'failed')
        .where((made) =>
          made.or([made('state', '!=', 'queued'), made('batch_id', 'not in', resting(query, nowMs))]),
        ),
    )
    .execute()
  return new Set(rows.map((row) => row.client_reference))
}

/**
 * Takes queued rows out of batches that nobody is sending, so that a file that is imported again after a stop goes
 * on in its new batch, and no row is ordered by both. A batch that is left with nothing at all goes too.
 */
async function takeOver(
  query: Kysely<JournalSchema>,
  references: Iterable<string>,
  nowMs: number,
): Promise<void> {
  const taken = await query
    .deleteFrom('ledger')
    .where('client_reference', 'in', among(references))
    .where('state', '=', 'queued')
    .where('batch_id', 'in', resting(query, nowMs))
    .returning('batch_id')
    .execute()
  const batches = among(new Set(taken.map((row) => row.batch_id)))
  const rowsLeft = query.selectFrom('ledger').select('batch_id')
  await query
    .updateTable('batches')
    .set({ state: 'done' })
    .where('batch_id', 'in', batches)
    .where('batch_id', 'not in', rowsLeft.where('state', 'in', ['queued', 'sending']))
    .execute()
  await query
    .deleteFrom('batches')
    .where('batch_id', 'in', batches)
    .where('batch_id', 'not in', rowsLeft)
    .execute()
}

/**
 * Writes a batch and all its rows, or nothing. The rows are read before the transaction begins, since nobody else
 * can write while it is open. Throws `rejected` when there is no row, or an order of it was placed meanwhile.
 */
export async function addBatch(
  journal: Database<JournalSchema>,
  batch: NewBatch,
  origin: { batchId: string; profileId: string; nowMs: number },
): Promise<void> {
  const { batchId, nowMs } = origin
  const nowIso = new Date(nowMs).toISOString()
  const rows: LedgerRowRow[] = []
  for await (const { row, fields } of batch.rows)
    rows.push({
      batch_id: batchId,
      row,
      client_reference: fields.client_reference,
      fields: JSON.stringify(fields),
      idempotency_key: idempotencyKey(origin.profileId, batchId, row),
      state: 'queued',
      sample_id: null,
      message: null,
      updated_at: nowIso,
    })
  if (rows.length === 0)
    throw refused('There is no row that could be ordered. Check the file and its columns.')
  await journal.transaction(async (query) => {
    await refuseKnown(query, rows, nowMs)
    await takeOver(
      query,
      rows.map((row) => row.client_reference),
      nowMs,
    )
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
      })
      .execute()
    for (let from = 0; from < rows.length; from += chunkSize)
      await query
        .insertInto('ledger')
        .values(rows.slice(from, from + chunkSize))
        .execute()
  })
}

/** Two windows may have checked the same file; only one of them orders it. */
async function refuseKnown(query: Kysely<JournalSchema>, rows: LedgerRowRow[], nowMs: number): Promise<void> {
  const references = new Set(rows.map((row) => row.client_reference))
  if (references.size < rows.length)
    throw refused(
      'Two rows have the same reference, which would order one sample twice. Check the file again.',
    )
  const [known] = await knownReferences(query, references, nowMs)
  if (known !== undefined)
    throw refused(
      `The order of “${known}” was placed meanwhile. Check the file again; nothing of it was sent.`,
    )
}

const refused = (message: string): Failure => new Failure('rejected', message, { problems: [] })

/** The same for every attempt to send a row, and never used for another one (service-conventions, "idempotency"). */
const idempotencyKey = (profileId: string, batchId: string, row: number): string =>
  createHash('sha256').update(`${profileId}\n${batchId}\n${row}`).digest('hex')

/**
 * Marks the next queued row as being sent, durably, before its request may leave; null when none is queued.
 * Throws `rejected` when the lease is lost.
 */
export function takeRow(
  journal: Database<JournalSchema>,
  lease: { batchId: string; owner: string; nowMs: number },
): Promise<TakenRow | null> {
  const { batchId, nowMs } = lease
  return journal.transaction(async (query) => {
    if (!(await renewLease(query, lease))) throw leaseLost()
    const next = await query
      .selectFrom('ledger')
      .select(['row', 'fields', 'idempotency_key'])
      .where('batch_id', '=', batchId)
      .where('state', '=', 'queued')
      .orderBy('row')
      .limit(1)
      .executeTakeFirst()
    if (!next) return null
    await query
      .updateTable('ledger')
      .set({ state: 'sending', message: null, updated_at: new Date(nowMs).toISOString() })
      .where('batch_id', '=', batchId)
      .where('row', '=', next.row)
      .execute()
    // Written by `addBatch` from the same type.
    const fields = JSON.parse(next.fields) as OrderFields
    return { batchId, row: next.row, fields, idempotencyKey: next.idempotency_key }
  })
}

/**
 * Writes down how a row ended; a created sample enters the register in the same transaction. An answer that comes
 * after the row was given up as unknown still counts; a row that another process has settled is not queued again.
 */
export function recordOutcome(
  journal: Database<JournalSchema>,
  { batchId, row, fields }: TakenRow,
  outcome: RowOutcome,
  nowIso: string,
): Promise<void> {
  const from = outcome.state === 'created' ? (['sending', 'unknown'] as const) : (['sending'] as const)
  return journal.transaction(async (query) => {
    await query
      .updateTable('ledger')
      .set({
        state: outcome.state,
        sample_id: outcome.state === 'created' ? outcome.answer.value.sampleId : null,
        message: 'message' in outcome ? outcome.message : null,
        updated_at: nowIso,
      })
      .where('batch_id', '=', batchId)
      .where('row', '=', row)
      .where('state', 'in', from)
      .execute()
    if (outcome.state === 'created') await addSample(query, batchId, fields, outcome.answer)
  })
}

async function addSample(
  query: Kysely<JournalSchema>,
  batchId: string,
  { client_reference, ...fields }: OrderFields,
  answer: Answer<OrderAnswer>,
): Promise<void> {
  const { sampleId, status, state, createdAt } = answer.value
  await query
    .insertInto('samples')
    .values({
      sample_id: sampleId,
      client_reference,
      fields: JSON.stringify(fields),
      batch_id: batchId,
      status,
      state,
      created_at: createdAt ?? answer.fetchedAt,
      checked_at: answer.fetchedAt,
      service: answer.service,
      synthetic: answer.synthetic ? 1 : 0,
    })
    // A service may answer with a sample it has already; what the register knows of it stays.
    .onConflict((conflict) => conflict.column('sample_id').doNothing())
    .execute()
}

/** Rows that nobody is sending any more though they say so: whether their orders were placed is not known. */
export async function giveUpSending(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowIso: string,
): Promise<void> {
  await query
    .updateTable('ledger')
    .set({ state: 'unknown', message: interrupted, updated_at: nowIso })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'sending')
    .execute()
}

const interrupted =
  'Pathclock ended before the answer came. The order may have been placed: look for it at the service before ordering this sample again.'
