import type { Generated } from 'kysely'
import type { Migration } from '../ports.ts'

/**
 * The drugs of a profile have their own database, so heavy writes by its threads never block other work (decision 9).
 * It can be deleted and fetched again, like the cache.
 */

/** A drug as last fetched. */
export type DrugRow = {
  drug_id: string
  name: string
  synonyms: string
  category: string | null
  description: string | null
  raw: string
  /** ISO 8601 time of the newest response about it, a list or its details. */
  fetched_at: string
  /** Pathways as JSON. Null if never fetched. */
  pathways: string | null
  pathways_raw: string | null
  pathways_fetched_at: string | null
  /** The time its details were fetched, not just a list that names it. Null if never. */
  details_fetched_at: string | null
  /**
   * The time it was last fetched with all its fields, by a list or with its details. Null if only some were requested.
   */
  whole_fetched_at: string | null
  /** 1 if the service marked part of it, or of its pathways, as synthetic data. */
  synthetic: 0 | 1
  pathways_synthetic: 0 | 1
}

/** The number of cached drugs with this value. */
type DrugFacetRow = { kind: 'all' | 'category' | 'pathway' | 'direction'; value: string; count: number }
/** The same number among the drugs that pass a filter. `within`: see index/indexEntry.ts. */
type DrugCellRow = DrugFacetRow & { within: string }

/** The latest response of drug-pathway for a name. `name_key` is the folded name. */
export type DrugLookupRow = {
  name_key: string
  name: string
  pathways: string
  raw: string
  fetched_at: string
  synthetic: 0 | 1
}

export type DrugsSchema = {
  drugs: DrugRow
  /**
   * The progress of the index: rows of `drugs` after `done` up to `todo` (by rowid) are not indexed yet. `written` counts
   * the drugs written since the last full merge.
   */
  drug_index: { one: 1; version: number; done: number; todo: number; written: number }
  drug_facets: DrugFacetRow
  drug_cells: DrugCellRow
  /** A distinct combination of the values that drugs are filtered and counted by. `acts` is JSON. */
  drug_classes: { class: number; category: string | null; scope: number; acts: string }
  /** The class of a drug, stored apart from its long row. `id` is the rowid of the drug. */
  drug_class_of: { id: number; class: number }
  drug_lookups: DrugLookupRow
  /**
   * The current pass over a plan's list and drugs, or the last one, which then is `over`. The counts are of the list's
   * entries so far: see `Pass` in listPass.ts. `repeated`: entries of earlier pages. `shrunk` is set once a total was
   * smaller than one before. `next` is the address of the next page, and `more` is set if the last page announced one.
   */
  prefetch_passes: {
    plan_id: string
    began_at: string
    listed_at: string
    names_only: 0 | 1
    list_ended: 0 | 1
    over: 0 | 1
    pages: number
    first_size: number
    seen: number
    total: number | null
    repeated: number
    without_id: number
    twice: number
    shrunk: 0 | 1
    next: string | null
    more: 0 | 1
    proven: 0 | 1
    doubt: string | null
  }
  /** A drug found in the plan's scope. */
  prefetch_members: { plan_id: string; drug_id: string }
  /** The sending time of each request in the last hour, in ms since 1970. */
  prefetch_sent: { id: Generated<number>; at_ms: number }
}

