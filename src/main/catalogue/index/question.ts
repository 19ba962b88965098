import type { StoreFilter } from '../drugStore.ts'
import { foldings } from '../fold.ts'
import { all, type CacheQueries } from './rawSql.ts'
import { type Filter, tokenOf, type Wanted, wantedBy } from './tags.ts'
import { isLong, keysOf, lastCharacter, type Part, type QueryWord, toQueryWords } from './tokens.ts'

export type Question = {
  words: QueryWord[]
  keys: string[]
  filter: Filter
  wanted: Wanted
  /** For FTS5: all words and tags; null where nothing can hold them. */
  match: string | null
  /** Of names, within one kind of match; null: in order of rank. */
  byName: 'ASC' | 'DESC' | null
}

/** Null when the text asks for nothing that could be found: it is of separators only. */
export async function toQuestion(
  query: CacheQueries,
  { text, ...filter }: StoreFilter,
  byName: 'ASC' | 'DESC' | null = null,
): Promise<Question | null> {
  const words = toQueryWords(text)
  const isEmpty = foldings(text).every((folded) => folded === '')
  if (words.length === 0 && !isEmpty) return null
  const wanted = wantedBy(filter)
  return {
    words,
    keys: words.length > 0 ? keysOf(text) : [],
    filter,
    wanted,
    match: await toMatch(query, words, wanted),
    byName,
  }
}

/** More words than this with one beginning are left to FTS5, which puts their lists together each time. */
const mostTerms = 64

/**
 * Every word as the beginning of a word. Short beginnings have an index of their own; of long ones the words are looked
 * up first, since FTS5 would read all drugs of all of them before it gave the first. Tokens hold no quote, so nothing of
 * it is syntax.
 */
async function toMatch(
  query: CacheQueries,
  words: readonly QueryWord[],
  { category, acts }: Wanted,
): Promise<string | null> {
  const conditions: string[] = []
  for (const { ways } of words) {
    const found: string[] = []
    for (const way of ways) {
      const parts: (string | null)[] = []
      for (const part of way) parts.push(await toPhrase(query, part))
      if (!parts.includes(null)) found.push(`(${parts.join(' AND ')})`)
    }
    if (found.length === 0) return null
    conditions.push(`(${found.join(' OR ')})`)
  }
  if (category !== null) conditions.push(`"${tokenOf(category)}"`)
  if (acts !== null && acts.length === 0) return null
  if (acts !== null) conditions.push(`(${acts.map((tag) => `"${tokenOf(tag)}"`).join(' OR ')})`)
  return conditions.length === 0 ? null : conditions.join(' AND ')
}

async function toPhrase(query: CacheQueries, { token, kind }: Part): Promise<string | null> {
  if (kind === 'whole') return `"${token}"`
  if (!isLong(token)) return `"${token}"*`
  const terms = await all<{ term: string }>(
    query,
    `SELECT term FROM drug_terms WHERE term >= ? AND term < ? LIMIT ${mostTerms + 1}`,
    [token, `${token}${lastCharacter}`],
  )
  if (terms.length > mostTerms) return `"${token}"*`
  return terms.length === 0 ? null : `(${terms.map(({ term }) => `"${term}"`).join(' OR ')})`
}
