import type { Kysely } from 'kysely'
import type { BatchHistory, FileChange, Mapping, Person, ReadAs } from '../../shared/domain/importing.ts'
import type { JournalSchema } from '../store/journal.ts'
import { oneBatch } from './batches.ts'
import { noBatch } from './lease.ts'
import type { KeptRecipe } from './ledger.ts'

/** Who acts, and when (ISO 8601). */
export type Act = { who: Person; nowIso: string }

type Told = { batchId: string; what: string; detail?: string | null }

/** Keeps what was done, for the batch as a whole or for each of its `rows`; inside a transaction. */
export async function keepEvents(
  query: Kysely<JournalSchema>,
  { who, nowIso }: Act,
  { batchId, what, detail = null }: Told,
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
export const keepInterruption = (
  query: Kysely<JournalSchema>,
  batchId: string,
  nowMs: number,
  detail: string,
): Promise<void> => {
  const act = { who: nobody, nowIso: new Date(nowMs).toISOString() }
  return keepEvents(query, act, { batchId, what: 'interrupted', detail })
}

export const nobody: Person = { profile: '', user: null, account: null }

/** Where a batch came from and what was done to it. Throws `notFound` for an unknown one. */
export async function historyOf(query: Kysely<JournalSchema>, batchId: string): Promise<BatchHistory> {
  const batch = await oneBatch(query, batchId)
  const kept = await query
    .selectFrom('batches')
    .select(['file_sha256', 'mapping', 'read_as', 'made_by', 'recipe', 'changes'])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!kept) throw noBatch()
  const events = await query
    .selectFrom('batch_events')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('event_id')
    .execute()
  return {
    batch,
    sha256: kept.file_sha256,
    // Written from values of these types.
    readAs: JSON.parse(kept.read_as) as ReadAs,
    mapping: JSON.parse(kept.mapping) as Mapping,
    recipe: kept.recipe === null ? null : (JSON.parse(kept.recipe) as KeptRecipe).recipe,
    changes: kept.changes === null ? null : (JSON.parse(kept.changes) as FileChange[]),
    by: toPerson(kept.made_by),
    events: events.map(({ row, at, who, what, detail }) => ({ row, at, by: toPerson(who), what, detail })),
  }
}

const toPerson = (kept: string | null): Person | null => (kept === null ? null : (JSON.parse(kept) as Person))
