import type { DrugMatch } from '../../../shared/domain/drug.ts'
import type { IndexQuery } from './indexQuery.ts'
import { everything, namesFrom } from './nameSteps.ts'
import type { CacheQueries } from './rawSql.ts'
import { findTypos } from './searchTypos.ts'
import { byWords, byWordsSorted, maxCounted, withinNames } from './wordSteps.ts'

type MatchKind = DrugMatch['kind']
/** Ids in order of rank, each with how it was found. */
export type Found = Map<number, MatchKind>
/** `counted`: how many hold the words, where that was found on the way. */
type Answer = { found: Found; counted: number | null }

/** A typo is looked for when less than this is found as it is written. */
const fewHits = 5

/**
 * The first `need` drugs, best first: exact names, names that begin so, words of names, words of anything, letters
 * within names, typos. Each step is asked only when the ones before it gave too few, and ends early by itself.
 */
export async function searchIndex(
  query: CacheQueries,
  indexQuery: IndexQuery,
  need: number,
): Promise<Answer> {
  const found: Found = new Map()
  let counted: number | null = null
  const add = (kind: MatchKind, ids: readonly number[]) => {
    for (const id of ids) if (!found.has(id)) found.set(id, kind)
  }
  if (indexQuery.words.length === 0) {
    add('words', await everything(query, indexQuery, need))
    return { found, counted }
  }
  const steps = indexQuery.byName
    ? stepsByName(query, indexQuery, need)
    : stepsByRank(query, indexQuery, need)
  for (const { kind, find, findsAll } of steps) {
    const ids = await find(found)
    add(kind, ids)
    if (findsAll) counted = ids.length
    if (found.size >= need) return { found, counted }
  }
  if (found.size < fewHits) add('typo', await findTypos(query, indexQuery, need))
  return { found, counted }
}

/** The same drugs up to `limit`, in no order where there are no more: what is counted needs none. */
export async function matchesOf(
  query: CacheQueries,
  indexQuery: IndexQuery,
  limit: number,
): Promise<number[]> {
  const words = await byWords(query, 'drug_words', indexQuery, limit + 1)
  if (indexQuery.words.length === 0 || words.length > limit)
    return [...(await searchIndex(query, indexQuery, limit)).found.keys()]
  const found = new Set(words)
  for (const kind of [0, 1] as const)
    for (const ids of Object.values(await namesFrom(query, indexQuery, kind, limit)))
      for (const id of ids) found.add(id)
  if (found.size < limit) for (const id of await withinNames(query, indexQuery, found)) found.add(id)
  if (found.size < fewHits) for (const id of await findTypos(query, indexQuery, limit)) found.add(id)
  if (found.size <= limit) return [...found]
  return [...(await searchIndex(query, indexQuery, limit)).found.keys()]
}

/** `findsAll`: gives as many as are counted at all, so that nobody has to count them again. */
type Step = {
  kind: MatchKind
  find: (before: Pick<Found, 'size' | 'has'>) => Promise<number[]>
  findsAll?: true
}

function stepsByRank(query: CacheQueries, indexQuery: IndexQuery, need: number): Step[] {
  const own = once(() => namesFrom(query, indexQuery, 0, need))
  const others = once(() => namesFrom(query, indexQuery, 1, need))
  return [
    { kind: 'exact', find: async () => (await own()).exact },
    { kind: 'exact', find: async () => (await others()).exact },
    { kind: 'prefix', find: async () => (await own()).longer },
    { kind: 'prefix', find: async () => (await others()).longer },
    { kind: 'nameWords', find: ({ size }) => byWords(query, 'drug_name_words', indexQuery, need + size) },
    {
      kind: 'words',
      find: ({ size }) => byWords(query, 'drug_words', indexQuery, Math.max(need + size, maxCounted + 1)),
      findsAll: true,
    },
    { kind: 'within', find: (before) => withinNames(query, indexQuery, before) },
  ]
}

function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null
  return () => (found ??= find())
}

/** Names that begin so come in order of the name without being sorted; what else matches has to be. */
const stepsByName = (query: CacheQueries, indexQuery: IndexQuery, need: number): Step[] => [
  {
    kind: 'prefix',
    find: async () => (await namesFrom(query, indexQuery, 0, need)).longer,
  },
  { kind: 'words', find: () => byWordsSorted(query, indexQuery) },
  { kind: 'within', find: (before) => withinNames(query, indexQuery, before) },
]
