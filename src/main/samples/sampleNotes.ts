import type { Kysely } from 'kysely'
import type { Person } from '../../shared/domain/importing.ts'
import type { JournalSchema } from '../store/journal.ts'
import { annotateInTransaction, annotationsOf } from './annotations.ts'

/**
 * The notes that a row of a file brought become fields of its sample's annotation, in the transaction that creates the
 * sample. A field that stands there already, written by a person or by an earlier time, stays as it is.
 */
export async function addNotesToSample(
  query: Kysely<JournalSchema>,
  { batchId, row, sampleId }: { batchId: string; row: number; sampleId: string },
  nowIso: string,
): Promise<void> {
  const ledgerRow = await query
    .selectFrom('ledger')
    .innerJoin('batches', 'batches.batch_id', 'ledger.batch_id')
    .select(['notes', 'made_by'])
    .where('ledger.batch_id', '=', batchId)
    .where('row', '=', row)
    .executeTakeFirst()
  if (!ledgerRow?.notes) return
  // Written by `addBatch` from this type.
  const notes = Object.entries(JSON.parse(ledgerRow.notes) as Record<string, string>)
  const existing = (await annotationsOf(query, [sampleId])).get(sampleId)?.fields ?? {}
  const added = notes.filter(([name]) => !Object.hasOwn(existing, name))
  if (added.length === 0) return
  // As `addBatch` wrote it.
  const who = ledgerRow.made_by === null ? '' : formatPerson(JSON.parse(ledgerRow.made_by) as Person)
  await annotateInTransaction(query, [sampleId], { fields: Object.fromEntries(added) }, { who, nowIso })
}

/** A person by one name. */
export const formatPerson = ({ profile, user, account }: Person): string => user ?? account ?? profile
