import type { DrugHit } from '../../shared/domain/drug.ts'
import { type HitRow, mostOfDescription, toHit } from './drugRows.ts'
import type { KeptAnswer, StoreQuery } from './drugStore.ts'
import { withinOf } from './index/cells.ts'
import { matchOf } from './index/highlight.ts'
import { type Question, toQuestion } from './index/question.ts'
import { all, type CacheQueries } from './index/rawSql.ts'
import { scanWaiting } from './index/scanWaiting.ts'
import { type Found, searchIndex } from './index/searchIndex.ts'
import { countWords, mostCounted, mostSorted } from './index/wordSteps.ts'
import { type IndexState, readState } from './index/writeIndex.ts'
import { type SortColumn, sortedIds } from './sortKept.ts'

/** What may be sorted by besides the name; the service may know other columns. */
const sortColumns: ReadonlyMap<string, SortColumn> = new Map([
  ['category', 'category'],
  ['drug_id', 'drug_id'],
  ['id', 'drug_id'],
  ['age', 'fetched_at'],
  ['fetched_at', 'fetched_at'],
  ['description', 'description'],
])

/** A page of the kept drugs, best first or in the order asked for. Never throws for what was typed. */
export async function searchKept(query: CacheQueries, typed: StoreQuery): Promise<KeptAnswer> {
  const asked = toWellFormed(typed)
  const direction = asked.order === 'desc' ? 'DESC' : 'ASC'
  const question = await toQuestion(query, asked, asked.sort === 'name' ? direction : null)
  if (question === null) return { hits: [], total: 0, notice: null }
  const state = await readState(query)
  const column = asked.sort === undefined ? undefined : sortColumns.get(asked.sort)
  const { ids, total, isLeast, sortedOf } = column
    ? await sortedPage(query, asked, question, column, state)
    : await rankedPage(query, asked, question, state)
  return {
    hits: await toHits(query, ids, question),
    total,
    ...(isLeast ? { totalIsLeast: true } : {}),
    notice: noticeOf(state, sortedOf),
  }
}

/** SQLite keeps no half of a pair of surrogates, so none may be looked for. */
export const toWellFormed = <Asked extends Pick<StoreQuery, 'text' | 'category' | 'pathwayNames'>>(
  asked: Asked,
): Asked => ({
  ...asked,
  text: asked.text.toWellFormed(),
  category: asked.category?.toWellFormed(),
  pathwayNames: asked.pathwayNames?.map((name) => name.toWellFormed()),
})

type Page = { ids: Found; total: number; isLeast: boolean; sortedOf?: number }

async function rankedPage(
  query: CacheQueries,
  asked: StoreQuery,
  question: Question,
  state: IndexState,
): Promise<Page> {
  const offset = (asked.page - 1) * asked.limit
  const need = offset + asked.limit + 1
  const { found, counted } = await searchIndex(query, question, need)
  const waiting = found.size < need ? await scanWaiting(query, asked, state, need) : []
  for (const id of waiting) found.set(id, found.get(id) ?? 'words')
  const ids = new Map([...found].slice(offset, offset + asked.limit))
  if (found.size < need) return { ids, total: found.size, isLeast: false }
  return { ids, ...(await totalOf(query, question, Math.min(found.size, need), counted)) }
}

/** At least what was seen; where nothing is typed and one name of a pathway at most is asked for, it is known. */
async function totalOf(
  query: CacheQueries,
  question: Question,
  seen: number,
  alreadyCounted: number | null,
): Promise<{ total: number; isLeast: boolean }> {
  const { words, filter } = question
  const [pathway, another] = filter.pathwayNames ?? []
  if (words.length > 0 || another !== undefined) {
    const counted = alreadyCounted ?? (await countWords(query, question))
    return { total: Math.max(Math.min(counted, mostCounted), seen), isLeast: counted > mostCounted }
  }
  const isFiltered = Object.values(question.wanted).some((one) => one !== null)
  const [row] = isFiltered
    ? await all<{ count: number }>(query, `SELECT count FROM drug_cells WHERE within = ? AND kind = 'all'`, [
        withinOf({ category: filter.category, pathway, direction: filter.direction }),
      ])
    : await all<{ count: number }>(query, `SELECT count FROM drug_facets WHERE kind = 'all'`)
  return { total: Math.max(row?.count ?? 0, seen), isLeast: false }
}

async function sortedPage(
  query: CacheQueries,
  asked: StoreQuery,
  question: Question,
  column: SortColumn,
  state: IndexState,
): Promise<Page> {
  const { found } = await searchIndex(query, question, mostSorted + 1)
  for (const id of await scanWaiting(query, asked, state, mostSorted + 1))
    found.set(id, found.get(id) ?? 'words')
  const order = {
    column,
    direction: asked.order === 'desc' ? ('DESC' as const) : ('ASC' as const),
    limit: asked.limit,
    offset: (asked.page - 1) * asked.limit,
  }
  const kindOf = (ids: readonly number[]): Found => new Map(ids.map((id) => [id, found.get(id) ?? 'words']))
  if (found.size <= mostSorted)
    return {
      ids: kindOf(await sortedIds(query, order, { of: [...found.keys()] })),
      total: found.size,
      isLeast: false,
    }
  if (question.words.length === 0 && state.done >= state.todo)
    return {
      ids: kindOf(await sortedIds(query, order, { passing: question.filter })),
      ...(await totalOf(query, question, found.size, null)),
    }
  const of = [...found.keys()].slice(0, mostSorted)
  return {
    ids: kindOf(await sortedIds(query, order, { of })),
    total: mostSorted,
    isLeast: true,
    sortedOf: mostSorted,
  }
}

async function toHits(query: CacheQueries, ids: Found, question: Question): Promise<DrugHit[]> {
  const rows = await all<HitRow & { id: number }>(
    query,
    `SELECT d.rowid AS id, drug_id, name, synonyms, category, substr(description, 1, ${mostOfDescription}) AS description,
      fetched_at, synthetic
    FROM json_each(?) AS asked CROSS JOIN drugs AS d ON d.rowid = asked.value`,
    [JSON.stringify([...ids.keys()])],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...ids].flatMap(([id, kind]): DrugHit[] => {
    const row = byId.get(id)
    if (!row) return []
    const hit = toHit(row, 'cache')
    if (question.words.length === 0) return [hit]
    return [{ ...hit, match: matchOf(hit, kind, question.words) }]
  })
}

function noticeOf({ done, todo }: IndexState, sortedOf: number | undefined): string | null {
  if (done < todo)
    return `The drugs kept here are being indexed (${Math.floor((100 * done) / todo)}%). Until then the search is slower, and typos are not forgiven in all of them.`
  if (sortedOf !== undefined)
    return `More than ${sortedOf} drugs match. Only the best ${sortedOf} of them are sorted; ask for more words to sort all.`
  return null
}
