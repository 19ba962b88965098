import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { compareText } from '../../../../shared/compareText.ts'
import type { Database } from '../../../ports.ts'
import type { DrugsSchema } from '../../../store/drugs.ts'
import { type Entry, type IndexedRow, indexVersion, toEntry } from './indexEntry.ts'
import { all, type CacheQueries, insertAll } from './rawSql.ts'
import { deleteHashes, gramsOf, hashOf, startOf } from './tokens.ts'

export type IndexState = { version: number; done: number; todo: number }

export async function readState(query: CacheQueries): Promise<IndexState> {
  const [state] = await all<IndexState>(query, 'SELECT version, done, todo FROM drug_index')
  return state ?? { version: 0, done: 0, todo: 0 }
}

const ownTables = [
  'drug_keys',
  'drug_terms',
  'drug_gram_counts',
  'drug_deletes',
  'drug_classes',
  'drug_class_of',
  'drug_facets',
  'drug_cells',
  'drug_index',
]

/** Clears an index of another version, so that all rows wait to be indexed. */
export async function prepareIndex(query: CacheQueries): Promise<void> {
  const { version } = await readState(query)
  if (version === indexVersion) return
  for (const table of ['drug_name_words', 'drug_words', 'drug_grams'])
    await all(query, `INSERT INTO ${table}(${table}) VALUES ('delete-all')`)
  for (const table of ownTables) await all(query, `DELETE FROM ${table}`)
  await all(query, 'INSERT INTO drug_index SELECT 1, ?, 0, coalesce(max(rowid), 0), 0 FROM drugs', [
    indexVersion,
  ])
}

/** Trigrams are counted in one of this many drugs. */
const gramSampleInterval = 61

export type Change = { id: number; former: Entry | null; entry: Entry }

/** Updates the index for these drugs. Call it in the transaction that changes them. */
export async function applyChanges(query: CacheQueries, changes: readonly Change[]): Promise<void> {
  const real = changes.filter(({ former, entry }) => JSON.stringify(former) !== JSON.stringify(entry))
  if (real.length === 0) return
  for (const change of real) {
    await changeWords(query, change, 'drug_name_words', 'words', ({ nameWords }) => nameWords)
    await changeWords(query, change, 'drug_words', 'words', ({ words }) => words)
    await changeWords(query, change, 'drug_grams', 'names', ({ grams }) => grams)
  }
  await changeClasses(query, real)
  await changeKeys(query, real)
  // Words and classes without drugs stay in their tables, because an entry that finds nothing is harmless.
  await insertAll(
    query,
    'drug_terms',
    added(real, ({ terms }) => terms).map((term) => [term]),
  )
  await addTypoVariants(
    query,
    added(real, ({ forgiven }) => forgiven),
  )
  await countGrams(query, real)
  await count(query, 'drug_facets', real, ({ facets }) => facets)
  await count(query, 'drug_cells', real, ({ cells }) => cells)
  await all(query, 'UPDATE drug_index SET written = written + ?', [real.length])
}

function without<Value>(values: readonly Value[], others: readonly Value[]): Value[] {
  const left = new Set(others)
  return values.filter((value) => !left.has(value))
}

/** A contentless FTS5 table deletes a row only if it gets the indexed text again. */
async function changeWords(
  query: CacheQueries,
  { id, former, entry }: Change,
  table: string,
  column: string,
  textOf: (entry: Entry) => string,
): Promise<void> {
  const before = former && textOf(former)
  const after = textOf(entry)
  if (before === after) return
  if (before !== null)
    await all(query, `INSERT INTO ${table}(${table}, rowid, ${column}) VALUES ('delete', ?, ?)`, [id, before])
  await all(query, `INSERT INTO ${table}(rowid, ${column}) VALUES (?, ?)`, [id, after])
}

/** Returns the distinct added values, sorted. */
const added = (changes: readonly Change[], of: (entry: Entry) => readonly string[]): string[] =>
  [...new Set(changes.flatMap(({ former, entry }) => without(of(entry), former ? of(former) : [])))].sort()

/** Adds delete hashes for new words; most words are known already. */
async function addTypoVariants(query: CacheQueries, words: readonly string[]): Promise<void> {
  const hashedWords = words.map((word): [number, string] => [hashOf(startOf(word)), word])
  const unknown = await all<{ word: string }>(
    query,
    `SELECT value ->> 1 AS word FROM json_each(?) WHERE NOT EXISTS
      (SELECT 1 FROM drug_deletes AS d WHERE d.hash = value ->> 0 AND d.word = value ->> 1)`,
    [JSON.stringify(hashedWords)],
  )
  const rows = unknown.flatMap(({ word }) => deleteHashes(word).map((hash): [number, string] => [hash, word]))
  await insertAll(
    query,
    'drug_deletes',
    rows.sort(([a], [b]) => a - b),
  )
}

