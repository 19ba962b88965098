import { categoryToken, scopeOf } from './entry.ts'
import type { Question } from './question.ts'
import { all, type CacheQueries } from './rawSql.ts'
import { keysOf, toMatch } from './tokens.ts'

/** Counting further than this costs more time than the number is worth. */
export const mostCounted = 1000
/** Names that hold all three-letter parts of a query are compared in full, up to so many. */
const mostCompared = 1000
/** More matches than this are not sorted; the best of them are. */
export const mostSorted = 2000
const lastCharacter = '\u{10ffff}'

/** How many drugs hold the words, counted up to one more than `mostCounted`. */
export async function countWords(query: CacheQueries, question: Question): Promise<number> {
  const whole = matchOf(question, true)
  const asStarts = matchOf(question)
  const counted = await countMatches(query, whole)
  return counted > mostCounted || whole === asStarts ? counted : countMatches(query, asStarts)
}

async function countMatches(query: CacheQueries, match: string): Promise<number> {
  const [row] = await all<{ count: number }>(
    query,
    `SELECT count(*) AS count FROM (SELECT rowid FROM drug_words WHERE drug_words MATCH ? LIMIT ${mostCounted + 1})`,
    [match],
  )
  return row?.count ?? 0
}

const matchOf = ({ words, category }: Question, whole = false): string =>
  toMatch(words, category === undefined ? undefined : categoryToken(category), whole)

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

export async function exactNames(query: CacheQueries, { keys, category }: Question): Promise<number[]> {
  const ids: number[] = []
  for (const kind of [0, 1] as const)
    for (const key of keys)
      ids.push(
        ...idsOf(
          await all(query, 'SELECT id FROM drug_keys WHERE scope = ? AND key = ? ORDER BY id LIMIT 1000', [
            scopeOf(category, kind),
            key,
          ]),
        ),
      )
  return ids
}

export async function namesFrom(
  query: CacheQueries,
  { keys, category, byName }: Question,
  kind: 0 | 1,
  need: number,
): Promise<number[]> {
  const direction = byName ?? 'ASC'
  const ids: number[] = []
  for (const key of keys)
    ids.push(
      ...idsOf(
        await all(
          query,
          `SELECT id FROM drug_keys WHERE scope = ? AND key >= ? AND key < ?
          ORDER BY key ${direction}, id ${direction} LIMIT ?`,
          [scopeOf(category, kind), key, `${key}${lastCharacter}`, need],
        ),
      ),
    )
  return ids
}

export const byWords = async (
  query: CacheQueries,
  table: 'drug_name_words' | 'drug_words',
  question: Question,
  need: number,
): Promise<number[]> =>
  idsOf(
    await all(query, `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid LIMIT ?`, [
      matchOf(question),
      need,
    ]),
  )

/** Long words as whole words: found at once, where their beginnings have to be put together first. */
export async function byWholeWords(query: CacheQueries, question: Question, need: number): Promise<number[]> {
  const match = matchOf(question, true)
  if (match === matchOf(question)) return []
  return idsOf(
    await all(query, 'SELECT rowid AS id FROM drug_words WHERE drug_words MATCH ? ORDER BY rowid LIMIT ?', [
      match,
      need,
    ]),
  )
}

export const byWordsSorted = async (query: CacheQueries, question: Question): Promise<number[]> =>
  idsOf(
    await all(
      query,
      `SELECT rowid AS id FROM drugs WHERE rowid IN (
        SELECT rowid FROM drug_words WHERE drug_words MATCH ? ORDER BY rowid LIMIT ${mostSorted}
      ) ORDER BY name COLLATE NOCASE ${question.byName ?? 'ASC'}, drug_id`,
      [matchOf(question)],
    ),
  )

/** All drugs, of a category if so asked, by name. */
export const everything = async (
  query: CacheQueries,
  { category, byName }: Question,
  need: number,
): Promise<number[]> =>
  idsOf(
    await all(
      query,
      `SELECT id FROM drug_keys WHERE scope = ? ORDER BY key ${byName ?? 'ASC'}, id ${byName ?? 'ASC'} LIMIT ?`,
      [scopeOf(category, 0), need],
    ),
  )

export async function withinNames(query: CacheQueries, { keys, category }: Question): Promise<number[]> {
  const ids: number[] = []
  for (const key of keys) {
    const letters = Array.from(key)
    if (letters.length < 3) continue
    const grams = new Set(letters.slice(2).map((_, at) => `"${letters.slice(at, at + 3).join('')}"`))
    const rows = await all<{ id: number; key: string }>(
      query,
      `SELECT rowid AS id FROM drug_grams WHERE drug_grams MATCH ? ORDER BY rowid LIMIT ${mostCompared}`,
      [[...grams].join(' AND ')],
    )
    ids.push(...(await holding(query, idsOf(rows), key, category)))
  }
  return ids
}

async function holding(
  query: CacheQueries,
  ids: readonly number[],
  key: string,
  category: string | undefined,
): Promise<number[]> {
  const rows = await all<{ id: number; name: string; synonyms: string; category: string | null }>(
    query,
    'SELECT rowid AS id, name, synonyms, category FROM drugs WHERE rowid IN (SELECT value FROM json_each(?))',
    [JSON.stringify(ids)],
  )
  const scope = scopeOf(category, 0)
  return rows
    .filter((row) => category === undefined || scopeOf(row.category, 0) === scope)
    .filter((row) =>
      namesOf(row)
        .flatMap(keysOf)
        .some((one) => one.includes(key)),
    )
    .map(({ id }) => id)
}

export const namesOf = ({ name, synonyms }: { name: string; synonyms: string }): string[] => {
  const others: unknown = JSON.parse(synonyms)
  return [name, ...(Array.isArray(others) ? others.filter((one) => typeof one === 'string') : [])]
}
