import { all, type CacheQueries } from './index/rawSql.ts'
import { readState } from './index/writeIndex.ts'

/** Drugs with their pathways, one row each; only those that wait for the index where `waiting`. */
const acting = (waiting: boolean) => `FROM drugs, json_each(drugs.pathways) AS act
  WHERE drugs.pathways IS NOT NULL ${waiting ? 'AND drugs.rowid > ? AND drugs.rowid <= ?' : ''}`

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
        `SELECT act.value ->> 'pathway' AS name, count(DISTINCT drugs.rowid) AS drugs ${acting(true)} GROUP BY 1`,
        [done, todo],
      ),
    )
  return [...counts].map(([name, drugs]) => ({ name, drugs })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** How many drugs act on any of these, each counted once. */
export async function countActingOn(query: CacheQueries, names: readonly string[]): Promise<number> {
  const [row] = await all<{ count: number }>(
    query,
    `SELECT count(DISTINCT drugs.rowid) AS count ${acting(false)}
    AND act.value ->> 'pathway' IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(names.map((name) => name.toWellFormed()))],
  )
  return row?.count ?? 0
}