/** Counts trigrams in a sample of drugs, which is enough to tell rare ones from frequent ones. */
async function countGrams(query: CacheQueries, changes: readonly Change[]): Promise<void> {
  const counts = new Map<string, number>()
  for (const { id, former, entry } of changes) {
    if (id % gramSampleInterval !== 0 || former) continue
    for (const name of entry.grams.split(' '))
      for (const gram of gramsOf(name)) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  }
  if (counts.size === 0) return
  await all(
    query,
    `INSERT INTO drug_gram_counts SELECT key, value FROM json_each(?) WHERE TRUE
    ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    [JSON.stringify(Object.fromEntries(counts))],
  )
}

/** Sets the classes of drugs. Many drugs share a class, which is looked up once. */
async function changeClasses(query: CacheQueries, changes: readonly Change[]): Promise<void> {
  const byClass = new Map<string, { entry: Entry; ids: number[] }>()
  for (const { id, former, entry } of changes) {
    if (former?.category === entry.category && former.acts === entry.acts) continue
    const key = JSON.stringify([entry.category, entry.acts])
    const same = byClass.get(key) ?? { entry, ids: [] }
    same.ids.push(id)
    byClass.set(key, same)
  }
  for (const { entry, ids } of byClass.values()) {
    const [row] = await all<{ class: number }>(
      query,
      `INSERT INTO drug_classes (category, scope, acts) VALUES (?, ?, ?)
      ON CONFLICT (acts, ifnull(category, 0)) DO UPDATE SET scope = excluded.scope RETURNING class`,
      [entry.category, entry.scope, entry.acts],
    )
    await all(query, 'INSERT OR REPLACE INTO drug_class_of SELECT value, ? FROM json_each(?)', [
      row?.class ?? null,
      JSON.stringify(ids),
    ])
  }
}

/** Writes the rows sorted by key, so that each page of the tree is written once. */
async function changeKeys(query: CacheQueries, changes: readonly Change[]): Promise<void> {
  const textsOf = (entry: Entry | null) => (entry ? entry.keys.map((values) => JSON.stringify(values)) : [])
  const rows: (string | number)[][] = []
  for (const { id, former, entry } of changes) {
    if (!former) {
      rows.push(...entry.keys.map((values) => [...values, id]))
      continue
    }
    const before = textsOf(former)
    const after = textsOf(entry)
    const toRow = (text: string): (string | number)[] => [...JSON.parse(text), id]
    for (const gone of without(before, after))
      await all(query, `DELETE FROM drug_keys WHERE scope = ? AND key = ? AND id = ?`, toRow(gone))
    rows.push(...without(after, before).map(toRow))
  }
  const inOrder = rows.sort((a, b) => Number(a[0]) - Number(b[0]) || compareText(String(a[1]), String(b[1])))
  await insertAll(query, 'drug_keys', inOrder)
}

/** Adds new values to the counts and subtracts removed ones, with one write per count. */
async function count(
  query: CacheQueries,
  table: 'drug_facets' | 'drug_cells',
  changes: readonly Change[],
  counted: (entry: Entry) => readonly string[][],
): Promise<void> {
  const counts = new Map<string, { values: string[]; by: number }>()
  const add = (values: string[], by: 1 | -1) => {
    const key = JSON.stringify(values)
    counts.set(key, { values, by: (counts.get(key)?.by ?? 0) + by })
  }
  for (const { former, entry } of changes) {
    for (const values of former ? counted(former) : []) add(values, -1)
    for (const values of counted(entry)) add(values, 1)
  }
  const placeholders = table === 'drug_facets' ? '?, ?' : '?, ?, ?'
  for (const { values, by } of counts.values())
    if (by !== 0)
      await all(
        query,
        `INSERT INTO ${table} VALUES (${placeholders}, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count`,
        [...values, by],
      )
}

/** The drugs indexed between two turns of the event loop, about 10 ms of work. */
const drugsInBatch = 20
/** The text limit per drug of a batch: a description of 1 MB costs as much as 1,000 drugs. */
const maxCharactersPerDrug = 10_000
/** The pause after each batch for other work, as a multiple of the batch's own time. */
const restShare = 1

type WaitingRow = IndexedRow & { id: number }

/** Indexes earlier drugs in batches. Each transaction stores its progress, so that restarts and processes share it. */
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

/** Indexes the next batch. Returns false if no more rows wait. */
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
/** Pages of 4 kB merged per step: a few milliseconds. */
const pagesAtOnce = 48
/** The maximum number of steps after one batch; the rest is merged after later batches or at the next start. */
const maxSteps = 12
/** A full merge starts after this many written drugs and this share of all drugs. */
const minWritten = 2000
const shareWritten = 0.15

/**
 * Merges FTS5 segments in steps after each batch, so that other work gets a turn in between. FTS5 would merge them
 * within a commit, which then takes up to 300 ms; the migration turns that off. The old text of a changed drug is only
 * marked as deleted until its segment is merged with the oldest one, and slows every query that meets it. Therefore all
 * segments are merged into one from time to time.
 */
export async function mergeSegments({ query }: Pick<Database<DrugsSchema>, 'query'>): Promise<void> {
  const [{ written, indexed } = { written: 0, indexed: 0 }] = await all<{ written: number; indexed: number }>(
    query,
    `SELECT written, coalesce((SELECT count FROM drug_facets WHERE kind = 'all'), 0) AS indexed FROM drug_index`,
  )
  const isFullMerge = written > Math.max(minWritten, indexed * shareWritten)
  for (const table of wordTables) {
    // A negative number puts all segments on one level, which the following steps merge.
    if (isFullMerge) await merge(query, table, -pagesAtOnce)
    for (let step = 0; isFullMerge || step < maxSteps; step++) {
      await yieldToEventLoop()
      if (!(await merge(query, table, pagesAtOnce))) break
    }
  }
  // Reset only now, so that an interrupted merge starts again.
  if (isFullMerge) await all(query, 'UPDATE drug_index SET written = written - ?', [written])
}

/** Returns false if there was nothing to merge: FTS5 counts one change for the insert itself, and more for a merge. */
async function merge(query: Database<DrugsSchema>['query'], table: string, pages: number): Promise<boolean> {
  const before = await changes(query)
  await all(query, `INSERT INTO ${table}(${table}, rank) VALUES ('merge', ${pages})`)
  return (await changes(query)) - before >= 2
}

async function changes(query: Database<DrugsSchema>['query']): Promise<number> {
  const [row] = await all<{ count: number }>(query, 'SELECT total_changes() AS count')
  return row?.count ?? 0
}
