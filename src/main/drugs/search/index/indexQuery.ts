import type { StoreFilter } from '../../cache/drugStore.ts'
import { foldings } from '../searchText.ts'
import { type Filter, type TagFilter, tokenOf, toTagFilter } from './entry.ts'
import { all, type CacheQueries } from './rawSql.ts'
import { isLong, keysOf, lastCharacter, type Part, type QueryWord, toQueryWords } from './tokens.ts'

export type IndexQuery = {
  words: QueryWord[]
  keys: string[]
  filter: Filter
  tagFilter: TagFilter
  /** For FTS5: all words and tags; null where nothing can hold them. */
  match: string | null
  /** The same word by word, null for one that nothing holds; and the tags. */
  conditions: { words: (string | null)[]; tags: (string | null)[] }
  /** Of names, within one kind of match; null: in order of rank. */
  byName: 'ASC' | 'DESC' | null
}

/** Null when the text asks for nothing that could be found: it is of separators only. */
export async function toIndexQuery(
  query: CacheQueries,
  { text, ...filter }: StoreFilter,
  byName: 'ASC' | 'DESC' | null = null,
): Promise<IndexQuery | null> {
  const words = toQueryWords(text)
  const isEmpty = foldings(text).every((folded) => folded === '')
  if (words.length === 0 && !isEmpty) return null
  const tagFilter = toTagFilter(filter)
  const conditions = { words: await toConditions(query, words), tags: tagConditions(tagFilter) }
  return {
    words,
    keys: words.length > 0 ? keysOf(text) : [],
    filter,
    tagFilter,
    conditions,
    match: matchAll([...conditions.words, ...conditions.tags]),
    byName,
  }
}

/** Null where one of them cannot hold. */
export const matchAll = (conditions: readonly (string | null)[]): string | null =>
  conditions.length === 0 || conditions.includes(null) ? null : conditions.join(' AND ')

/** More words than this with one beginning are left to FTS5, which puts their lists together each time. */
const maxTerms = 64

/**
 * Every word as the beginning of a word. Short beginnings have an index of their own; of long ones the words are looked
 * up first, since FTS5 would read all drugs of all of them before it gave the first. Tokens hold no quote, so nothing of
 * it is syntax.
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

/** One of these words as it is; null where there is none. */
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
