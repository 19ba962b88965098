import { all, type CacheQueries } from './index/rawSql.ts'
import { tagOf, tokenOf } from './index/tags.ts'
import { readState } from './index/writeIndex.ts'

/** The pathways of drugs that are not in the index yet, one row each. */
const actingWaiting = `FROM drugs, json_each(drugs.pathways) AS act
  WHERE drugs.pathways IS NOT NULL AND drugs.rowid > ? AND drugs.rowid <= ?`

/** Every name of a pathway that a kept drug has, with how many have it, in order of the name. */
export async function pathwayNames(query: CacheQueries): Promise<{ name: string; drugs: number }[]> {
  const { done, todo } = await readState(query)
  const counts = new Map<string, number>()
  const add = (rows: readonly { name: string; drugs: number }[]) => {
    for (const { name, drugs } of rows) counts.set(name, (counts.get(name) ?? 0) + drugs)
  }
  add(
    await all(
      query,
      `SELECT value AS name, count AS drugs FROM drug_facets WHERE kind = 'pathway' AND count > 0`,
    ),
  )
  if (done < todo)
    add(
      await all(
        query,
        `SELECT act.value ->> 'pathway' AS name, count(DISTINCT drugs.rowid) AS drugs ${actingWaiting} GROUP BY 1`,
        [done, todo],
      ),
    )
  return [...counts].map(([name, drugs]) => ({ name, drugs })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** How many drugs act on any of these, each counted once. */
export async function countActingOn(query: CacheQueries, names: readonly string[]): Promise<number> {
  const once = [...new Set(names.map((name) => name.toWellFormed()))]
  if (once.length === 0) return 0
  const { done, todo } = await readState(query)
  const indexed = await count(query, 'SELECT count(*) AS count FROM drug_words WHERE drug_words MATCH ?', [
    once.map((name) => `"${tokenOf(tagOf.pathway(name))}"`).join(' OR '),
  ])
  if (done >= todo) return indexed
  return (
    indexed +
    (await count(
      query,
      `SELECT count(DISTINCT drugs.rowid) AS count ${actingWaiting}
      AND act.value ->> 'pathway' IN (SELECT value FROM json_each(?))`,
      [done, todo, JSON.stringify(once)],
    ))
  )
}

async function count(query: CacheQueries, sql: string, values: readonly unknown[]): Promise<number> {
  const [row] = await all<{ count: number }>(query, sql, values)
  return row?.count ?? 0
}
