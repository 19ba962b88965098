import type { DrugHit } from '../../../shared/domain/drugs/drug.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { type HitRow, maxDescriptionLength, toHit } from '../rows/drugRows.ts'
import type { CachedSearchResult, StoreQuery } from '../rows/drugStore.ts'
import { matchOf } from './highlight.ts'
import { classCondition, type Filter, joinClass, withinOf } from './index/indexEntry.ts'
import { all, type CacheQueries, idsOf } from './index/rawSql.ts'
import { type Found, searchIndex } from './index/searchIndex.ts'
import { countWords, type IndexQuery, maxCounted, maxSorted, toIndexQuery } from './index/searchSteps.ts'
import { type IndexState, readState } from './index/writeIndex.ts'

/** The sort columns besides the name; the service may have others. */
const sortColumns: ReadonlyMap<string, SortColumn> = new Map([
  ['category', 'category'],
  ['drug_id', 'drug_id'],
  ['id', 'drug_id'],
  ['age', 'fetched_at'],
  ['fetched_at', 'fetched_at'],
  ['description', 'description'],
])

/** Returns a page of the cached drugs, by rank or in the requested order. No query text makes it throw. */
export async function searchCachedDrugs(
  query: CacheQueries,
  rawParams: StoreQuery,
): Promise<CachedSearchResult> {
  const params = toWellFormed(rawParams)
  const direction = params.order === 'desc' ? 'DESC' : 'ASC'
  const indexQuery = await toIndexQuery(query, params, params.sort === 'name' ? direction : null)
  if (indexQuery === null) return { hits: [], total: 0, notice: null }
  const state = await readState(query)
  const column = params.sort === undefined ? undefined : sortColumns.get(params.sort)
  const { ids, total, isLowerBound, sortedOf } = column
    ? await sortedPage(params, indexQuery, column, state)
    : await rankedPage(params, indexQuery)
  return {
    hits: await toHits(ids, indexQuery),
    total,
    ...(isLowerBound ? { totalIsLeast: true } : {}),
    notice: noticeOf(state, sortedOf),
  }
}

/** Makes the parameters well-formed, because SQLite cannot store a lone surrogate. */
export const toWellFormed = <Params extends Pick<StoreQuery, 'text' | 'category' | 'pathwayNames'>>(
  params: Params,
): Params => ({
  ...params,
  text: params.text.toWellFormed(),
  category: params.category?.toWellFormed(),
  pathwayNames: params.pathwayNames?.map((name) => name.toWellFormed()),
})

type Page = { ids: Found; total: number; isLowerBound: boolean; sortedOf?: number }

async function rankedPage(params: StoreQuery, indexQuery: IndexQuery): Promise<Page> {
  const offset = (params.page - 1) * params.limit
  const need = offset + params.limit + 1
  const { found, counted } = await searchIndex(indexQuery, need)
  const ids = new Map([...found].slice(offset, offset + params.limit))
  if (found.size < need) return { ids, total: found.size, isLowerBound: false }
  return { ids, ...(await totalOf(indexQuery, Math.min(found.size, need), counted)) }
}

/** Returns a lower bound, or the exact total if the query has no words and at most one pathway name. */
async function totalOf(
  indexQuery: IndexQuery,
  foundCount: number,
  alreadyCounted: number | null,
): Promise<{ total: number; isLowerBound: boolean }> {
  const { query, words, filter } = indexQuery
  const [pathway, another] = filter.pathwayNames ?? []
  if (words.length > 0 || another !== undefined) {
    const counted = alreadyCounted ?? (await countWords(indexQuery))
    return { total: Math.max(Math.min(counted, maxCounted), foundCount), isLowerBound: counted > maxCounted }
  }
  const isFiltered = Object.values(indexQuery.tagFilter).some((one) => one !== null)
  const [row] = isFiltered
    ? await all<{ count: number }>(query, `SELECT count FROM drug_cells WHERE within = ? AND kind = 'all'`, [
        withinOf({ category: filter.category, pathway, direction: filter.direction }),
      ])
    : await all<{ count: number }>(query, `SELECT count FROM drug_facets WHERE kind = 'all'`)
  return { total: Math.max(row?.count ?? 0, foundCount), isLowerBound: false }
}

async function sortedPage(
  params: StoreQuery,
  indexQuery: IndexQuery,
  column: SortColumn,
  state: IndexState,
): Promise<Page> {
  const { query } = indexQuery
  const { found } = await searchIndex(indexQuery, maxSorted + 1)
  const order = {
    column,
    direction: params.order === 'desc' ? ('DESC' as const) : ('ASC' as const),
    limit: params.limit,
    offset: (params.page - 1) * params.limit,
  }
  const kindOf = (ids: readonly number[]): Found => new Map(ids.map((id) => [id, found.get(id) ?? 'words']))
  if (found.size <= maxSorted)
    return {
      ids: kindOf(await sortedIds(query, order, { of: [...found.keys()] })),
      total: found.size,
      isLowerBound: false,
    }
  if (indexQuery.words.length === 0 && state.done >= state.todo)
    return {
      ids: kindOf(await sortedIds(query, order, { passing: indexQuery.filter })),
      ...(await totalOf(indexQuery, found.size, null)),
    }
  const of = [...found.keys()].slice(0, maxSorted)
  return {
    ids: kindOf(await sortedIds(query, order, { of })),
    total: maxSorted,
    isLowerBound: true,
    sortedOf: maxSorted,
  }
}

async function toHits(ids: Found, { query, words }: IndexQuery): Promise<DrugHit[]> {
  const rows = await all<HitRow & { id: number }>(
    query,
    `SELECT d.rowid AS id, drug_id, name, synonyms, category, substr(description, 1, ${maxDescriptionLength}) AS description,
      fetched_at, synthetic
    FROM json_each(?) AS ids CROSS JOIN drugs AS d ON d.rowid = ids.value`,
    [JSON.stringify([...ids.keys()])],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...ids].flatMap(([id, kind]): DrugHit[] => {
    const row = byId.get(id)
    if (!row) return []
    const hit = toHit(row, 'cache')
    if (words.length === 0) return [hit]
    return [{ ...hit, match: matchOf(hit, kind, words) }]
  })
}

function noticeOf({ done, todo }: IndexState, sortedOf: number | undefined): Message | null {
  if (done < todo)
    return message('catalogue.pathclockIndexingCachedDrugs', { done: Math.floor((100 * done) / todo) })
  if (sortedOf !== undefined) return message('catalogue.moreDrugsMatchBest', { sortedOf })
  return null
}

type SortColumn = 'category' | 'drug_id' | 'fetched_at' | 'description'
type Order = { column: SortColumn; direction: 'ASC' | 'DESC'; limit: number; offset: number }

/** The SQL of each column in a sort; all but the description have an index in this order. */
const compared: Record<SortColumn, string> = {
  category: 'category COLLATE NOCASE',
  drug_id: 'drug_id',
  fetched_at: 'fetched_at',
  description: 'description COLLATE NOCASE',
}

/** Returns ids sorted by a column, with missing values last: of the given drugs, or of all that pass a filter. */
function sortedIds(
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

/** Reads along an index up to `limit`. Used when most rows pass the filter; otherwise they are sorted. */
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

/** Reads rows with a value, then rows without, so that the index gives both in order. */
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
