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
  await all(query, 'INSERT INTO drug_index SELECT 1, ?, 0, coalesce(max(rowid), 0), 0 FROM drugs', [
    indexVersion,
  ])
}

/** A drug's place in the index: what it holds now, and what it is to hold. */
export type Change = { id: number; former: Entry | null; entry: Entry }

/** Brings the index up to date with these drugs; call it in the transaction that changes them. */
export async function applyChanges(query: CacheQueries, changes: readonly Change[]): Promise<void> {
  const real = changes.filter(({ former, entry }) => JSON.stringify(former) !== JSON.stringify(entry))
  if (real.length === 0) return
  for (const change of real) {
    await changeWords(query, change, 'drug_name_words', 'words', ({ nameWords }) => nameWords)
    await changeWords(query, change, 'drug_words', 'words', ({ words }) => words)
    await changeWords(query, change, 'drug_grams', 'names', ({ grams }) => grams)
    await changeClass(query, change)
  }
  await changePairs(query, real, 'drug_keys', ['scope', 'key'], ({ keys }) => keys)
  await changePairs(query, real, 'drug_deletes', ['hash'], ({ deletes }) => deletes.map((hash) => [hash]))
  // Words stay when the last drug that has them goes: one that finds nothing does no harm.
  const terms = new Set(real.flatMap(({ former, entry }) => without(entry.terms, former?.terms ?? [])))
  await insertAll(
    query,
    'drug_terms',
    [...terms].sort().map((term) => [term]),
  )
  await count(query, 'drug_facets', real, ({ facets }) => facets)
  await count(query, 'drug_cells', real, ({ cells }) => cells)
  await all(query, 'UPDATE drug_index SET written = written + ?', [real.length])
}

function without<Value>(values: readonly Value[], others: readonly Value[]): Value[] {
  const left = new Set(others)
  return values.filter((value) => !left.has(value))
}

/** A table without content forgets a row only when it is told again what it was given. */
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

async function changeClass(query: CacheQueries, { id, former, entry }: Change): Promise<void> {
  if (former?.category === entry.category && former.acts === entry.acts) return
  await all(query, 'INSERT OR REPLACE INTO drug_classes VALUES (?, ?, ?, ?)', [
    id,
    entry.category,
    entry.scope,
    entry.acts,
  ])
}

/** Rows of values and the id, neighbours in the tree together: its pages are then written once. */
async function changePairs(
  query: CacheQueries,
  changes: readonly Change[],
  table: string,
  columns: readonly string[],
  valuesOf: (entry: Entry) => (string | number)[][],
): Promise<void> {
  const textsOf = (entry: Entry | null) =>
    entry ? valuesOf(entry).map((values) => JSON.stringify(values)) : []
  const added: (string | number)[][] = []
  for (const { id, former, entry } of changes) {
    if (!former) {
      added.push(...valuesOf(entry).map((values) => [...values, id]))
      continue
    }
    const before = textsOf(former)
    const after = textsOf(entry)
    const toRow = (text: string): (string | number)[] => [...JSON.parse(text), id]
    for (const gone of without(before, after))
      await all(
        query,
        `DELETE FROM ${table} WHERE ${columns.map((column) => `${column} = ?`).join(' AND ')} AND id = ?`,
        toRow(gone),
      )
    added.push(...without(after, before).map(toRow))
  }
  const inOrder = added.sort((a, b) => Number(a[0]) - Number(b[0]) || compareText(a[1], b[1]))
  await insertAll(query, table, inOrder)
}

const compareText = (a: unknown, b: unknown): number => {
  const [first, second] = [String(a), String(b)]
  return first === second ? 0 : first < second ? -1 : 1
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
