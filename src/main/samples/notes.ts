import type { Kysely } from 'kysely'
import type { Person } from '../../shared/domain/importing.ts'
import type { JournalSchema } from '../store/journal.ts'
import { annotateSome, annotationsOf } from './annotations.ts'

/**
 * The notes that a row of a file brought become fields of its sample's annotation, in the transaction that creates the
 * sample. A field that stands there already, written by a person or by an earlier time, stays as it is.
 */
export async function noteOnSample(
  query: Kysely<JournalSchema>,
  { batchId, row, sampleId }: { batchId: string; row: number; sampleId: string },
  nowIso: string,
): Promise<void> {
  const kept = await query
    .selectFrom('ledger')
    .innerJoin('batches', 'batches.batch_id', 'ledger.batch_id')
    .select(['notes', 'made_by'])
    .where('ledger.batch_id', '=', batchId)
    .where('row', '=', row)
    .executeTakeFirst()
  if (!kept?.notes) return
  // Written by `addBatch` from this type.
  const notes = Object.entries(JSON.parse(kept.notes) as Record<string, string>)
  const former = (await annotationsOf(query, [sampleId])).get(sampleId)?.fields ?? {}
  const fresh = notes.filter(([name]) => !Object.hasOwn(former, name))
  if (fresh.length === 0) return
  // As `addBatch` wrote it.
  const who = kept.made_by === null ? '' : toText(JSON.parse(kept.made_by) as Person)
  await annotateSome(query, [sampleId], { fields: Object.fromEntries(fresh) }, { who, nowIso })
}

/** A person by one name. */
export const toText = ({ profile, user, account }: Person): string => user ?? account ?? profile
