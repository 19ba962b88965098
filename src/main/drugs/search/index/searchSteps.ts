import { spellingVariants } from '../../../../shared/format/fold.ts'
import type { StoreFilter } from '../../rows/drugStore.ts'
import {
  classCondition,
  type Filter,
  isDirectionTag,
  joinClass,
  scopeOf,
  type TagFilter,
  tokenOf,
  toTagFilter,
} from './indexEntry.ts'
import { all, type CacheQueries, fewRows, idsOf } from './rawSql.ts'
import { gramsOf, isLong, keysOf, lastCharacter, type Part, type QueryWord, toQueryWords } from './tokens.ts'

/** Counting beyond this takes more time than the exact number is worth. */
export const maxCounted = 1000
/** At most this many names that contain the query's trigrams are compared in full. */
const maxCompared = 1000
const maxGrams = 3
/** Only this many of the best matches are sorted. */
export const maxSorted = 2000

/** Counts the drugs with the words that pass the filter, up to `maxCounted` + 1. */
export async function countWords({ query, match }: IndexQuery): Promise<number> {
  if (match === null) return 0
  const [row] = await all<{ count: number }>(
    query,
    `SELECT count(*) AS count FROM (SELECT rowid FROM drug_words WHERE drug_words MATCH ? LIMIT ${maxCounted + 1})`,
    [match],
  )
  return row?.count ?? 0
}

export const byWords = async (
  { query, match }: IndexQuery,
  table: 'drug_name_words' | 'drug_words',
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

export const byWordsSorted = async ({ query, match, byName }: IndexQuery): Promise<number[]> =>
  match === null
    ? []
    : idsOf(
        query,
        `SELECT rowid AS id FROM drugs WHERE rowid IN (
          SELECT rowid FROM drug_words WHERE drug_words MATCH ? ORDER BY rowid LIMIT ${maxSorted}
        ) ORDER BY name COLLATE NOCASE ${byName ?? 'ASC'}, drug_id`,
        [match],
      )

/** Finds drugs whose names contain the rarest of the trigrams, since each trigram's list has to be read. */
const holdingRarest = `SELECT rowid AS id FROM drug_grams WHERE drug_grams MATCH (
    SELECT group_concat('"' || gram || '"', ' AND ') FROM (
      SELECT value AS gram FROM json_each(?) LEFT JOIN drug_gram_counts ON gram = value
      ORDER BY ifnull(count, 0) LIMIT ${maxGrams}
    )
  ) ORDER BY rowid LIMIT ${maxCompared}`

/** Finds further drugs with the query's letters inside one of their names. */
export async function withinNames(
  indexQuery: IndexQuery,
  before: { has(id: number): boolean },
): Promise<number[]> {
  const { query, keys } = indexQuery
  const ids: number[] = []
  for (const key of keys) {
    const grams = gramsOf(key)
    if (grams.size === 0) continue
    const holding = await idsOf(query, holdingRarest, [JSON.stringify([...grams])])
    const candidates = holding.filter((id) => !before.has(id))
    const rows = await namesOfDrugs(indexQuery, candidates)
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

/** Returns those of the drugs that pass the filter, in the given order. */
export async function namesOfDrugs(
  { query, filter }: IndexQuery,
  ids: readonly number[],
): Promise<NamesRow[]> {
  if (ids.length === 0) return []
  const passes = classCondition(filter)
  return all<NamesRow>(
    query,
    `SELECT d.rowid AS id, d.name, d.synonyms FROM json_each(?) AS ids
    ${joinClass('ids.value')} CROSS JOIN drugs AS d ON d.rowid = ids.value WHERE ${passes.sql}`,
    [JSON.stringify(ids), ...passes.values],
  )
}

export const namesOf = ({ name, synonyms }: { name: string; synonyms: string }): string[] => {
  const others: unknown = JSON.parse(synonyms)
  return [name, ...(Array.isArray(others) ? others.filter((one) => typeof one === 'string') : [])]
}

type Kind = 0 | 1
type Range = { from: string; below: string; need: number; direction: 'ASC' | 'DESC' }
/** Ids sorted by name. In ascending order, the first `exact` of them have the name that the range starts with. */
type Named = { ids: number[]; exact: number }

/** Finds drugs whose primary name (kind 0) or other name (kind 1) starts with the query, sorted by that name. */
export async function namesFrom(
  { query, keys, tagFilter, byName }: IndexQuery,
  kind: Kind,
  need: number,
): Promise<{ exact: number[]; longer: number[] }> {
  const exact: number[] = []
  const longer: number[] = []
  for (const key of keys) {
    const found = await inRange(query, tagFilter, kind, {
      from: key,
      below: `${key}${lastCharacter}`,
      need,
      direction: byName ?? 'ASC',
    })
    // A sort by name mixes exact and longer names.
    const atStart = byName ? 0 : found.exact
    exact.push(...found.ids.slice(0, atStart))
    longer.push(...found.ids.slice(atStart))
  }
  return { exact, longer }
}

export const everything = async (
  { query, tagFilter, byName }: IndexQuery,
  need: number,
): Promise<number[]> => {
  const range = { from: '', below: lastCharacter, need, direction: byName ?? 'ASC' } as const
  return (await inRange(query, tagFilter, 0, range)).ids
}

/** With more lists of names than this, the whole range is read and sorted in one query. */
const maxMerged = 8

/** Returns the names of a range in order. Of two tags, the shorter list is read and looked up in the other. */
async function inRange(
  query: CacheQueries,
  tagFilter: TagFilter,
  kind: Kind,
  { from, below, need, direction }: Range,
): Promise<Named> {
  const [tags, other] = shorterFirst(tagFilter)
  const scopes = tags.map((tag) => scopeOf(tag, kind))
  const isMany = scopes.length > maxMerged
  const select = `SELECT id, key FROM drug_keys AS k
    WHERE scope ${isMany ? 'IN (SELECT value FROM json_each(?))' : '= ?'} AND key >= ? AND key < ?
    ${other === null ? '' : 'AND EXISTS (SELECT 1 FROM drug_keys WHERE scope = ? AND key = k.key AND id = k.id)'}
    ${isMany ? 'GROUP BY key, id' : ''} ORDER BY key ${direction}, id ${direction} LIMIT ?`
  const rest = [from, below, ...(other === null ? [] : [scopeOf(other, kind)]), need]
  const [only] = scopes
  if ((scopes.length === 1 && need > fewRows) || isMany) {
    const among = isMany ? JSON.stringify(scopes) : (only ?? 0)
    const [row] = await all<{ ids: string; exact: number | null }>(
      query,
      `SELECT json_group_array(id) AS ids, sum(key = ?) AS exact FROM (${select})`,
      [from, among, ...rest],
    )
    // Two names of a drug may have the same key.
    return { ids: unique(JSON.parse(row?.ids ?? '[]')), exact: row?.exact ?? 0 }
  }
  const rows: NameRow[] = []
  for (const scope of scopes) rows.push(...(await all<NameRow>(query, select, [scope, ...rest])))
  const sign = direction === 'ASC' ? 1 : -1
  if (scopes.length > 1) rows.sort((a, b) => sign * (compare(a.key, b.key) || a.id - b.id))
  const idsOf = (some: readonly NameRow[]) => unique(some.map(({ id }) => id))
  const exact = idsOf(rows.filter(({ key }) => key === from)).length
  return { ids: idsOf(rows).slice(0, need), exact: Math.min(exact, need) }
}

/** Puts the shorter list first: half of all drugs act in a direction, a few percent have a category or pathway. */
function shorterFirst({
  category,
  acts,
}: TagFilter): [tags: readonly (string | null)[], other: string | null] {
  if (acts === null || category === null) return [acts ?? [category], null]
  const [only, another] = acts
  const isDirection = only !== undefined && another === undefined && isDirectionTag(only)
  return isDirection ? [[category], only] : [acts, category]
}

type NameRow = { id: number; key: string }

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]

/** Compares as SQLite does: by code points, not by UTF-16 units. */
const compare = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))

