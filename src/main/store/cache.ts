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
    name: '0004-answers-elsewhere',
    replaces: ['0001-answers', '0002-drugs-elsewhere', '0003-screenings-of-a-drug'],
    statements: [
      `CREATE TABLE reports (
        sample_id TEXT PRIMARY KEY, content_type TEXT NOT NULL, bytes BLOB NOT NULL, fetched_at TEXT NOT NULL
      ) STRICT`,
      `CREATE TABLE screening_indexed (
        run INTEGER PRIMARY KEY AUTOINCREMENT, task_id TEXT NOT NULL UNIQUE, version TEXT NOT NULL
      ) STRICT`,
      `CREATE TABLE screening_hits (
        key TEXT NOT NULL, run INTEGER NOT NULL, rank REAL NOT NULL, score REAL, drug_id TEXT,
        PRIMARY KEY (run, key, rank)
      ) STRICT, WITHOUT ROWID`,
    ],
  },
]
