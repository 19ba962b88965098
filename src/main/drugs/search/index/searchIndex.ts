import type { SearchMatch } from '../../../../shared/domain/drugs/drug.ts'
import { lazy } from '../../../../shared/lazy.ts'
import { all, type CacheQueries, idsOf } from './rawSql.ts'
import {
  anyOf,
  byWords,
  byWordsSorted,
  everything,
  type IndexQuery,
  matchAll,
  maxCounted,
  namesFrom,
  namesOf,
  namesOfDrugs,
  withinNames,
} from './searchSteps.ts'
import { allowsTypos, deleteHashes, tokensOf, typoCost } from './tokens.ts'

type MatchKind = SearchMatch['kind']
/** Ids in order of rank, with the kind of each match. */
export type Found = Map<number, MatchKind>
/** `counted`: the number of drugs with the words, if the search computed it. */
type Answer = { found: Found; counted: number | null }

/** Typos are searched if there are fewer hits than this. */
const fewHits = 5

/** Finds the first `need` drugs, best first. Each step runs only if the ones before it found too few. */
export async function searchIndex(indexQuery: IndexQuery, need: number): Promise<Answer> {
  const found: Found = new Map()
  let counted: number | null = null
  const add = (kind: MatchKind, ids: readonly number[]) => {
    for (const id of ids) if (!found.has(id)) found.set(id, kind)
  }
  if (indexQuery.words.length === 0) {
    add('words', await everything(indexQuery, need))
    return { found, counted }
  }
  const steps = indexQuery.byName ? stepsByName(indexQuery, need) : stepsByRank(indexQuery, need)
  for (const { kind, find, findsAll } of steps) {
    const ids = await find(found)
    add(kind, ids)
    if (findsAll) counted = ids.length
    if (found.size >= need) return { found, counted }
  }
  if (found.size < fewHits) add('typo', await findTypos(indexQuery, need))
  return { found, counted }
}

/** Finds the same drugs up to `limit`, unordered if there are no more: counting needs no order. */
export async function matchesOf(indexQuery: IndexQuery, limit: number): Promise<number[]> {
  const words = await byWords(indexQuery, 'drug_words', limit + 1)
  if (indexQuery.words.length === 0 || words.length > limit)
    return [...(await searchIndex(indexQuery, limit)).found.keys()]
  const found = new Set(words)
  for (const kind of [0, 1] as const)
    for (const ids of Object.values(await namesFrom(indexQuery, kind, limit)))
      for (const id of ids) found.add(id)
  if (found.size < limit) for (const id of await withinNames(indexQuery, found)) found.add(id)
  if (found.size < fewHits) for (const id of await findTypos(indexQuery, limit)) found.add(id)
  if (found.size <= limit) return [...found]
  return [...(await searchIndex(indexQuery, limit)).found.keys()]
}

/** `findsAll`: returns as many ids as the count is limited to, so that no separate count is needed. */
type Step = {
  kind: MatchKind
  find: (before: Pick<Found, 'size' | 'has'>) => Promise<number[]>
  findsAll?: true
}

function stepsByRank(indexQuery: IndexQuery, need: number): Step[] {
  const own = lazy(() => namesFrom(indexQuery, 0, need))
  const others = lazy(() => namesFrom(indexQuery, 1, need))
  return [
    { kind: 'exact', find: async () => (await own()).exact },
    { kind: 'exact', find: async () => (await others()).exact },
    { kind: 'prefix', find: async () => (await own()).longer },
    { kind: 'prefix', find: async () => (await others()).longer },
    { kind: 'nameWords', find: ({ size }) => byWords(indexQuery, 'drug_name_words', need + size) },
    {
      kind: 'words',
      find: ({ size }) => byWords(indexQuery, 'drug_words', Math.max(need + size, maxCounted + 1)),
      findsAll: true,
    },
    { kind: 'within', find: (before) => withinNames(indexQuery, before) },
  ]
}

/** Prefix matches come sorted by name from the index; other matches have to be sorted. */
const stepsByName = (indexQuery: IndexQuery, need: number): Step[] => [
  { kind: 'prefix', find: async () => (await namesFrom(indexQuery, 0, need)).longer },
  { kind: 'words', find: () => byWordsSorted(indexQuery) },
  { kind: 'within', find: (before) => withinNames(indexQuery, before) },
]

