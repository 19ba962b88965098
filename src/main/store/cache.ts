import type { Generated } from 'kysely'
import type { Migration } from '../ports.ts'

export type ReportRow = { sample_id: string; content_type: string; bytes: Uint8Array; fetched_at: string }

export type CacheSchema = {
  reports: ReportRow
  /**
   * The screenings that rank a drug: a row for the id and one for the name of each hit, whose `key` is `id ID` or `name
   * FOLDED`. The index is built from the stored results on demand. Each response gets a new `run`, so rows are only ever
   * appended.
   */
  screening_hits: {
    key: string
    run: number
    rank: number
    score: number | null
    /** Set only in rows for a name. */
    drug_id: string | null
  }
  screening_indexed: { run: Generated<number>; task_id: string; version: string }
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
