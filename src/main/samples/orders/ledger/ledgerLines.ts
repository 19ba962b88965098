import { type Kysely, sql } from 'kysely'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { yieldingChunks } from '../../../concurrency/chunks.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalSchema } from '../../../store/journal.ts'

/** Lines as one bound value, see `boundList`. */
export const amongLines = (lines: Iterable<number>) =>
  sql<number>`(SELECT value FROM json_each(${JSON.stringify(Array.from(lines))}))`

type Row = { row: number; client_reference: string }

/** Lines by who else has an order of theirs. */
type PartitionedRows = {
  /** Nobody. */
  free: number[]
  /** By the batch: it orders them, did so, or may have. */
  others: Map<string, number[]>
  /** The register alone has them. */
  placed: { row: number; reference: string; sampleId: string }[]
}

/** Sorts rows of a batch by where else their references are ordered. A row that failed elsewhere orders nothing. */
export async function partitionByOrders(
  query: Kysely<JournalSchema>,
  batchId: string,
  rows: readonly Row[],
): Promise<PartitionedRows> {
  const partitioned: PartitionedRows = { free: [], others: new Map(), placed: [] }
  for await (const chunk of yieldingChunks(rows)) {
    const { batches, samples } = await findOrders(query, batchId, chunk)
    for (const { row, client_reference: reference } of chunk) {
      const otherBatchId = batches.get(reference)
      const sampleId = samples.get(reference)
      if (otherBatchId !== undefined) {
        const lines = partitioned.others.get(otherBatchId) ?? []
        lines.push(row)
        partitioned.others.set(otherBatchId, lines)
      } else if (sampleId !== undefined) partitioned.placed.push({ row, reference, sampleId })
      else partitioned.free.push(row)
    }
  }
  return partitioned
}

/** By reference: the other batch that has an order of it, and the sample that the register has. */
async function findOrders(query: Kysely<JournalSchema>, batchId: string, rows: readonly Row[]) {
  const referenceList = boundList(rows.map((row) => row.client_reference))
  const inLedger = await query
    .selectFrom('ledger')
    .select(['client_reference', 'batch_id'])
    .where('client_reference', 'in', referenceList)
    .where('batch_id', '!=', batchId)
    .where('state', '!=', 'failed')
    .execute()
  const inRegister = await query
    .selectFrom('samples')
    .select(['client_reference', 'sample_id'])
    .where('client_reference', 'in', referenceList)
    .execute()
  return {
    batches: new Map(inLedger.map((row) => [row.client_reference, row.batch_id])),
    samples: new Map(inRegister.map((row) => [row.client_reference, row.sample_id])),
  }
}

const maxRanges = 100

/** Ascending lines in few words: “lines 2–9, 12”. */
export function formatLines(lines: readonly number[]): Message {
  const ranges: { first: number; last: number }[] = []
  for (const line of lines) {
    const range = ranges.at(-1)
    if (range?.last === line - 1) range.last = line
    else ranges.push({ first: line, last: line })
  }
  const shown = ranges
    .slice(0, maxRanges)
    .map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
  const text = shown.join(', ')
  if (ranges.length > maxRanges) return message`lines ${text} and more`
  return lines.length === 1 ? message`line ${text}` : message`lines ${text}`
}
