import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../../../ports.ts'
import type { DrugsSchema } from '../../../store/drugs.ts'
import { type IndexedRow, toEntry } from './entry.ts'
import { all, type CacheQueries } from './rawSql.ts'
import { applyChanges, prepareIndex, readState } from './writeIndex.ts'

/** What is done between two turns of the event loop: about 10 ms of work, whatever else waits. */
const drugsInBatch = 20
/** A megabyte of description costs as much as a thousand drugs, so a batch is bounded by its text too, per drug. */
const maxCharactersPerDrug = 10_000
/** Left to the rest of the app after each batch, as a share of the batch's own time. */
const restShare = 1

type WaitingRow = IndexedRow & { id: number }

/**
 * Indexes what was kept before there was an index, batch by batch. Each batch is a transaction with its own note of
 * how far it came, so that a restart goes on there and two processes share the work.
 */
export async function indexWaiting(
  cache: Database<DrugsSchema>,
  pause: (ms: number) => Promise<void> = (ms) => wait(ms, undefined, { ref: false }),
): Promise<void> {
  for (;;) {
    const startedAt = performance.now()
    const more = await cache.transaction((inside) => indexBatch(inside))
    await mergeSegments(cache)
    if (!more) return
    await pause((performance.now() - startedAt) * restShare)
  }
}

/** False when nothing waits any more. */
export async function indexBatch(query: CacheQueries, drugs = drugsInBatch): Promise<boolean> {
  await prepareIndex(query)
  const { done, todo } = await readState(query)
  if (done >= todo) return false
  const found = await all<WaitingRow>(
    query,
    `SELECT rowid AS id, drug_id, name, synonyms, category, substr(description, 1, 20000) AS description, pathways
    FROM drugs WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ?`,
    [done, todo, drugs],
  )
  const rows = bounded(found, drugs * maxCharactersPerDrug)
  await applyChanges(
    query,
    rows.map((row) => ({ id: row.id, former: null, entry: toEntry(row) })),
  )
  const reached = rows.at(-1)?.id ?? todo
  await all(query, 'UPDATE drug_index SET done = ?', [reached])
  return reached < todo
}

function bounded(rows: readonly WaitingRow[], maxCharacters: number): WaitingRow[] {
  let characters = 0
  const within = rows.filter((row) => {
    characters += row.synonyms.length + (row.description?.length ?? 0) + (row.pathways?.length ?? 0)
    return characters <= maxCharacters
  })
  return within.length > 0 ? within : rows.slice(0, 1)
}

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
