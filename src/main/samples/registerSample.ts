import { type Insertable, type Kysely, sql } from 'kysely'
import type { OrderFields } from '../../shared/domain/sample.ts'
import type { JournalSchema } from '../store/journal.ts'
import { addNotesToSample } from './sampleNotes.ts'

/** A ledger row and what it orders, by our names of the fields. */
export type LedgerOrder = { batchId: string; row: number; fields: OrderFields }

/** What the service said of the sample, or is not known yet. */
type ReportedSample = Omit<
  Insertable<JournalSchema['samples']>,
  'client_reference' | 'fields' | 'batch_id' | 'adopted_at' | 'place'
>

/**
 * Why a sample id cannot be that of the order: it is that of another one in the register. Null where
 * it is free, or stands in the register under the name of this order or without a name.
 */
export async function findConflict(
  query: Kysely<JournalSchema>,
  sampleId: string,
  { batchId, row, fields: { client_reference: reference } }: LedgerOrder,
): Promise<string | null> {
  const sample = await query
    .selectFrom('samples')
    .select(['client_reference', 'batch_id'])
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  if (!sample || sample.client_reference === reference) return null
  // Some services name samples by the references of their orders: that is a name too.
  if (sample.client_reference === sampleId && sample.batch_id === null) return null
  const previousOrder = await query
    .selectFrom('ledger')
    .innerJoin('batches', 'batches.batch_id', 'ledger.batch_id')
    .select(['row', 'file_name'])
    .where('client_reference', '=', sample.client_reference)
    .where('ledger.batch_id', '=', sample.batch_id)
    .executeTakeFirst()
  const otherReference = sample.client_reference
  const what =
    previousOrder === undefined
      ? `The service gave the order of “${reference}” (line ${row}) the id “${sampleId}”, which is that of “${otherReference}” in the register.`
      : sample.batch_id === batchId
        ? `The service gave the order of “${reference}” (line ${row}) the id “${sampleId}”, which is that of “${otherReference}” (line ${previousOrder.row}).`
        : `The service gave the order of “${reference}” (line ${row}) the id “${sampleId}”, which is that of “${otherReference}” (line ${previousOrder.row} of “${previousOrder.file_name}”).`
  return `${what} Nothing was overwritten. The order may stand under another id: look for it at the service, then settle this line.`
}

/**
 * Enters the sample of an order into the register, inside the transaction that settles its row. Where it was adopted
 * before, its order is known now, and what the service told of it stays. `findConflict` must have found nothing.
 */
export async function registerSample(
  query: Kysely<JournalSchema>,
  { batchId, row, fields: { client_reference, ...fields } }: LedgerOrder,
  sample: ReportedSample,
  nowIso: string,
): Promise<void> {
  const sampleId = sample.sample_id
  const existing = await query
    .selectFrom('samples')
    .select(['fields', 'batch_id'])
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  const existingFields = existing ? (JSON.parse(existing.fields) as Record<string, unknown>) : {}
  const place = sql<string>`(SELECT created_at FROM batches WHERE batch_id = ${batchId}) || ${`#${String(row).padStart(9, '0')}`}`
  await query
    .insertInto('samples')
    .values({
      ...sample,
      client_reference,
      fields: JSON.stringify(fields),
      batch_id: batchId,
      place,
    })
    .onConflict((conflict) =>
      conflict.column('sample_id').doUpdateSet({
        ...(existing?.batch_id ? {} : { batch_id: batchId, place }),
        fields: JSON.stringify({ ...fields, ...existingFields }),
        client_reference,
      }),
    )
    .execute()
  await addNotesToSample(query, { batchId, row, sampleId }, nowIso)
}