export type IndexQuery = {
  /** The connection on which the index is read. */
  query: CacheQueries
  words: QueryWord[]
  keys: string[]
  filter: Filter
  tagFilter: TagFilter
  /** The FTS5 query of all words and tags; null if it cannot match. */
  match: string | null
  /** The same conditions for each word and tag; null for a word that matches nothing. */
  conditions: { words: (string | null)[]; tags: (string | null)[] }
  /** The direction of a sort by name within each kind of match; null sorts by rank. */
  byName: 'ASC' | 'DESC' | null
}

/** Returns null if the text contains only separators, which find nothing. */
export async function toIndexQuery(
  query: CacheQueries,
  { text, ...filter }: StoreFilter,
  byName: 'ASC' | 'DESC' | null = null,
): Promise<IndexQuery | null> {
  const words = toQueryWords(text)
  const isEmpty = spellingVariants(text).every((folded) => folded === '')
  if (words.length === 0 && !isEmpty) return null
  const tagFilter = toTagFilter(filter)
  const conditions = { words: await toConditions(query, words), tags: tagConditions(tagFilter) }
  return {
    query,
    words,
    keys: words.length > 0 ? keysOf(text) : [],
    filter,
    tagFilter,
    conditions,
    match: matchAll([...conditions.words, ...conditions.tags]),
    byName,
  }
}

/** Returns null if one of the conditions cannot match. */
export const matchAll = (conditions: readonly (string | null)[]): string | null =>
  conditions.length === 0 || conditions.includes(null) ? null : conditions.join(' AND ')

/** With more words of one prefix than this, FTS5 searches the prefix and combines their lists each time. */
const maxTerms = 64

/**
 * Treats every word as a prefix. Short prefixes have an FTS5 index; the words of long ones are looked up first,
 * because FTS5 would read all drugs of all of them. Tokens contain no quotes, so they are no syntax.
 */
async function toConditions(query: CacheQueries, words: readonly QueryWord[]): Promise<(string | null)[]> {
  const conditions: (string | null)[] = []
  for (const { spellings } of words) {
    const found: string[] = []
    for (const spelling of spellings) {
      const parts: (string | null)[] = []
      for (const part of spelling) parts.push(await toPhrase(query, part))
      const all = matchAll(parts)
      if (all !== null) found.push(`(${all})`)
    }
    conditions.push(found.length === 0 ? null : `(${found.join(' OR ')})`)
  }
  return conditions
}

const tagConditions = ({ category, acts }: TagFilter): (string | null)[] => [
  ...(category === null ? [] : [`"${tokenOf(category)}"`]),
  ...(acts === null ? [] : [anyOf(acts.map(tokenOf))]),
]

/** Matches one of these exact words; null if there are none. */
export const anyOf = (words: readonly string[]): string | null =>
  words.length === 0 ? null : `(${words.map((word) => `"${word}"`).join(' OR ')})`

async function toPhrase(query: CacheQueries, { token, kind }: Part): Promise<string | null> {
  if (kind === 'whole') return `"${token}"`
  if (!isLong(token)) return `"${token}"*`
  const terms = await all<{ term: string }>(
    query,
    `SELECT term FROM drug_terms WHERE term >= ? AND term < ? LIMIT ${maxTerms + 1}`,
    [token, `${token}${lastCharacter}`],
  )
  if (terms.length > maxTerms) return `"${token}"*`
  return anyOf(terms.map(({ term }) => term))
}
