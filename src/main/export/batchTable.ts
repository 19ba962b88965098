import type { Kysely } from 'kysely'
import { Failure } from '../../shared/contract/failures.ts'
import type { CsvCell } from '../../shared/domain/csvLine.ts'
import type { JournalSchema } from '../store/journal.ts'
import { toShownMessage, toShownState } from '../store/ledgerState.ts'
import type { Table } from './tables.ts'

const pageSize = 500

const columns = [
  'row',
  'client_reference',
  'outcome',
  'message',
  'sample_id',
  'sent_at',
  'requests',
  'updated_at',
]

/** Every row of a batch in the order of its file, with what became of it. Throws `notFound` for an unknown batch. */
export async function batchTable(query: Kysely<JournalSchema>, batchId: string): Promise<Table> {
  const batch = await query
    .selectFrom('batches')
    .select(['file_name', 'file_sha256', 'created_at'])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw new Failure('notFound', 'This import is not known on this computer.', { what: 'batch' })
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    for (let after = -1; ; ) {
      const rows = await query
        .selectFrom('ledger')
        .selectAll()
        .where('batch_id', '=', batchId)
        .where('row', '>', after)
        .orderBy('row')
        .limit(pageSize)
        .execute()
      const last = rows.at(-1)
      if (!last) return
      yield rows.map((row) => [
        row.row,
        row.client_reference,
        toShownState(row),
        toShownMessage(row),
        row.sample_id,
        row.sent_at,
        row.attempts,
        row.updated_at,
        row.idempotency_key,
        batch?.file_name ?? null,
        batch?.file_sha256 ?? null,
        batch?.created_at ?? null,
      ])
      after = last.row
    }
  }
  const all = [...columns, 'idempotency_key', 'file_name', 'file_sha256', 'imported_at']
  return { columns: all, pages: pages() }
}
