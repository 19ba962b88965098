import { type Insertable, sql } from 'kysely'
import { isFinal, type OrderFields, sampleStateSchema } from '../../../shared/domain/samples/sample.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { createThrottle, type Throttle } from '../../../shared/throttle.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import type { Clock, Emit } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import type { JournalQuery, JournalSchema } from '../../store/journal.ts'
import { findRow, updateRows } from '../../store/rows.ts'
import { addNotesToSample } from './annotations.ts'

const openStates = sampleStateSchema.options.filter((state) => !isFinal(state))

/** Returns the samples (or all in the register) whose state is not final, oldest first. */
export async function openSamples(
  query: JournalQuery,
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

/** A ledger row and its order, under our field names. */
export type LedgerOrder = { batchId: string; row: number; fields: OrderFields }

/** A sample as the service returned it, or with placeholders while it is unknown. */
export type ReportedSample = Omit<
  Insertable<JournalSchema['samples']>,
  'client_reference' | 'fields' | 'batch_id' | 'adopted_at' | 'place'
>

/**
 * Returns why the sample ID cannot belong to the order: another sample in the register has it. Returns null if the ID
 * is free, or if the register has it under the order's name or without a name.
 */
export async function findConflict(
  query: JournalQuery,
  sampleId: string,
  { batchId, row, fields: { client_reference: reference } }: LedgerOrder,
): Promise<Message | null> {
  const sample = await findRow(query, 'samples', { sample_id: sampleId })
  if (!sample || sample.client_reference === reference) return null
  // The sample has no name of its own. Some services name samples by the references of their orders; that counts as a
  // name.
  if (sample.client_reference === sampleId && sample.batch_id === null) return null
  const previousOrder = await query
    .selectFrom('ledger')
    .innerJoin('batches', 'batches.batch_id', 'ledger.batch_id')
    .select(['row', 'file_name'])
    .where('client_reference', '=', sample.client_reference)
    .where('ledger.batch_id', '=', sample.batch_id)
    .executeTakeFirst()
  const order = { reference, row, sampleId, otherReference: sample.client_reference }
  const what =
    previousOrder === undefined
      ? message('samples.serviceGaveOrderLine', order)
      : sample.batch_id === batchId
        ? message('samples.serviceGaveOrderLineId', { ...order, row2: previousOrder.row })
        : message('samples.serviceGaveOrderLineIdLine', {
            ...order,
            row2: previousOrder.row,
            fileName: previousOrder.file_name,
          })
  return joinMessages([what, message('samples.nothingOverwrittenOrderAnother')])
}

/**
 * Adds the sample of an order to the register. If the sample was adopted before, it gets its order, and the known
 * fields of the service stay. Call inside the transaction that settles the row, after `findConflict` returned null.
 */
export async function registerSample(
  query: JournalQuery,
  { batchId, row, fields: { client_reference, ...fields } }: LedgerOrder,
  sample: ReportedSample,
  nowIso: string,
): Promise<void> {
  const sampleId = sample.sample_id
  const existing = await findRow(query, 'samples', { sample_id: sampleId })
  const existingFields = existing ? (JSON.parse(existing.fields) as Record<string, unknown>) : {}
  const place = sql<string>`(SELECT created_at FROM batches WHERE batch_id = ${batchId}) || ${toPlace('', row)}`
  await query
    .insertInto('samples')
    .values({ ...sample, client_reference, fields: JSON.stringify(fields), batch_id: batchId, place })
    .onConflict((conflict) =>
      conflict
        .column('sample_id')
        .doUpdateSet({
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
  // The earlier samples of the batch are analyzed, but this one is not yet.
  await updateRows(query, 'study_batches', { batch_id: batchId, analyze: 'done' }, { analyze: 'whenReady' })
  await addNotesToSample(query, { batchId, row, sampleId }, nowIso)
}

/** Returns the position in the register of a row of an import or a list. */
export const toPlace = (timeIso: string, row: number): string => `${timeIso}#${String(row).padStart(9, '0')}`

const minNotifyIntervalMs = 250

/**
 * Notifies the screens of changes in the register, at most four times a second. `flush` sends a pending notification.
 */
export const createSampleChangeNotifier = (
  { clock, emit }: { clock: Clock; emit: Emit },
  batchId: string | null,
): Throttle =>
  createThrottle({ clock, intervalMs: minNotifyIntervalMs }, () => emit('samples.changed', { batchId }))
