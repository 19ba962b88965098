import type { Generated } from 'kysely'
import type { Migration } from '../ports.ts'

/**
 * Every answer of pathway-analysis and pathway-clock, and the results of screenings. A repeated analysis adds one; none
 * is changed but for `current`, and none is removed, since the service gives an old answer no second time
 * (decision 15).
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
  /** 1: the newest of its sample and kind. */
  current: number
}

/** `parts`: how many scores and clock values belong to it, so that a loss of some is noticed; null: not known. */
type AnalysesTable = AnalysisRow & { parts: Generated<number | null> }

export type ScoreRow = {
  analysis_id: string
  pathway: string
  activity: number | null
  aging_offset: number | null
}

/** Numbers that pathway-clock gave for the sample as a whole. */
export type ClockValueRow = { analysis_id: string; name: string; value: number }

/** The result of a screening. Those of a task of our own (`local-`) can never be requested again. */
type ScreeningResultRow = { task_id: string; raw: string; hits: string; fetched_at: string }

/** A request about a sample that is under way, or that ended without a stored answer. */
export type RequestLeaseRow = {
  sample_id: string
  kind: AnalysisRow['kind']
  /** JSON of the pathways requested, sorted; empty: all. */
  pathways: string
  /** The run that sends it, and until when (ms since 1970) no other may. */
  owner: string
  lease_until_ms: number
  /** 1: its request has left, so that the service may have counted it. */
  sent: number
  /** 1: the service failed at it the last time. */
  failed: number
  /** 1: the service refused it, or its response could not be read; it was not sent since. */
  refused: Generated<number>
  /** Path and query where the service said that its result would be; null where it has not. */
  result_at: Generated<string | null>
}

/** A re-analysis that has not come to its end. `choice`: what was requested; `since`: when it began, ISO 8601. */
type RerunRow = { choice: string; since: string }

export type AnswersSchema = {
  analyses: AnalysesTable
  scores: ScoreRow
  clock_values: ClockValueRow
  screening_results: ScreeningResultRow
  asked: RequestLeaseRow
  reruns: RerunRow
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
      // Behind two long texts in its row, the time would be slow to read.
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

/** After a damaged file was made anew: an answer that lost some of its parts is requested again, and stays as history. */
export const repairStatements: readonly string[] = [
  `DELETE FROM scores WHERE analysis_id NOT IN (SELECT analysis_id FROM analyses)`,
  `DELETE FROM clock_values WHERE analysis_id NOT IN (SELECT analysis_id FROM analyses)`,
  `UPDATE analyses SET current = 0 WHERE current = 1 AND parts <>
    (SELECT count(*) FROM scores s WHERE s.analysis_id = analyses.analysis_id)
    + (SELECT count(*) FROM clock_values v WHERE v.analysis_id = analyses.analysis_id)`,
]
