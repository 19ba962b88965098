import { CompiledQuery, type Kysely } from 'kysely'
import type { Reader } from '../../../ports.ts'
import type { DrugsSchema } from '../../../store/drugs.ts'

/** The `query` of an open transaction, or else the reader. */
export type CacheQueries = Kysely<DrugsSchema> | Reader

/** Runs raw SQL. The index uses FTS5 and rowids, which Kysely does not support, and is queried at every keystroke. */
export async function all<Row>(
  query: CacheQueries,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return 'rows' in query
    ? query.rows<Row>(sql, values)
    : (await query.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))).rows
}

/** Up to this number, separate rows are as fast as one JSON value. */
export const fewRows = 32

/** Returns the column `id` in order; pass the LIMIT. One JSON value is faster than separate rows. */
export async function idsOf(
  query: CacheQueries,
  sql: string,
  values: readonly unknown[] = [],
  limit = Number.POSITIVE_INFINITY,
): Promise<number[]> {
  if (limit <= fewRows) return (await all<{ id: number }>(query, sql, values)).map(({ id }) => id)
  const [row] = await all<{ ids: string }>(query, `SELECT json_group_array(id) AS ids FROM (${sql})`, values)
  const ids: number[] = JSON.parse(row?.ids ?? '[]')
  return ids
}

const rowsInOne = 32

/** Inserts rows, many per statement: this takes a third of the time of single inserts. */
export async function insertAll(
  query: CacheQueries,
  into: string,
  rows: readonly (readonly (string | number | null)[])[],
): Promise<void> {
  const rowPlaceholders = `(${(rows[0] ?? []).map(() => '?').join(',')})`
  for (let at = 0; at < rows.length; ) {
    const count = rows.length - at >= rowsInOne ? rowsInOne : 1
    const values = rows.slice(at, at + count).flat()
    const placeholders = Array.from({ length: count }, () => rowPlaceholders).join(',')
    await all(query, `INSERT OR IGNORE INTO ${into} VALUES ${placeholders}`, values)
    at += count
  }
}
