import type { Generated } from 'kysely'
import type { Migration } from '../ports.ts'

export type ReportRow = { sample_id: string; content_type: string; bytes: Uint8Array; fetched_at: string }

/**
 * Which screenings rank a drug: a row for the id and one for the name of each hit, with `id ID` or `name FOLDED` for
 * `key`. Made from the stored results when it is requested, under a new `run` for each answer, so that they are only
 * ever written at the end.
 */
type ScreeningHitRow = {
  key: string
  run: number
  rank: number
  score: number | null
  /** Beside a name only. */
  drug_id: string | null
}
type ScreeningIndexedRow = { run: Generated<number>; task_id: string; version: string }

export type CacheSchema = {
  reports: ReportRow
  screening_hits: ScreeningHitRow
  screening_indexed: ScreeningIndexedRow
}

export const cacheMigrations: readonly Migration[] = [
  {
    name: '0001-answers',
    statements: [
      `CREATE TABLE drugs (
        drug_id TEXT PRIMARY KEY, name TEXT NOT NULL, synonyms TEXT NOT NULL, category TEXT, description TEXT,
        raw TEXT NOT NULL, fetched_at TEXT NOT NULL, search_text TEXT NOT NULL, pathways TEXT, pathways_raw TEXT
      ) STRICT`,
      `CREATE INDEX drugs_category ON drugs (category, name)`,
      `CREATE INDEX drugs_name ON drugs (name COLLATE NOCASE)`,
      `CREATE TABLE analyses (
        analysis_id TEXT PRIMARY KEY, sample_id TEXT NOT NULL, kind TEXT NOT NULL, request TEXT NOT NULL,
        raw TEXT NOT NULL, fetched_at TEXT NOT NULL, service TEXT NOT NULL, request_id TEXT,
        synthetic INTEGER NOT NULL, current INTEGER NOT NULL
      ) STRICT`,
      `CREATE INDEX analyses_sample ON analyses (sample_id, kind, current)`,
      `CREATE UNIQUE INDEX analyses_current ON analyses (sample_id, kind) WHERE current = 1`,
      `CREATE TABLE scores (
        analysis_id TEXT NOT NULL REFERENCES analyses ON DELETE CASCADE, pathway TEXT NOT NULL,
        activity REAL, aging_offset REAL, PRIMARY KEY (analysis_id, pathway)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE clock_values (
        analysis_id TEXT NOT NULL REFERENCES analyses ON DELETE CASCADE, name TEXT NOT NULL, value REAL NOT NULL,
        PRIMARY KEY (analysis_id, name)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE reports (
        sample_id TEXT PRIMARY KEY, content_type TEXT NOT NULL, bytes BLOB NOT NULL, fetched_at TEXT NOT NULL
      ) STRICT`,
      `CREATE TABLE screening_results (
        task_id TEXT PRIMARY KEY, raw TEXT NOT NULL, hits TEXT NOT NULL, fetched_at TEXT NOT NULL
      ) STRICT`,
    ],
  },
  {
    // Drugs have a database of their own since; see drugs.ts.
    name: '0002-drugs-elsewhere',
    statements: [`DROP TABLE drugs`],
  },
  {
    name: '0003-screenings-of-a-drug',
    statements: [
      // Behind two long texts in its row, the time would be slow to read.
      `CREATE INDEX screening_results_fetched ON screening_results (task_id, fetched_at)`,
      `CREATE TABLE screening_indexed (
        run INTEGER PRIMARY KEY AUTOINCREMENT, task_id TEXT NOT NULL UNIQUE, version TEXT NOT NULL
      ) STRICT`,
      `CREATE TABLE screening_hits (
        key TEXT NOT NULL, run INTEGER NOT NULL, rank REAL NOT NULL, score REAL, drug_id TEXT,
        PRIMARY KEY (run, key, rank)
      ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    // Answers have a database of their own since, see resultTables.ts.
    name: '0004-answers-elsewhere',
    statements: [
      `DROP TABLE scores`,
      `DROP TABLE clock_values`,
      `DROP TABLE analyses`,
      `DROP TABLE screening_results`,
    ],
  },
]
