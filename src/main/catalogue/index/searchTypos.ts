import type { Question } from './question.ts'
import { type CacheQueries, idsOf } from './rawSql.ts'
import { tokensOf } from './tokens.ts'
import { deleteHashes, forgivesTypos, typoCost } from './typos.ts'
import { namesOf, namesOfDrugs } from './wordSteps.ts'

/** Of each way to leave out a letter so many drugs are compared; more share it only among made-up names. */
const mostOfOneHash = 400
const mostCompared = 1500
const mostGiven = 100
/** Further from every word of the names than this is no typo. */
const highestCost = 2

/**
 * Drugs one edit away, nearest first. Candidates come by the longest word that may hold a typo; the other words have
 * to be near a word of the names too.
 */
export async function findTypos(query: CacheQueries, { words, filter }: Question): Promise<number[]> {
  const typed = words.map(({ text }) => text)
  const longest = typed.filter(forgivesTypos).sort((a, b) => b.length - a.length)[0]
  if (longest === undefined) return []
  const rows = await namesOfDrugs(query, await candidates(query, longest), filter)
  return rows
    .map((row) => ({ id: row.id, cost: costOf(typed, namesOf(row)) }))
    .filter(({ cost }) => cost <= highestCost * typed.length)
    .sort((a, b) => a.cost - b.cost || a.id - b.id)
    .slice(0, mostGiven)
    .map(({ id }) => id)
}

async function candidates(query: CacheQueries, word: string): Promise<number[]> {
  const ids = new Set<number>()
  for (const hash of deleteHashes(word)) {
    const sharing = `SELECT id FROM drug_deletes WHERE hash = ? ORDER BY id LIMIT ${mostOfOneHash}`
    for (const id of await idsOf(query, sharing, [hash])) ids.add(id)
    if (ids.size >= mostCompared) break
  }
  return [...ids].slice(0, mostCompared)
}

/** The sum over the typed words of the distance to the nearest word of the drug's names. */
function costOf(typed: readonly string[], names: readonly string[]): number {
  const tokens = [...tokensOf(names.join(' '))]
  let sum = 0
  for (const word of typed) {
    const forgiving = forgivesTypos(word)
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
