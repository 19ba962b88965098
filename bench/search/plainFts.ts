import { DatabaseSync } from 'node:sqlite'
import type { DrugEntry } from '../../src/demoService/model/catalogue.ts'
import type { Candidate } from './measure.ts'

/** The default approach: FTS5 with prefix indexes, ordered by bm25. It tolerates no typos. */
export function buildPlain(file: string, entries: readonly DrugEntry[]): void {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE VIRTUAL TABLE drugs USING fts5(
      drug_id UNINDEXED, name, synonyms, category, description, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2'
    );`)
  const insert = database.prepare('INSERT INTO drugs VALUES (?, ?, ?, ?, ?)')
  database.exec('BEGIN')
  for (const { drugId, name, synonyms, category, mechanism } of entries)
    insert.run(drugId, name, synonyms.join(' '), category, mechanism)
  database.exec('COMMIT')
  database.close()
}

export function openPlain(file: string): Candidate {
  const database = new DatabaseSync(file)
  const best = database.prepare('SELECT drug_id FROM drugs WHERE drugs MATCH ? ORDER BY rank LIMIT 20')
  const sorted = database.prepare(
    'SELECT drug_id FROM drugs WHERE drugs MATCH ? AND category = ? ORDER BY name LIMIT 50 OFFSET 100',
  )
  const toMatch = (text: string) =>
    text
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .map((word) => `"${word}"*`)
      .join(' ')
  const search = async (text: string) => best.all(toMatch(text)).map((row) => String(row.drug_id))
  return {
    name: 'FTS5, bm25',
    search,
    filter: async ({ text, category }) =>
      sorted.all(`{name synonyms} : ${toMatch(text)}`, category).map((row) => String(row.drug_id)),
    typo: search,
    close: async () => database.close(),
  }
}
