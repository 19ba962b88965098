import type { Generated } from 'kysely'
import type { Migration } from '../ports.ts'

/**
 * Every response of pathway-analysis and pathway-clock, and the results of screenings. A repeated analysis adds a row.
 * Rows are never removed, and only `current` changes, since the service does not return an old result again (decision
 * 15).
 */
export type AnalysisRow = {
  analysis_id: string
  sample_id: string
  kind: 'activity' | 'clock'
  request: string
  raw: string
  fetched_at: string
  service: string
  request_id: string | null
  synthetic: number
  /** 1 for the newest of its sample and kind. */
  current: number
}

/** `parts` is the number of its scores and clock values, to detect the loss of some. Null if not known. */
type AnalysesTable = AnalysisRow & { parts: Generated<number | null> }

export type ScoreRow = {
  analysis_id: string
  pathway: string
  activity: number | null
  aging_offset: number | null
}

/** The values of pathway-clock for the sample as a whole. */
export type ClockValueRow = { analysis_id: string; name: string; value: number }

/** A request about a sample that is running, or that ended without a stored response. */
export type RequestLeaseRow = {
  sample_id: string
  kind: AnalysisRow['kind']
  /** JSON of the requested pathways, sorted. Empty for all. */
  pathways: string
  /** The run that sends it, and the time (ms since 1970) until which it holds the lease. */
  owner: string
  lease_until_ms: number
  /** 1 if its request was sent, so the service may have counted it. */
  sent: number
  /** 1 if the service failed at it last time. */
  failed: number
  /** 1 if the service refused it or its response could not be read, and it was not sent again. */
  refused: Generated<number>
  /** Path and query where the service announced the result, or null. */
  result_at: Generated<string | null>
}

export type AnswersSchema = {
  analyses: AnalysesTable
  scores: ScoreRow
  clock_values: ClockValueRow
  /** The result of a screening. Results of local tasks (`local-`) can never be requested again. */
  screening_results: { task_id: string; raw: string; hits: string; fetched_at: string }
  asked: RequestLeaseRow
  /** A re-analysis that has not finished. `choice` is the selection, `since` its start (ISO 8601). */
  reruns: { choice: string; since: string }
}

export const answersMigrations: readonly Migration[] = [
  {
    name: '0004-result-addresses',
    replaces: ['0001-answers', '0002-screening-results', '0003-asked'],
    statements: [
      `CREATE TABLE analyses (
        analysis_id TEXT PRIMARY KEY, sample_id TEXT NOT NULL, kind TEXT NOT NULL, request TEXT NOT NULL,
        raw TEXT NOT NULL, fetched_at TEXT NOT NULL, service TEXT NOT NULL, request_id TEXT,
        synthetic INTEGER NOT NULL, current INTEGER NOT NULL, parts INTEGER
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
      `CREATE TABLE screening_results (
        task_id TEXT PRIMARY KEY, raw TEXT NOT NULL, hits TEXT NOT NULL, fetched_at TEXT NOT NULL
      ) STRICT`,
      // The index avoids reading the time from behind two long texts in the row.
      `CREATE INDEX screening_results_fetched ON screening_results (task_id, fetched_at)`,
      `CREATE TABLE asked (
        sample_id TEXT NOT NULL, kind TEXT NOT NULL, pathways TEXT NOT NULL, owner TEXT NOT NULL,
        lease_until_ms INTEGER NOT NULL, sent INTEGER NOT NULL, failed INTEGER NOT NULL, result_at TEXT,
        PRIMARY KEY (sample_id, kind, pathways)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE reruns (choice TEXT PRIMARY KEY, since TEXT NOT NULL) STRICT`,
    ],
  },
  {
    name: '0005-refused-requests',
    statements: [`ALTER TABLE asked ADD COLUMN refused INTEGER NOT NULL DEFAULT 0`],
  },
]

/**
 * Statements to run after a damaged file was rebuilt. A response that lost parts becomes history and is requested
 * again.
 */
export const repairStatements: readonly string[] = [
  `DELETE FROM scores WHERE analysis_id NOT IN (SELECT analysis_id FROM analyses)`,
  `DELETE FROM clock_values WHERE analysis_id NOT IN (SELECT analysis_id FROM analyses)`,
  `UPDATE analyses SET current = 0 WHERE current = 1 AND parts <>
    (SELECT count(*) FROM scores s WHERE s.analysis_id = analyses.analysis_id)
    + (SELECT count(*) FROM clock_values v WHERE v.analysis_id = analyses.analysis_id)`,
]
