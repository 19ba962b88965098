import { type Entry, indexVersion } from './entry.ts'
import { all, type CacheQueries, insertAll } from './rawSql.ts'

export type IndexState = { version: number; done: number; todo: number }

export async function readState(query: CacheQueries): Promise<IndexState> {
  const [state] = await all<IndexState>(query, 'SELECT version, done, todo FROM drug_index')
  return state ?? { version: 0, done: 0, todo: 0 }
}

const ownTables = [
  'drug_keys',
  'drug_terms',
  'drug_deletes',
  'drug_classes',
  'drug_facets',
  'drug_cells',
  'drug_index',
]

/** Empties an index that another version of the app has made; all rows wait to be indexed then. */
export async function prepareIndex(query: CacheQueries): Promise<void> {
  const { version } = await readState(query)
  if (version === indexVersion) return
  for (const table of ['drug_name_words', 'drug_words', 'drug_grams'])
    await all(query, `INSERT INTO ${table}(${table}) VALUES ('delete-all')`)
  for (const table of ownTables) await all(query, `DELETE FROM ${table}`)
  await all(query, 'INSERT INTO drug_index SELECT 1, ?, 0, coalesce(max(rowid), 0) FROM drugs', [
    indexVersion,
  ])
}

/** A drug's place in the index: what it holds now, and what it is to hold. */
export type Change = { id: number; former: Entry | null; entry: Entry }

/** Brings the index up to date with these drugs; call it in the transaction that changes them. */
export async function applyChanges(query: CacheQueries, changes: readonly Change[]): Promise<void> {
  const real = changes.filter(({ former, entry }) => JSON.stringify(former) !== JSON.stringify(entry))
  for (const { id, former } of real) if (former) await takeOut(query, id, former)
  for (const { id, entry } of real) await putInto(query, id, entry)
  // Neighbours in the tree together: its pages are then written once.
  const keys = real.flatMap(({ id, entry }) => entry.keys.map(([scope, key]) => [scope, key, id] as const))
  await insertAll(query, 'drug_keys', keys)
  // Words stay when the last drug that has them goes: one that finds nothing does no harm.
  const terms = new Set(real.flatMap(({ entry }) => entry.terms))
  await insertAll(
    query,
    'drug_terms',
    [...terms].sort().map((term) => [term]),
  )
  const deletes = real.flatMap(({ id, entry }) => entry.deletes.map((hash) => [hash, id] as const))
  await insertAll(
    query,
    'drug_deletes',
    deletes.sort((a, b) => a[0] - b[0]),
  )
  const classes = real.map(({ id, entry }) => [id, entry.category, entry.scope, entry.acts] as const)
  await insertAll(query, 'drug_classes', classes)
  await count(query, 'drug_facets', real, ({ facets }) => facets)
  await count(query, 'drug_cells', real, ({ cells }) => cells)
}

async function putInto(query: CacheQueries, id: number, entry: Entry): Promise<void> {
  await all(query, 'INSERT INTO drug_name_words(rowid, words) VALUES (?, ?)', [id, entry.nameWords])
  await all(query, 'INSERT INTO drug_words(rowid, words) VALUES (?, ?)', [id, entry.words])
  await all(query, 'INSERT INTO drug_grams(rowid, names) VALUES (?, ?)', [id, entry.grams])
}

/** A table without content forgets a row only when it is told again what it was given. */
async function takeOut(query: CacheQueries, id: number, entry: Entry): Promise<void> {
  const forget = (table: string, column: string, text: string) =>
    all(query, `INSERT INTO ${table}(${table}, rowid, ${column}) VALUES ('delete', ?, ?)`, [id, text])
  await forget('drug_name_words', 'words', entry.nameWords)
  await forget('drug_words', 'words', entry.words)
  await forget('drug_grams', 'names', entry.grams)
  for (const [scope, key] of entry.keys)
    await all(query, 'DELETE FROM drug_keys WHERE scope = ? AND key = ? AND id = ?', [scope, key, id])
  for (const hash of entry.deletes)
    await all(query, 'DELETE FROM drug_deletes WHERE hash = ? AND id = ?', [hash, id])
  await all(query, 'DELETE FROM drug_classes WHERE id = ?', [id])
}

/** Adds what came and takes away what went, each count once for all drugs. */
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
  const marks = table === 'drug_facets' ? '?, ?' : '?, ?, ?'
  for (const { values, by } of counts.values())
    if (by !== 0)
      await all(
        query,
        `INSERT INTO ${table} VALUES (${marks}, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count`,
        [...values, by],
      )
}