export const drugsMigrations: readonly Migration[] = [
  {
    // The index uses the rowids of `drugs`, so rows are never deleted there and the file must not be vacuumed.
    name: '0004-next-pages',
    replaces: ['0001-drugs', '0002-whole-answers', '0003-readings-of-lists'],
    statements: [
      `CREATE TABLE drugs (
        drug_id TEXT PRIMARY KEY, name TEXT NOT NULL, synonyms TEXT NOT NULL, category TEXT, description TEXT,
        raw TEXT NOT NULL, fetched_at TEXT NOT NULL, search_text TEXT NOT NULL, pathways TEXT, pathways_raw TEXT,
        pathways_fetched_at TEXT, details_fetched_at TEXT, synthetic INTEGER NOT NULL DEFAULT 0,
        pathways_synthetic INTEGER NOT NULL DEFAULT 0, whole_fetched_at TEXT
      ) STRICT`,
      `CREATE INDEX drugs_category ON drugs (category COLLATE NOCASE, name COLLATE NOCASE)`,
      `CREATE INDEX drugs_name ON drugs (name COLLATE NOCASE)`,
      `CREATE INDEX drugs_fetched_at ON drugs (fetched_at)`,
      `CREATE TABLE drug_index (
        one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL, done INTEGER NOT NULL, todo INTEGER NOT NULL,
        written INTEGER NOT NULL
      ) STRICT`,
      `INSERT INTO drug_index SELECT 1, 0, 0, coalesce(max(rowid), 0), 0 FROM drugs`,
      `CREATE TABLE drug_keys (
        scope INTEGER NOT NULL, key TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (scope, key, id)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE drug_deletes (
        hash INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY (hash, word)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE drug_facets (
        kind TEXT NOT NULL, value TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (kind, value)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE drug_cells (
        within TEXT NOT NULL, kind TEXT NOT NULL, value TEXT NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (within, kind, value)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE drug_classes (
        class INTEGER PRIMARY KEY, category TEXT, scope INTEGER NOT NULL, acts TEXT NOT NULL
      ) STRICT`,
      // 0 represents a missing category, since no text equals a number.
      `CREATE UNIQUE INDEX drug_classes_once ON drug_classes (acts, ifnull(category, 0))`,
      `CREATE TABLE drug_class_of (id INTEGER PRIMARY KEY, class INTEGER NOT NULL) STRICT`,
      `CREATE TABLE drug_terms (term TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`,
      // Counts the sampled drug names that contain each three-letter sequence, to find rare ones.
      `CREATE TABLE drug_gram_counts (gram TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
      `CREATE VIRTUAL TABLE drug_name_words USING fts5(
        words, content='', detail=none, columnsize=0, prefix='1 2 3 4 5', tokenize='ascii'
      )`,
      `CREATE VIRTUAL TABLE drug_words USING fts5(
        words, content='', detail=none, columnsize=0, prefix='1 2 3 4 5', tokenize='ascii'
      )`,
      `CREATE VIRTUAL TABLE drug_grams USING fts5(
        names, content='', detail=none, columnsize=0, tokenize='trigram'
      )`,
      // The index merges them step by step: see mergeSegments.
      ...['drug_name_words', 'drug_words', 'drug_grams'].flatMap((table) => [
        `INSERT INTO ${table}(${table}, rank) VALUES ('automerge', 0)`,
        `INSERT INTO ${table}(${table}, rank) VALUES ('crisismerge', 1000)`,
      ]),
      `CREATE TABLE drug_lookups (
        name_key TEXT PRIMARY KEY, name TEXT NOT NULL, pathways TEXT NOT NULL, raw TEXT NOT NULL, fetched_at TEXT NOT NULL,
        synthetic INTEGER NOT NULL DEFAULT 0
      ) STRICT`,
      `CREATE TABLE prefetch_passes (
        plan_id TEXT PRIMARY KEY, began_at TEXT NOT NULL, names_only INTEGER NOT NULL CHECK (names_only IN (0, 1)),
        list_ended INTEGER NOT NULL CHECK (list_ended IN (0, 1)), over INTEGER NOT NULL CHECK (over IN (0, 1)),
        round INTEGER NOT NULL DEFAULT 1, doubt TEXT
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE prefetch_pages (
        plan_id TEXT NOT NULL, page INTEGER NOT NULL, items INTEGER NOT NULL, total INTEGER NOT NULL,
        fetched_at TEXT NOT NULL, fresh INTEGER NOT NULL DEFAULT 0, added INTEGER NOT NULL DEFAULT 0,
        repeated INTEGER NOT NULL DEFAULT 0, estimated INTEGER NOT NULL DEFAULT 0,
        without_id INTEGER NOT NULL DEFAULT 0, twice INTEGER NOT NULL DEFAULT 0, more INTEGER NOT NULL DEFAULT 0,
        next TEXT, PRIMARY KEY (plan_id, page)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE prefetch_members (
        plan_id TEXT NOT NULL, drug_id TEXT NOT NULL, round INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (plan_id, drug_id)
      ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE prefetch_sent (id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL) STRICT`,
      `CREATE INDEX prefetch_sent_at ON prefetch_sent (at_ms)`,
    ],
  },
  {
    // Lets the drugs with missing parts be counted without reading their long rows.
    name: '0005-drugs-that-lack-something',
    statements: [
      `CREATE INDEX drugs_without_pathways ON drugs (pathways_fetched_at) WHERE pathways_fetched_at IS NULL`,
      `CREATE INDEX drugs_without_details ON drugs (details_fetched_at) WHERE details_fetched_at IS NULL`,
    ],
  },
  {
    // A plan keeps what it has read: the pages of its list become the counts of the pass.
    name: '0006-one-reading-of-a-list',
    statements: [
      'ALTER TABLE drugs DROP COLUMN search_text',
      'ALTER TABLE prefetch_passes RENAME TO old_passes',
      // A list that was being read again continues with the drugs of that reading.
      `DELETE FROM prefetch_members WHERE round < (
        SELECT round FROM old_passes p WHERE p.plan_id = prefetch_members.plan_id AND p.list_ended = 0
      )`,
      'ALTER TABLE prefetch_members DROP COLUMN round',
      `CREATE TABLE prefetch_passes (
        plan_id TEXT PRIMARY KEY, began_at TEXT NOT NULL, listed_at TEXT NOT NULL, names_only INTEGER NOT NULL,
        list_ended INTEGER NOT NULL, over INTEGER NOT NULL, pages INTEGER NOT NULL, first_size INTEGER NOT NULL,
        seen INTEGER NOT NULL, total INTEGER, repeated INTEGER NOT NULL, without_id INTEGER NOT NULL,
        twice INTEGER NOT NULL, shrunk INTEGER NOT NULL, next TEXT, more INTEGER NOT NULL, proven INTEGER NOT NULL,
        doubt TEXT
      ) STRICT, WITHOUT ROWID`,
      `WITH counts AS (
        SELECT plan_id, min(fetched_at) AS listed_at, max(page) AS pages, sum(fresh + without_id + twice) AS seen,
          sum(repeated) AS repeated, sum(without_id) AS without_id, sum(twice) AS twice
        FROM prefetch_pages GROUP BY plan_id
      ), rows AS (
        SELECT p.*, coalesce(c.listed_at, p.began_at) AS listed_at, coalesce(c.pages, 0) AS pages,
          coalesce(first.items, 0) AS first_size, coalesce(c.seen, 0) AS seen,
          CASE WHEN last.estimated = 0 AND last.total >= c.seen THEN last.total END AS total,
          coalesce(c.repeated, 0) AS repeated, coalesce(c.without_id, 0) AS without_id, coalesce(c.twice, 0) AS twice,
          last.next AS next, coalesce(last.more, 0) AS more, last.items AS last_items
        FROM old_passes p LEFT JOIN counts c USING (plan_id)
          LEFT JOIN prefetch_pages first ON first.plan_id = p.plan_id AND first.page = 1
          LEFT JOIN prefetch_pages last ON last.plan_id = p.plan_id AND last.page = c.pages
      )
      INSERT INTO prefetch_passes SELECT plan_id, began_at, listed_at, names_only, list_ended, over, pages, first_size, seen,
        total, repeated, without_id, twice, 0, next, more,
        CASE WHEN pages = 0 OR (list_ended = 1 AND seen = total)
          OR (list_ended = 1 AND doubt IS NULL AND more = 0 AND repeated = 0 AND twice = 0 AND last_items = 0)
          THEN 1 ELSE 0 END, doubt FROM rows`,
      'DROP TABLE old_passes',
      'DROP TABLE prefetch_pages',
    ],
  },
]
