import { type Kysely, sql } from 'kysely'
import { Failure } from '../../../shared/contract/failures.ts'
import type { FileChange, LedgerRow } from '../../../shared/domain/samples/importing.ts'
import {
  type Cell,
  type Column,
  describeColumns,
  textColumn,
  timeColumn,
  toCells,
  yesNoColumn,
} from '../../../shared/tables/column.ts'
import { ledgerColumns } from '../../../shared/tables/samples.ts'
import { message } from '../../../shared/words/message.ts'
import { boundList } from '../../store/boundList.ts'
import type { JournalSchema } from '../../store/journal.ts'
import { toShownMessage, toShownState } from '../../store/ledgerState.ts'
import { parseBatchTransform } from '../../store/legacyJson.ts'
import {
  type ChoiceOf,
  type Contents,
  type ProvenanceLine,
  type Sources,
  servicesOf,
} from './tableContents.ts'

type Query = Kysely<JournalSchema>
type Batch = Awaited<ReturnType<typeof batchesOf>>[number]
type Order = Awaited<ReturnType<typeof ordersOf>>[number]
type Placed = { service: string; synthetic: number }
type Row = LedgerRow & {
  batch: Batch
  order: Order
  transform: string | null
  corrected: string | null
  replacements: string | null
  placed: Placed | undefined
}

const pageSize = 500

/** Returns every row of one batch or of all, in the order of its file, with its outcome. Throws `notFound`. */
export async function historyTable(
  { journal }: Sources,
  { batchId }: ChoiceOf<'history'>,
): Promise<Contents> {
  const batches = await batchesOf(journal, batchId)
  if (batchId !== undefined && batches.length === 0)
    throw new Failure('notFound', message('export.computerNoSuchImport'), { what: message('shared.batch') })
  const imported = batchId === undefined ? sql`batch_id IS NOT NULL` : sql`batch_id = ${batchId}`
  const origins = await servicesOf(journal, 'samples', 'created_at', imported)
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (const batch of batches) yield* rowsOf(journal, batch)
  }
  return {
    columns: describeColumns(fields),
    pages: pages(),
    rows: await countOrders(journal, batchId),
    synthetic: origins.some(({ synthetic }) => synthetic),
    provenance: linesOf(origins),
  }
}

async function* rowsOf(journal: Query, batch: Batch): AsyncGenerator<Cell[][]> {
  const { cells, replacements } = toCorrections(batch.changes)
  const transform = batch.recipe === null ? null : JSON.stringify(parseBatchTransform(batch.recipe))
  for (let after = -1; ; ) {
    const orders = await ordersOf(journal, batch.batch_id, after)
    const last = orders.at(-1)
    if (!last) return
    const placed = await placedOf(
      journal,
      orders.flatMap(({ sample_id }) => sample_id ?? []),
    )
    yield orders.map((order) =>
      toCells(fields, {
        ...toLedgerRow(order),
        batch,
        order,
        transform,
        corrected: cells.get(order.row) ?? null,
        replacements,
        placed: placed.get(order.sample_id ?? ''),
      }),
    )
    after = last.row
  }
}

const batchesOf = (journal: Query, batchId: string | undefined) =>
  journal
    .selectFrom('batches')
    .select(['batch_id', 'file_name', 'file_sha256', 'created_at', 'recipe', 'changes'])
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .orderBy('created_at')
    .orderBy('batch_id')
    .execute()

const ordersOf = (journal: Query, batchId: string, after: number) =>
  journal
    .selectFrom('ledger')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('row', '>', after)
    .orderBy('row')
    .limit(pageSize)
    .execute()

async function placedOf(journal: Query, sampleIds: readonly string[]): Promise<Map<string, Placed>> {
  const rows = await journal
    .selectFrom('samples')
    .select(['sample_id', 'service', 'synthetic'])
    .where('sample_id', 'in', boundList(sampleIds))
    .execute()
  return new Map(rows.map((row) => [row.sample_id, row]))
}

async function countOrders(journal: Query, batchId: string | undefined): Promise<number> {
  const row = await journal
    .selectFrom('ledger')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Returns the provenance. Orders are placed, not fetched, so their times have other names. */
function linesOf(origins: Awaited<ReturnType<typeof servicesOf>>): ProvenanceLine[] {
  const none = 'nothing was ordered'
  const services = origins.map(({ service }) => service).sort()
  const oldest = origins.flatMap((origin) => origin.oldest ?? []).sort()[0]
  const newest = origins
    .flatMap((origin) => origin.newest ?? [])
    .sort()
    .at(-1)
  return [
    { name: 'service', value: services.join(', ') || 'none' },
    { name: 'oldest_ordered_at', value: oldest ?? none },
    { name: 'newest_ordered_at', value: newest ?? none },
  ]
}

/** Returns the corrections as JSON: cell edits by row, and replacements, null without any. */
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

const toLedgerRow = (order: Order): LedgerRow => ({
  batchId: order.batch_id,
  row: order.row,
  clientReference: order.client_reference,
  state: toShownState(order),
  message: toShownMessage(order),
  sampleId: order.sample_id,
  sentAt: order.sent_at,
  attempts: order.attempts,
  updatedAt: order.updated_at,
})

const fields: Column<Row>[] = [
  textColumn('batch_id', message('export.identifierImportComputer'), ({ batch }) => batch.batch_id),
  ...ledgerColumns,
  textColumn('idempotency_key', message('export.keySentOrder'), ({ order }) => order.idempotency_key),
  textColumn('file_name', message('export.nameFileImported'), ({ batch }) => batch.file_name),
  textColumn('file_sha256', message('export.sha256Bytes'), ({ batch }) => batch.file_sha256),
  timeColumn('imported_at', message('export.whenImported'), ({ batch }) => batch.created_at),
  textColumn('notes', message('export.columnsStoredSampleNot'), ({ order }) => order.notes),
  textColumn('corrected_cells', message('export.cellsCorrectedJson'), (row) => row.corrected),
  textColumn('replacements', message('export.whatReplacedWholeColumns'), (row) => row.replacements),
  textColumn('transform', message('export.howFileReadSent'), ({ transform }) => transform),
  textColumn('service', message('export.addressServiceOrder'), ({ placed }) => placed?.service ?? null),
  yesNoColumn('synthetic', message('export.whetherServiceMarkedSample'), ({ placed }) =>
    placed ? placed.synthetic === 1 : null,
  ),
]
