import type { IndexQuery } from './indexQuery.ts'
import { all, type CacheQueries, idsOf } from './rawSql.ts'
import { classCondition, joinClass } from './tags.ts'
import { gramsOf, keysOf } from './tokens.ts'

/** Counting further than this costs more time than the number is worth. */
export const maxCounted = 1000
/** Names that hold all three-letter parts of a query are compared in full, up to so many. */
const maxCompared = 1000
const maxGrams = 3
/** More matches than this are not sorted; the best of them are. */
export const maxSorted = 2000

/** How many drugs hold the words and pass the filter, counted up to one more than `maxCounted`. */
export async function countWords(query: CacheQueries, { match }: IndexQuery): Promise<number> {
  if (match === null) return 0
  const [row] = await all<{ count: number }>(
    query,
    `SELECT count(*) AS count FROM (SELECT rowid FROM drug_words WHERE drug_words MATCH ? LIMIT ${maxCounted + 1})`,
    [match],
  )
  return row?.count ?? 0
}

export const byWords = async (
  query: CacheQueries,
  table: 'drug_name_words' | 'drug_words',
  { match }: IndexQuery,
  need: number,
): Promise<number[]> =>
  match === null
    ? []
    : idsOf(
        query,
        `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid LIMIT ?`,
        [match, need],
        need,
      )

export const byWordsSorted = async (query: CacheQueries, { match, byName }: IndexQuery): Promise<number[]> =>
  match === null
    ? []
    : idsOf(
        query,
        `SELECT rowid AS id FROM drugs WHERE rowid IN (
          SELECT rowid FROM drug_words WHERE drug_words MATCH ? ORDER BY rowid LIMIT ${maxSorted}
        ) ORDER BY name COLLATE NOCASE ${byName ?? 'ASC'}, drug_id`,
        [match],
      )

/**
 * Drugs whose names hold the rarest of these parts of three letters: the list of each has to be read, and few leave next
 * to nothing to compare.
 */
const holdingRarest = `SELECT rowid AS id FROM drug_grams WHERE drug_grams MATCH (
    SELECT group_concat('"' || gram || '"', ' AND ') FROM (
      SELECT value AS gram FROM json_each(?) LEFT JOIN drug_gram_counts ON gram = value
      ORDER BY ifnull(count, 0) LIMIT ${maxGrams}
    )
  ) ORDER BY rowid LIMIT ${maxCompared}`

/** Drugs other than those found before with the letters of the question within one of their names. */
export async function withinNames(
  query: CacheQueries,
  { keys, filter }: IndexQuery,
  before: { has(id: number): boolean },
): Promise<number[]> {
  const ids: number[] = []
  for (const key of keys) {
    const grams = gramsOf(key)
    if (grams.size === 0) continue
    const holding = await idsOf(query, holdingRarest, [JSON.stringify([...grams])])
    const candidates = holding.filter((id) => !before.has(id))
    const rows = await namesOfDrugs(query, candidates, filter)
    ids.push(
      ...rows
        .filter((row) =>
          namesOf(row)
            .flatMap(keysOf)
            .some((one) => one.includes(key)),
        )
        .map(({ id }) => id),
    )
  }
  return ids
}

type NamesRow = { id: number; name: string; synonyms: string }

/** Those of these drugs that pass the filter, in the order given. */
export async function namesOfDrugs(
  query: CacheQueries,
  ids: readonly number[],
  filter: IndexQuery['filter'],
): Promise<NamesRow[]> {
  if (ids.length === 0) return []
  const passes = classCondition(filter)
  return all<NamesRow>(
    query,
    `SELECT d.rowid AS id, d.name, d.synonyms FROM json_each(?) AS asked
    ${joinClass('asked.value')} CROSS JOIN drugs AS d ON d.rowid = asked.value WHERE ${passes.sql}`,
    [JSON.stringify(ids), ...passes.values],
  )
}

export const namesOf = ({ name, synonyms }: { name: string; synonyms: string }): string[] => {
  const others: unknown = JSON.parse(synonyms)
  return [name, ...(Array.isArray(others) ? others.filter((one) => typeof one === 'string') : [])]
}
