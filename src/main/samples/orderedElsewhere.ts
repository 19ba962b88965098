import { type Kysely, sql } from 'kysely'
import { among } from '../store/among.ts'
import type { JournalSchema } from '../store/journal.ts'
import { inPieces } from './pieces.ts'

/** Lines as one bound value, see `among`. */
export const amongLines = (lines: Iterable<number>) =>
  sql<number>`(SELECT value FROM json_each(${JSON.stringify(Array.from(lines))}))`

type Row = { row: number; client_reference: string }

/** Lines by who else has an order of theirs. */
type Sorted = {
  /** Nobody. */
  free: number[]
  /** By the batch: it orders them, did so, or may have. */
  others: Map<string, number[]>
  /** The register alone has them. */
  placed: { row: number; reference: string; sampleId: string }[]
}

/** Sorts rows of a batch by where else their references are ordered. A row that failed elsewhere orders nothing. */
export async function sortByOrder(
  query: Kysely<JournalSchema>,
  batchId: string,
  rows: readonly Row[],
): Promise<Sorted> {
  const sorted: Sorted = { free: [], others: new Map(), placed: [] }
  for await (const some of inPieces(rows)) {
    const { batches, samples } = await ordersOf(query, batchId, some)
    for (const { row, client_reference: reference } of some) {
      const other = batches.get(reference)
      const sampleId = samples.get(reference)
      if (other !== undefined) {
        const lines = sorted.others.get(other) ?? []
        lines.push(row)
        sorted.others.set(other, lines)
      } else if (sampleId !== undefined) sorted.placed.push({ row, reference, sampleId })
      else sorted.free.push(row)
    }
  }
  return sorted
}

/** By reference: the other batch that has an order of it, and the sample that the register has. */
async function ordersOf(query: Kysely<JournalSchema>, batchId: string, rows: readonly Row[]) {
  const wanted = among(rows.map((row) => row.client_reference))
  const inLedger = await query
    .selectFrom('ledger')
    .select(['client_reference', 'batch_id'])
    .where('client_reference', 'in', wanted)
    .where('batch_id', '!=', batchId)
    .where('state', '!=', 'failed')
    .execute()
  const inRegister = await query
    .selectFrom('samples')
    .select(['client_reference', 'sample_id'])
    .where('client_reference', 'in', wanted)
    .execute()
  return {
    batches: new Map(inLedger.map((row) => [row.client_reference, row.batch_id])),
    samples: new Map(inRegister.map((row) => [row.client_reference, row.sample_id])),
  }
}

const shownRanges = 100

/** Ascending lines in few words: “lines 2–9, 12”. */
export function toLines(lines: readonly number[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const line of lines) {
    const range = ranges.at(-1)
    if (range?.last === line - 1) range.last = line
    else ranges.push({ first: line, last: line })
  }
  const shown = ranges
    .slice(0, shownRanges)
    .map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
  const more = ranges.length > shownRanges ? ' and more' : ''
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown.join(', ')}${more}`
}
