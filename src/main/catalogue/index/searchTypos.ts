import { scopeOf } from './entry.ts'
import type { Question } from './question.ts'
import { all, type CacheQueries } from './rawSql.ts'
import { namesOf } from './searchSteps.ts'
import { tokensOf } from './tokens.ts'
import { deleteHashes, forgivesTypos, typoCost } from './typos.ts'

/** Of each way to leave out a letter so many drugs are compared; more share it only among made-up names. */
const mostOfOneHash = 400
const mostCompared = 1500
const mostGiven = 100
/** Further from every word of the names than this is no typo. */
const highestCost = 2

type Row = { id: number; name: string; synonyms: string; category: string | null }

/**
 * Drugs one edit away, nearest first. Candidates come by the longest word that may hold a typo; the other words have
 * to be near a word of the names too.
 */
export async function findTypos(query: CacheQueries, { words, category }: Question): Promise<number[]> {
  const typed = words.map(({ text }) => text)
  const longest = typed.filter(forgivesTypos).sort((a, b) => b.length - a.length)[0]
  if (longest === undefined) return []
  const rows = await candidates(query, longest)
  const scope = scopeOf(category, 0)
  const ranked = rows
    .filter((row) => category === undefined || scopeOf(row.category, 0) === scope)
    .map((row) => ({ id: row.id, cost: costOf(typed, row) }))
    .filter(({ cost }) => cost <= highestCost * typed.length)
  return ranked
    .sort((a, b) => a.cost - b.cost || a.id - b.id)
    .slice(0, mostGiven)
    .map(({ id }) => id)
}

async function candidates(query: CacheQueries, word: string): Promise<Row[]> {
  const ids = new Set<number>()
  for (const hash of deleteHashes(word)) {
    const rows = await all<{ id: number }>(
      query,
      `SELECT id FROM drug_deletes WHERE hash = ? ORDER BY id LIMIT ${mostOfOneHash}`,
      [hash],
    )
    for (const { id } of rows) ids.add(id)
    if (ids.size >= mostCompared) break
  }
  return all<Row>(
    query,
    'SELECT rowid AS id, name, synonyms, category FROM drugs WHERE rowid IN (SELECT value FROM json_each(?))',
    [JSON.stringify([...ids].slice(0, mostCompared))],
  )
}

/** The sum over the typed words of the distance to the nearest word of the drug's names. */
function costOf(typed: readonly string[], row: Row): number {
  const tokens = [...tokensOf(namesOf(row).join(' '))]
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
