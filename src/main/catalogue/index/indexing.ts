import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../ports.ts'
import type { DrugsSchema } from '../../store/drugs.ts'
import { type IndexedRow, toEntry } from './entry.ts'
import { mergeSegments } from './mergeSegments.ts'
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
