import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { JournalSchema } from '../store/journal.ts'

/** So many rows are read before whatever else waits has its turn: some ms. */
const rowsPerChunk = 4000

export type Walk = {
  /** What is read: `register_index AS r`, along the index of the order or not. */
  rows: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** The columns of the order, which tell each row from all others. */
  columns: readonly string[]
  order: 'asc' | 'desc'
}

/**
 * A page of those rows that are wanted, where the database cannot tell which are: all are read, in pieces along their
 * order, so that a row whose place changes meanwhile may be met at both or at none.
 */
export async function pageByWalk(
  query: Kysely<JournalSchema>,
  { rows, where, columns, order }: Walk,
  isIncluded: (sampleId: string) => boolean,
  { from, count }: { from: number; count: number },
  size = rowsPerChunk,
): Promise<{ ids: string[]; total: number }> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const orderBy = sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(order)}`))
  const afterCondition = (last: Record<string, string>) =>
    sql`(${names}) ${sql.raw(order === 'asc' ? '>' : '<')} (${sql.join(columns.map((column) => last[column]))})`
  const ids: string[] = []
  let total = 0
  for (let last: Record<string, string> | undefined; ; ) {
    const { rows: chunk } = await sql<Record<string, string>>`
      SELECT ${names} FROM ${rows} WHERE ${where} AND ${last ? afterCondition(last) : sql`TRUE`} ORDER BY ${orderBy} LIMIT ${size}
    `.execute(query)
    for (const { sample_id: sampleId = '' } of chunk) {
      if (!isIncluded(sampleId)) continue
      if (total >= from && total < from + count) ids.push(sampleId)
      total += 1
    }
    last = chunk.at(-1)
    if (chunk.length < size) return { ids, total }
    await turn()
  }
}
