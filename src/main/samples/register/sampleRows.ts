import { type Insertable, type Kysely, sql } from 'kysely'

import { isFinal, type OrderFields, sampleStateSchema } from '../../../shared/domain/samples/sample.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { joinMessages, type Message, message } from '../../../shared/messages/message.ts'
import { createThrottle, type Throttle } from '../../../shared/throttle.ts'
import type { Clock, Emit } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import type { JournalSchema, StoredSample } from '../../store/journal.ts'
import { addNotesToSample } from './annotations.ts'

const openStates = sampleStateSchema.options.filter((state) => !isFinal(state))

export const findSample = (
  query: Kysely<JournalSchema>,
  sampleId: string,
): Promise<StoredSample | undefined> =>
  query.selectFrom('samples').selectAll().where('sample_id', '=', sampleId).executeTakeFirst()

/** Those of the samples, or of the whole register, whose state is not final; oldest first. */
export async function openSamples(
  query: Kysely<JournalSchema>,
  sampleIds: readonly string[] | 'all',
): Promise<string[]> {
  const rows = await query
    .selectFrom('samples')
    .select('sample_id')
    .where('state', 'in', openStates)
    .$if(sampleIds !== 'all', (open) => open.where('sample_id', 'in', boundList(sampleIds)))
    .orderBy('created_at')
    .orderBy('sample_id')
    .execute()
  return rows.map((row) => row.sample_id)
}

/** A ledger row and what it orders, by our names of the fields. */
export type LedgerOrder = { batchId: string; row: number; fields: OrderFields }

/** What the service said of the sample, or is not known yet. */
export type ReportedSample = Omit<
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
): Promise<Message | null> {
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
      ? message`The service gave the order of “${reference}” (line ${row}) the id “${sampleId}”, which is that of “${otherReference}” in the register.`
      : sample.batch_id === batchId
        ? message`The service gave the order of “${reference}” (line ${row}) the id “${sampleId}”, which is that of “${otherReference}” (line ${previousOrder.row}).`
        : message`The service gave the order of “${reference}” (line ${row}) the id “${sampleId}”, which is that of “${otherReference}” (line ${previousOrder.row} of “${previousOrder.file_name}”).`
  return joinMessages([
    what,
    message`Nothing was overwritten. The order may have another ID: look for it at the service, then settle this line.`,
  ])
}

/**
 * Enters the sample of an order into the register, inside the transaction that settles its row. Where it was adopted
 * before, its order is known now, and what the service said of it stays. `findConflict` must have found nothing.
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
  await query
    .insertInto('study_samples')
    .columns(['study_id', 'sample_id', 'added_at'])
    .expression((from) =>
      from
        .selectFrom('study_batches')
        .select(['study_id', sql.val(sampleId).as('sample_id'), sql.val(nowIso).as('added_at')])
        .where('batch_id', '=', batchId)
        .where('study_id', '!=', allSamplesId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // All that was placed before was analyzed; this one was not.
  await query
    .updateTable('study_batches')
    .set({ analyze: 'whenReady' })
    .where('batch_id', '=', batchId)
    .where('analyze', '=', 'done')
    .execute()
  await addNotesToSample(query, { batchId, row, sampleId }, nowIso)
}

const minNotifyIntervalMs = 250

/** Tells pages that the register changed, at most four times a second; what was held back leaves with `flush`. */
export const createSampleChangeNotifier = (
  { clock, emit }: { clock: Clock; emit: Emit },
  batchId: string | null,
): Throttle =>
  createThrottle({ clock, intervalMs: minNotifyIntervalMs }, () => emit('samples.changed', { batchId }))
