import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../ports.ts'
import type { DrugsSchema } from '../../store/drugs.ts'
import { all } from './rawSql.ts'

const wordTables = ['drug_name_words', 'drug_words', 'drug_grams'] as const
/** Pages of 4 kB merged in one go: a few milliseconds. */
const pagesAtOnce = 48
/** After one batch; what is left is done after the next ones, or at the next start. */
const mostSteps = 12

/**
 * FTS5 would merge its segments within some commit, which then takes up to 300 ms. So it is told not to (see the
 * migration), and the same work is done here after each batch, in steps between which others have their turn.
 */
export async function mergeSegments({ query }: Pick<Database<DrugsSchema>, 'query'>): Promise<void> {
  for (const table of wordTables)
    for (let step = 0; step < mostSteps; step++) {
      await nextTurn()
      const before = await changes(query)
      await all(query, `INSERT INTO ${table}(${table}, rank) VALUES ('merge', ${pagesAtOnce})`)
      // FTS5 says so by counting one change for the insert itself and more for a merge.
      if ((await changes(query)) - before < 2) break
    }
}

async function changes(query: Database<DrugsSchema>['query']): Promise<number> {
  const [row] = await all<{ count: number }>(query, 'SELECT total_changes() AS count')
  return row?.count ?? 0
}
