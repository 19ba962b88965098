import type { Generated } from 'kysely'
import type { Migration } from '../ports.ts'

/**
 * The drugs of a profile, in a database of their own: its threads write as much as they like, and nothing else ever
 * waits for them (decision 9). Disposable like the cache.
 */

/** One drug as last seen. `search_text`: name, synonyms, category and description, folded for search. */
export type DrugRow = {
  drug_id: string
  name: string
  synonyms: string
  category: string | null
  description: string | null
  raw: string
  /** ISO 8601: the newest answer about it, be it a list or its details. */
  fetched_at: string
  search_text: string
  /** Pathways as JSON, null when never fetched. */
  pathways: string | null
  pathways_raw: string | null
  pathways_fetched_at: string | null
  /** When its details were fetched, not only a list that names it; null when never. */
  details_fetched_at: string | null
  /** When it was last fetched with all its fields, by a list or with its details; null when only some were requested. */
  whole_fetched_at: string | null
  /** 1: the service marked something of it, or of its pathways, as synthetic data. */
  synthetic: 0 | 1
  pathways_synthetic: 0 | 1
}

/**
 * How far the index is: rows of `drugs` after `done` up to `todo` are not in it yet (by rowid). `written`: how many drugs
 * were written to it since all of it was last merged.
 */
type DrugIndexRow = { one: 1; version: number; done: number; todo: number; written: number }

/** How many cached drugs have this value. */
type DrugFacetRow = { kind: 'all' | 'category' | 'pathway' | 'direction'; value: string; count: number }
/** The same among the drugs that pass a filter; `within`: see index/indexEntry.ts. */
type DrugCellRow = DrugFacetRow & { within: string }
/** What drugs are filtered and counted by, each combination once; `acts` is JSON. */
type DrugClassRow = { class: number; category: string | null; scope: number; acts: string }
/** The class of a drug, apart from its long row; `id` is its rowid. */
type DrugClassOfRow = { id: number; class: number }

/** The last answer of drug-pathway for a name; `name_key` is the name folded. */
export type DrugLookupRow = {
  name_key: string
  name: string
  pathways: string
  raw: string
  fetched_at: string
  synthetic: 0 | 1
}

/**
 * The reading of a plan's list and drugs that is under way, or the last one, which then is `over`. `round`: how often
 * the list was begun; `doubt`: why drugs of it may be missing.
 */
type OfflineSyncPassRow = {
  plan_id: string
  began_at: string
  names_only: 0 | 1
  list_ended: 0 | 1
  over: 0 | 1
  round: Generated<number>
  doubt: string | null
}
/**
 * A page of a list that a plan has fetched. `items`: how many drugs it held; `fresh`: those no page before it did;
 * `added`: those new to the plan; `repeated`: items of earlier pages. `estimated`: the total was not given.
 * `without_id`: items that name no drug; `twice`: items under the identifier of another of the same page. `next`: the
 * address that it gave for the next page; `more`: it says that there is one.
 */
type OfflineSyncPageRow = {
  plan_id: string
  page: number
  items: number
  total: number
  fetched_at: string
  fresh: Generated<number>
  added: Generated<number>
  repeated: Generated<number>
  estimated: Generated<0 | 1>
  without_id: Generated<number>
  twice: Generated<number>
  next: string | null
  more: Generated<0 | 1>
}
/** A drug that the plan's scope was found to hold, last in this round. */
type OfflineSyncMemberRow = { plan_id: string; drug_id: string; round: Generated<number> }
/** When each request of the last hour left, in ms since 1970. */
type OfflineSyncRequestRow = { id: Generated<number>; at_ms: number }

export type DrugsSchema = {
  drugs: DrugRow
  drug_index: DrugIndexRow
  drug_facets: DrugFacetRow
  drug_cells: DrugCellRow
  drug_classes: DrugClassRow
  drug_class_of: DrugClassOfRow
  drug_lookups: DrugLookupRow
  prefetch_passes: OfflineSyncPassRow
  prefetch_pages: OfflineSyncPageRow
  prefetch_members: OfflineSyncMemberRow
  prefetch_sent: OfflineSyncRequestRow
}

export const drugsMigrations: readonly Migration[] = [
  {
    // Ids of the index are the rowids of `drugs`: nothing is ever deleted there, and the file must not be vacuumed.
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
      // A number stands for no category, as no text equals it.
      `CREATE UNIQUE INDEX drug_classes_once ON drug_classes (acts, ifnull(category, 0))`,
      `CREATE TABLE drug_class_of (id INTEGER PRIMARY KEY, class INTEGER NOT NULL) STRICT`,
      `CREATE TABLE drug_terms (term TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`,
      // In how many names of some of the drugs three letters are: which of them are rare.
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
      // Merged step by step by the index itself: see mergeSegments.
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
    // How many drugs lack something is counted without reading their long rows.
    name: '0005-drugs-that-lack-something',
    statements: [
      `CREATE INDEX drugs_without_pathways ON drugs (pathways_fetched_at) WHERE pathways_fetched_at IS NULL`,
      `CREATE INDEX drugs_without_details ON drugs (details_fetched_at) WHERE details_fetched_at IS NULL`,
    ],
  },
]
