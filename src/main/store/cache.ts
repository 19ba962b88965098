import type { Migration } from '../ports.ts'

/** One drug as last seen. `search_text`: name, synonyms, category and description, folded for search. */
export type DrugRow = {
  drug_id: string
  name: string
  synonyms: string
  category: string | null
  description: string | null
  raw: string
  fetched_at: string
  search_text: string
  /** Pathways as JSON, null when never fetched. */
  pathways: string | null
  pathways_raw: string | null
}

/** One answer of pathway-analysis or pathway-clock; a repeated analysis adds a row. */
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

export type ScoreRow = {
  analysis_id: string
  pathway: string
  activity: number | null
  aging_offset: number | null
}

/** Numbers that pathway-clock gave for the sample as a whole. */
type ClockValueRow = { analysis_id: string; name: string; value: number }

export type ReportRow = { sample_id: string; content_type: string; bytes: Uint8Array; fetched_at: string }

type ScreeningResultRow = { task_id: string; raw: string; hits: string; fetched_at: string }

/** How far the index of the drugs is: rows of `drugs` after `done` up to `todo` are not in it yet (by rowid). */
type DrugIndexRow = { one: 1; version: number; done: number; todo: number }

/** How many kept drugs have this value. */
type DrugFacetRow = { kind: 'all' | 'category' | 'pathway' | 'direction'; value: string; count: number }

export type CacheSchema = {
  drug_index: DrugIndexRow
  drug_facets: DrugFacetRow
  drugs: DrugRow
  analyses: AnalysisRow
  scores: ScoreRow
  clock_values: ClockValueRow
  reports: ReportRow
  screening_results: ScreeningResultRow
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
    // Ids are the rowids of `drugs`: nothing is ever deleted there, and the file must not be vacuumed.
    name: '0002-drug-index',
    statements: [
      `CREATE TABLE drug_index (
        one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL, done INTEGER NOT NULL, todo INTEGER NOT NULL
      ) STRICT`,
      `INSERT INTO drug_index SELECT 1, 0, 0, coalesce(max(rowid), 0) FROM drugs`,
      `CREATE TABLE drug_keys (
        scope INTEGER NOT NULL, key TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (scope, key, id)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE drug_deletes (
        hash INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (hash, id)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE drug_facets (
        kind TEXT NOT NULL, value TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (kind, value)
      ) STRICT, WITHOUT ROWID`,
      `CREATE VIRTUAL TABLE drug_name_words USING fts5(
        words, content='', detail=none, columnsize=0, prefix='1 2 3 4 5', tokenize='ascii'
      )`,
      `CREATE VIRTUAL TABLE drug_words USING fts5(
        words, content='', detail=none, columnsize=0, prefix='1 2 3 4 5', tokenize='ascii'
      )`,
      `CREATE VIRTUAL TABLE drug_grams USING fts5(
        names, content='', detail=none, columnsize=0, tokenize='trigram'
      )`,
      // Merged step by step by the index itself: see mergeSegments.
      ...['drug_name_words', 'drug_words', 'drug_grams'].flatMap((table) => [
        `INSERT INTO ${table}(${table}, rank) VALUES ('automerge', 0)`,
        `INSERT INTO ${table}(${table}, rank) VALUES ('crisismerge', 1000)`,
      ]),
      `CREATE INDEX drugs_fetched_at ON drugs (fetched_at)`,
    ],
  },
]
