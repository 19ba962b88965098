import type { Kysely } from 'kysely'
import { Failure } from '../../shared/contract/failures.ts'
import type { CsvCell } from '../../shared/domain/csvLine.ts'
import type { FileChange } from '../../shared/domain/importing.ts'
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
  'idempotency_key',
  'file_name',
  'file_sha256',
  'imported_at',
  // JSON objects: columns kept with the sample, and cells that were corrected here.
  'notes',
  'corrected_cells',
  // The same for all rows, JSON: what was replaced in whole columns, and the recipe with the names that fields are sent under.
  'replacements',
  'recipe',
]

/** Every row of a batch in the order of its file, with what became of it. Throws `notFound` for an unknown batch. */
export async function batchTable(query: Kysely<JournalSchema>, batchId: string): Promise<Table> {
  const batch = await query
    .selectFrom('batches')
    .select(['file_name', 'file_sha256', 'created_at', 'recipe', 'changes'])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw new Failure('notFound', 'This import is not known on this computer.', { what: 'batch' })
  const { file_name, file_sha256, created_at, recipe } = batch
  const { cells, replacements } = toCorrections(batch.changes)
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
        file_name,
        file_sha256,
        created_at,
        row.notes,
        cells.get(row.row) ?? null,
        replacements,
        recipe,
      ])
      after = last.row
    }
  }
  return { columns, pages: pages() }
}

/** Corrections by row, each as JSON; `replacements` null where there was none. */
function toCorrections(changes: string | null): { cells: Map<number, string>; replacements: string | null } {
  // Written by the import from this type.
  const all = changes === null ? [] : (JSON.parse(changes) as FileChange[])
  const values = new Map<number, Map<string, string>>()
  for (const change of all)
    for (const { row, column, value } of change.kind === 'cells' ? change.edits : [])
      values.set(row, (values.get(row) ?? new Map<string, string>()).set(column, value))
  const replaced = all.filter(({ kind }) => kind === 'replace')
  return {
    cells: new Map([...values].map(([row, cells]) => [row, JSON.stringify(Object.fromEntries(cells))])),
    replacements: replaced.length === 0 ? null : JSON.stringify(replaced),
  }
}