/** At most this many words that share a delete hash are compared; only made-up names share it more often. */
const maxCompared = 3000
/** At most this many near words are searched, nearest first. */
const maxNear = 32
/** With several words, the nearest drugs are sorted by their names, which have to be read. */
const maxRead = 300
const maxGiven = 100
/** A word with a higher cost from all words of the names is not a typo. */
const highestCost = 2

type NearWord = { word: string; cost: number }

/** Finds up to `need` drugs with a near match for each of the words, nearest first. */
async function findTypos(indexQuery: IndexQuery, need: number): Promise<number[]> {
  const typed = indexQuery.words.map(({ text }) => text)
  const near: NearWord[][] = []
  for (const word of typed) near.push(await nearWords(indexQuery, word))
  if (near.every((words) => words.length === 0)) return []
  const limit = Math.min(need, maxGiven)
  const [only = []] = near
  return typed.length === 1 ? nearest(indexQuery, only, limit) : nearestByNames(indexQuery, near, limit)
}

async function nearWords({ query }: IndexQuery, typed: string): Promise<NearWord[]> {
  if (!allowsTypos(typed)) return []
  const [row] = await all<{ words: string }>(
    query,
    `SELECT json_group_array(word) AS words FROM (SELECT word FROM json_each(?) AS hashes
      CROSS JOIN drug_deletes ON hash = hashes.value LIMIT ${maxCompared})`,
    [JSON.stringify(deleteHashes(typed))],
  )
  const words: string[] = JSON.parse(row?.words ?? '[]')
  return [...new Set(words)]
    .map((word) => ({ word, cost: typoCost(typed, word) }))
    .filter(({ cost }) => cost <= highestCost)
    .sort((a, b) => a.cost - b.cost || a.word.length - b.word.length)
    .slice(0, maxNear)
}

/** Sorts drugs by the cost of their word, then by rank. */
async function nearest(
  { query, conditions }: IndexQuery,
  near: readonly NearWord[],
  limit: number,
): Promise<number[]> {
  const ids = new Set<number>()
  for (const cost of new Set(near.map((one) => one.cost))) {
    const words = near.filter((one) => one.cost === cost).map(({ word }) => word)
    const match = matchAll([anyOf(words), ...conditions.tags])
    for (const id of await byNames(query, match, limit)) ids.add(id)
    if (ids.size >= limit) break
  }
  return [...ids].slice(0, limit)
}

/** Matches each word exactly or by a near word, and sorts by the total cost against the names. */
async function nearestByNames(
  indexQuery: IndexQuery,
  near: readonly (readonly NearWord[])[],
  limit: number,
): Promise<number[]> {
  const { query, words, conditions } = indexQuery
  const either = conditions.words.map((condition, at) => {
    const alternatives = [condition, anyOf((near[at] ?? []).map(({ word }) => word))].filter(
      (alternative) => alternative !== null,
    )
    return alternatives.length === 0 ? null : `(${alternatives.join(' OR ')})`
  })
  const ids = await byNames(query, matchAll([...either, ...conditions.tags]), maxRead)
  const typed = words.map(({ text }) => text)
  return (await namesOfDrugs(indexQuery, ids))
    .map((row) => ({ id: row.id, cost: costOf(typed, namesOf(row)) }))
    .filter(({ cost }) => cost <= highestCost * typed.length)
    .sort((a, b) => a.cost - b.cost || a.id - b.id)
    .slice(0, limit)
    .map(({ id }) => id)
}

const byNames = async (query: CacheQueries, match: string | null, limit: number): Promise<number[]> =>
  match === null
    ? []
    : idsOf(
        query,
        'SELECT rowid AS id FROM drug_name_words WHERE drug_name_words MATCH ? ORDER BY rowid LIMIT ?',
        [match, limit],
        limit,
      )

/** Returns the sum over the typed words of the cost to the nearest word of the drug's names. */
function costOf(typed: readonly string[], names: readonly string[]): number {
  const tokens = [...tokensOf(names.join(' '))]
  let sum = 0
  for (const word of typed) {
    const forgiving = allowsTypos(word)
    const costs = tokens.map((token) => {
      if (forgiving) return typoCost(word, token)
      return token.startsWith(word) ? 0 : Number.POSITIVE_INFINITY
    })
    const nearest = Math.min(...costs)
    if (nearest > highestCost) return Number.POSITIVE_INFINITY
    sum += nearest
  }
  return sum
}
