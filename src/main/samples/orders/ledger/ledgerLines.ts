import { type Message, message } from '../../../../shared/words/message.ts'
import { yieldingChunks } from '../../../concurrency/chunks.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalQuery } from '../../../store/journal.ts'

type Row = { row: number; client_reference: string }

/** Lines grouped by where else their sample is ordered. */
type PartitionedRows = {
  /** Ordered nowhere else. */
  free: number[]
  /** By the ID of the other batch that orders them, or may have ordered them. */
  others: Map<string, number[]>
  /** In the register, but in no other batch. */
  placed: { row: number; reference: string; sampleId: string }[]
}

/**
 * Groups rows of a batch by where else their references are ordered. Rows that failed in another batch do not count.
 */
export async function partitionByOrders(
  query: JournalQuery,
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

/** Returns, by reference, the other batch that orders it and the sample in the register. */
async function findOrders(query: JournalQuery, batchId: string, rows: readonly Row[]) {
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

/** Formats ascending lines as ranges: “lines 2–9, 12”. */
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
  if (ranges.length > maxRanges) return message('service.linesMore', { text })
  return lines.length === 1
    ? message('samples.line', { headerLine: text })
    : message('service.lines', { text })
}
