import type { Kysely } from 'kysely'
import type { FileChange } from '../../../shared/domain/importing.ts'
import { boundList } from '../../store/boundList.ts'
import type { JournalSchema } from '../../store/journal.ts'
import { inChunks } from '../chunks.ts'
import type { CollectedStudy } from '../study/study.ts'
import type { ZipFile } from '../zip.ts'
import { jsonFile, type SnapshotStores, sampleChunkSize } from './files.ts'

type Query = Kysely<JournalSchema>
type Order = { row: number; text: string }

/**
 * Each import that samples of the study came from: its file by name and hash, how it was read and mapped, and the orders
 * of these samples. Who made it is not told, nor anything of other rows of the file.
 */
export async function* importFiles(
  { journal }: SnapshotStores,
  { sampleIds }: CollectedStudy,
): AsyncGenerator<ZipFile> {
  const orders = new Map<string, Order[]>()
  const batchIds = new Set<string>()
  for await (const some of inChunks(sampleIds, sampleChunkSize)) {
    for (const batchId of await batchIdsOf(journal, some)) batchIds.add(batchId)
    for (const { batchId, ...order } of await ordersOf(journal, some))
      orders.set(batchId, [...(orders.get(batchId) ?? []), order])
  }
  for (const [index, batch] of (await batchesOf(journal, [...batchIds])).entries()) {
    const number = String(index + 1).padStart(3, '0')
    const own = (orders.get(batch.batch_id) ?? []).sort((a, b) => a.row - b.row)
    const rows = new Set(own.map(({ row }) => row))
    yield jsonFile(`imports/${number}.json`, toImport(batch, rows))
    yield { path: `imports/${number}-orders.jsonl`, chunks: own.map(({ text }) => text) }
  }
}

async function batchIdsOf(journal: Query, sampleIds: readonly string[]): Promise<string[]> {
  const rows = await journal
    .selectFrom('samples')
    .select('batch_id')
    .distinct()
    .where('sample_id', 'in', boundList(sampleIds))
    .execute()
  return rows.flatMap(({ batch_id }) => batch_id ?? [])
}

async function ordersOf(journal: Query, sampleIds: readonly string[]) {
  const rows = await journal
    .selectFrom('ledger')
    .innerJoin('samples', (join) =>
      join
        .onRef('samples.sample_id', '=', 'ledger.sample_id')
        .onRef('samples.batch_id', '=', 'ledger.batch_id'),
    )
    .select(['ledger.batch_id', 'ledger.row', 'ledger.client_reference', 'ledger.fields', 'ledger.notes'])
    .select(['ledger.sample_id', 'ledger.sent_at', 'ledger.attempts', 'ledger.updated_at'])
    .where('samples.sample_id', 'in', boundList(sampleIds))
    .execute()
  return rows.map(({ batch_id: batchId, fields, notes, ...rest }) => {
    const order = { ...rest, fields: JSON.parse(fields), notes: notes === null ? null : JSON.parse(notes) }
    return { batchId, row: rest.row, text: `${JSON.stringify(order)}\n` }
  })
}

const batchesOf = (journal: Query, batchIds: readonly string[]) =>
  journal
    .selectFrom('batches')
    .select(['batch_id', 'file_name', 'file_sha256', 'created_at', 'mapping', 'read_as', 'recipe', 'changes'])
    .where('batch_id', 'in', boundList(batchIds))
    .orderBy('created_at')
    .orderBy('batch_id')
    .execute()

function toImport(batch: Awaited<ReturnType<typeof batchesOf>>[number], rows: ReadonlySet<number>) {
  const { batch_id, file_name, file_sha256, created_at } = batch
  // Written by the ledger from values of these types.
  const savedRecipe = JSON.parse(batch.recipe ?? 'null') as { recipe: unknown; sendAs: unknown } | null
  const changes = JSON.parse(batch.changes ?? '[]') as FileChange[]
  return {
    batch_id,
    file_name: file_name.split(/[/\\]/).at(-1) ?? '',
    file_sha256,
    created_at,
    read_as: JSON.parse(batch.read_as),
    mapping: JSON.parse(batch.mapping),
    recipe: savedRecipe?.recipe ?? null,
    order_fields: savedRecipe?.sendAs ?? null,
    corrections: changes.flatMap((change) => correctionOf(change, rows)),
  }
}

function correctionOf(change: FileChange, rows: ReadonlySet<number>): FileChange[] {
  if (change.kind === 'replace') return [change]
  const edits = change.edits.filter(({ row }) => rows.has(row))
  return edits.length > 0 ? [{ kind: 'cells', edits }] : []
}
