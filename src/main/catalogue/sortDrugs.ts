import { all, type CacheQueries, idsOf } from './index/rawSql.ts'
import { classCondition, type Filter, joinClass } from './index/tags.ts'

export type SortColumn = 'category' | 'drug_id' | 'fetched_at' | 'description'
type Order = { column: SortColumn; direction: 'ASC' | 'DESC'; limit: number; offset: number }

/** As each column is compared; every one but the description has an index in this order. */
const compared: Record<SortColumn, string> = {
  category: 'category COLLATE NOCASE',
  drug_id: 'drug_id',
  fetched_at: 'fetched_at',
  description: 'description COLLATE NOCASE',
}

/** Ids in order of a column, missing values last: of the drugs given, or of all that pass a filter. */
export function sortedIds(
  query: CacheQueries,
  { column, direction, limit, offset }: Order,
  among: { of: readonly number[] } | { passing: Filter },
): Promise<number[]> {
  const order = `${compared[column]} ${direction}`
  if ('of' in among)
    return idsOf(
      query,
      `SELECT rowid AS id FROM drugs WHERE rowid IN (SELECT value FROM json_each(?))
      ORDER BY ${column} IS NULL, ${order}, name COLLATE NOCASE, rowid LIMIT ? OFFSET ?`,
      [JSON.stringify(among.of), limit, offset],
    )
  return column === 'drug_id' || column === 'fetched_at'
    ? walk(query, 'TRUE', `${order}, d.rowid`, among.passing, limit, offset)
    : walkWithMissing(query, column, order, among.passing, limit, offset)
}

/** Along an index and no further than asked: most of what is met passes, or few enough would that they are sorted. */
function walk(
  query: CacheQueries,
  condition: string,
  order: string,
  filter: Filter,
  limit: number,
  offset: number,
): Promise<number[]> {
  const passes = classCondition(filter)
  return idsOf(
    query,
    `SELECT d.rowid AS id FROM drugs AS d ${joinClass('d.rowid')}
    WHERE ${condition} AND ${passes.sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
    [...passes.values, limit, offset],
  )
}

/** Those with a value, then those without, so that the index gives both in order. */
async function walkWithMissing(
  query: CacheQueries,
  column: SortColumn,
  order: string,
  filter: Filter,
  limit: number,
  offset: number,
): Promise<number[]> {
  const inOrder = `${order}, name COLLATE NOCASE, d.rowid`
  const ids = await walk(query, `d.${column} IS NOT NULL`, inOrder, filter, limit, offset)
  if (ids.length >= limit) return ids
  const passes = classCondition(filter)
  const [row] = await all<{ count: number }>(
    query,
    `SELECT count(*) AS count FROM drugs AS d ${joinClass('d.rowid')}
    WHERE d.${column} IS NOT NULL AND ${passes.sql}`,
    passes.values,
  )
  const before = Math.max(offset - (row?.count ?? 0), 0)
  const missing = `d.${column} IS NULL`
  return [
    ...ids,
    ...(await walk(query, missing, 'name COLLATE NOCASE, d.rowid', filter, limit - ids.length, before)),
  ]
}
