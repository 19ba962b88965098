import type { Kysely } from 'kysely'
import type { BatchHistory, FileChange, Mapping, Person, ReadAs } from '../../shared/domain/importing.ts'
import type { JournalSchema } from '../store/journal.ts'
import { getBatch } from './batches.ts'
import { batchNotFound } from './lease.ts'
import type { StoredRecipe } from './ledger.ts'

/** Who acts, and when (ISO 8601). */
export type Act = { who: Person; nowIso: string }

type NewBatchEvent = { batchId: string; what: string; detail?: string | null }

/** Keeps what was done, for the batch as a whole or for each of its `rows`; inside a transaction. */
export async function recordEvents(
  query: Kysely<JournalSchema>,
  { who, nowIso }: Act,
  { batchId, what, detail = null }: NewBatchEvent,
  rows: readonly (number | null)[] = [null],
): Promise<void> {
  const common = { batch_id: batchId, at: nowIso, who: JSON.stringify(who), what, detail }
  for (let from = 0; from < rows.length; from += pageSize)
    await query
      .insertInto('batch_events')
      .values(rows.slice(from, from + pageSize).map((row) => ({ ...common, row })))
      .execute()
}

const pageSize = 500

/** Keeps that a batch stopped though no person stopped it, so that whoever comes next is told. Inside a transaction. */
export const recordInterruption = (
  query: Kysely<JournalSchema>,
  batchId: string,
  nowMs: number,
  detail: string,
): Promise<void> => {
  const act = { who: nobody, nowIso: new Date(nowMs).toISOString() }
  return recordEvents(query, act, { batchId, what: 'interrupted', detail })
}

export const nobody: Person = { profile: '', user: null, account: null }

/** Where a batch came from and what was done to it. Throws `notFound` for an unknown one. */
export async function historyOf(query: Kysely<JournalSchema>, batchId: string): Promise<BatchHistory> {
  const batch = await getBatch(query, batchId)
  const batchRow = await query
    .selectFrom('batches')
    .select(['file_sha256', 'mapping', 'read_as', 'made_by', 'recipe', 'changes'])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!batchRow) throw batchNotFound()
  const events = await query
    .selectFrom('batch_events')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('event_id')
    .execute()
  return {
    batch,
    sha256: batchRow.file_sha256,
    // Written from values of these types.
    readAs: JSON.parse(batchRow.read_as) as ReadAs,
    mapping: JSON.parse(batchRow.mapping) as Mapping,
    recipe: batchRow.recipe === null ? null : (JSON.parse(batchRow.recipe) as StoredRecipe).recipe,
    changes: batchRow.changes === null ? null : (JSON.parse(batchRow.changes) as FileChange[]),
    by: toPerson(batchRow.made_by),
    events: events.map(({ row, at, who, what, detail }) => ({ row, at, by: toPerson(who), what, detail })),
  }
}

const toPerson = (json: string | null): Person | null => (json === null ? null : (JSON.parse(json) as Person))
