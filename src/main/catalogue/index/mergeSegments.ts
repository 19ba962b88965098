import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../../ports.ts'
import type { DrugsSchema } from '../../store/drugs.ts'
import { all } from './rawSql.ts'

const wordTables = ['drug_name_words', 'drug_words', 'drug_grams'] as const
/** Pages of 4 kB merged in one go: a few milliseconds. */
const pagesAtOnce = 48
/** After one batch; what is left is done after the next ones, or at the next start. */
const maxSteps = 12
/** More drugs than this, and than this share of all, were written: all is merged into one. */
const minWritten = 2000
const shareWritten = 0.15

/**
 * FTS5 would merge its segments within some commit, which then takes up to 300 ms. So it is told not to (see the
 * migration), and the same work is done here after each batch, in steps between which others have their turn. What a
 * changed drug held before is only crossed out until its segment is merged with the oldest one, and slows every
 * question down that meets it: so from time to time all segments are made one.
 */
export async function mergeSegments({ query }: Pick<Database<DrugsSchema>, 'query'>): Promise<void> {
  const [{ written, kept } = { written: 0, kept: 0 }] = await all<{ written: number; kept: number }>(
    query,
    `SELECT written, coalesce((SELECT count FROM drug_facets WHERE kind = 'all'), 0) AS kept FROM drug_index`,
  )
  const isFullMerge = written > Math.max(minWritten, kept * shareWritten)
  for (const table of wordTables) {
    // A negative number makes one level of all segments, which the steps after it then merge.
    if (isFullMerge) await merge(query, table, -pagesAtOnce)
    for (let step = 0; isFullMerge || step < maxSteps; step++) {
      await yieldToEventLoop()
      if (!(await merge(query, table, pagesAtOnce))) break
    }
  }
  // Only now: where the app was closed meanwhile, it is begun again.
  if (isFullMerge) await all(query, 'UPDATE drug_index SET written = written - ?', [written])
}

/** False when there was nothing to merge: FTS5 counts one change for the insert itself, and more for a merge. */
async function merge(query: Database<DrugsSchema>['query'], table: string, pages: number): Promise<boolean> {
  const before = await changes(query)
  await all(query, `INSERT INTO ${table}(${table}, rank) VALUES ('merge', ${pages})`)
  return (await changes(query)) - before >= 2
}

async function changes(query: Database<DrugsSchema>['query']): Promise<number> {
  const [row] = await all<{ count: number }>(query, 'SELECT total_changes() AS count')
  return row?.count ?? 0
}
