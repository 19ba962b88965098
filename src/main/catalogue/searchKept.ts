import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Checked } from '../../shared/contract/contract.ts'
import type { DrugHit } from '../../shared/domain/drug.ts'
import type { DrugsSchema } from '../store/drugs.ts'
import { type HitRow, toHit } from './drugRows.ts'
import { rangesIn } from './index/highlight.ts'
import { type Question, toQuestion } from './index/question.ts'
import { all } from './index/rawSql.ts'
import { type Found, searchIndex } from './index/searchIndex.ts'
import { countWords, mostCounted, mostSorted } from './index/searchSteps.ts'
import { type IndexState, readState } from './index/writeIndex.ts'
import { toTerms } from './ranking.ts'

export type CacheQuery = Omit<Checked<'drugs.search'>, 'from'>
export type KeptAnswer = { hits: DrugHit[]; total: number; totalIsLeast?: boolean; notice: string | null }

/** What may be sorted by besides the name; the service may know other columns. */
const sortColumns: Record<string, 'category' | 'drug_id' | 'fetched_at' | 'description'> = {
  category: 'category',
  drug_id: 'drug_id',
  id: 'drug_id',
  fetched_at: 'fetched_at',
  description: 'description',
}
export async function searchKept(query: Kysely<DrugsSchema>, asked: CacheQuery): Promise<KeptAnswer> {
  const direction = asked.order === 'desc' ? 'DESC' : 'ASC'
  const question = toQuestion(asked.text, asked.category, asked.sort === 'name' ? direction : null)
  if (question === null) return { hits: [], total: 0, notice: null }
  const state = await readState(query)
  const column = asked.sort === undefined ? undefined : sortColumns[asked.sort]
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

type Page = { ids: Found; total: number; isLeast: boolean; sortedOf?: number }

async function rankedPage(
  query: Kysely<DrugsSchema>,
  asked: CacheQuery,
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
  return { ids, ...(await total(query, question, Math.min(found.size, need), counted)) }
}

/** At least what was seen; of all drugs and of whole categories the number is known. */
async function total(
  query: Kysely<DrugsSchema>,
  question: Question,
  seen: number,
  alreadyCounted: number | null,
): Promise<{ total: number; isLeast: boolean }> {
  if (question.words.length > 0) {
    const counted = alreadyCounted ?? (await countWords(query, question))
    return { total: Math.max(Math.min(counted, mostCounted), seen), isLeast: counted > mostCounted }
  }
  const { category } = question
  const [row] =
    category === undefined
      ? await all<{ count: number }>(query, `SELECT count FROM drug_facets WHERE kind = 'all'`)
      : await all<{ count: number }>(
          query,
          `SELECT sum(count) AS count FROM drug_facets WHERE kind = 'category' AND value = ? COLLATE NOCASE`,
          [category],
        )
  return { total: Math.max(row?.count ?? 0, seen), isLeast: false }
}

async function sortedPage(
  query: Kysely<DrugsSchema>,
  asked: CacheQuery,
  question: Question,
  column: string,
  state: IndexState,
): Promise<Page> {
  const direction = asked.order === 'desc' ? 'DESC' : 'ASC'
  const offset = (asked.page - 1) * asked.limit
  const order = `ORDER BY ${column} COLLATE NOCASE ${direction} NULLS LAST, name COLLATE NOCASE, drug_id LIMIT ? OFFSET ?`
  const { found } = await searchIndex(query, question, mostSorted + 1)
  for (const id of await scanWaiting(query, asked, state, mostSorted + 1))
    found.set(id, found.get(id) ?? 'words')
  const best = [...found.keys()].slice(0, mostSorted)
  const rows = await all<{ id: number }>(
    query,
    `SELECT rowid AS id FROM drugs WHERE rowid IN (SELECT value FROM json_each(?)) ${order}`,
    [JSON.stringify(best), asked.limit, offset],
  )
  const ids: Found = new Map(rows.map(({ id }) => [id, found.get(id) ?? 'words']))
  return found.size > mostSorted
    ? { ids, total: mostSorted, isLeast: true, sortedOf: mostSorted }
    : { ids, total: found.size, isLeast: false }
}

/** The drugs that are not indexed yet, read one by one: slow, and only until they are. */
async function scanWaiting(
  query: Kysely<DrugsSchema>,
  { text, category }: CacheQuery,
  { done, todo }: IndexState,
  need: number,
): Promise<number[]> {
  if (done >= todo) return []
  const rows = await query
    .selectFrom('drugs')
    .select(sql<number>`rowid`.as('id'))
    .where(sql<SqlBool>`rowid > ${done} AND rowid <= ${todo}`)
    .where((eb) =>
      eb.and([
        ...toTerms(text).map((ways) =>
          // `instr` takes every character for itself, so that nothing in a query can act as a wildcard.
          eb.or(ways.map((needle) => sql<SqlBool>`instr(search_text, ${needle}) > 0`)),
        ),
        ...(category === undefined ? [] : [sql<SqlBool>`category = ${category} COLLATE NOCASE`]),
      ]),
    )
    .orderBy(sql`rowid`)
    .limit(need)
    .execute()
  return rows.map(({ id }) => id)
}

async function toHits(query: Kysely<DrugsSchema>, ids: Found, question: Question): Promise<DrugHit[]> {
  const rows = await all<HitRow & { id: number }>(
    query,
    `SELECT rowid AS id, drug_id, name, synonyms, category, description, fetched_at
    FROM drugs WHERE rowid IN (SELECT value FROM json_each(?))`,
    [JSON.stringify([...ids.keys()])],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...ids].flatMap(([id, kind]): DrugHit[] => {
    const row = byId.get(id)
    if (!row) return []
    const hit = toHit(row, 'cache')
    if (question.words.length === 0) return [hit]
    return [{ ...hit, match: { kind, name: rangesIn(row.name, question.words) } }]
  })
}

function noticeOf({ done, todo }: IndexState, sortedOf: number | undefined): string | null {
  if (done < todo)
    return `The drugs kept here are being indexed (${Math.floor((100 * done) / todo)}%). Until then the search is slower, and typos are not forgiven in all of them.`
  if (sortedOf !== undefined)
    return `More than ${sortedOf} drugs match. Only the best ${sortedOf} of them are sorted; ask for more words to sort all.`
  return null
}
