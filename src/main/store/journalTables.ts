/** The columns shared by `register_index` and its source. */
const registerColumns =
  'sample_id, client_reference, status, state, place, created_at, batch_id, synthetic, group_name, text'
const updateAssignments = registerColumns
  .split(', ')
  .slice(1)
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')
const watchedColumns = 'client_reference, status, state, place, created_at, batch_id, synthetic, fields'
const row = (which: string) =>
  `(${watchedColumns
    .split(', ')
    .map((name) => `${which}.${name}`)
    .join(', ')})`

const index = (which: string) => `INSERT INTO register_index (${registerColumns})
  SELECT ${registerColumns} FROM register_source WHERE sample_id = ${which}.sample_id
  ON CONFLICT (sample_id) DO UPDATE SET ${updateAssignments};`
const retagSql = `DELETE FROM sample_tags WHERE sample_id = new.sample_id;
  INSERT INTO sample_tags SELECT DISTINCT value, new.sample_id FROM json_each(new.tags);`
const removeTextSql = `INSERT INTO register_text (register_text, rowid, text) VALUES ('delete', old.id, old.text);`
const addTextSql = `INSERT INTO register_text (rowid, text) VALUES (new.id, new.text);`

/** Creates a covering index with all filter columns, so any filter in any order reads one index row by row. */
const covering = (name: string, first: string) =>
  `CREATE INDEX register_${name} ON register_index (${first}, state, group_name, batch_id, synthetic)`

/**
 * The register's index, tags and annotations, and the history of batches. Triggers maintain the index, so every writer
 * updates it. The trigram index ignores the case of all letters; LIKE does so only for ASCII.
 */
export const registerStatements: readonly string[] = [
  `CREATE TABLE mapping_templates (
    template_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, content TEXT NOT NULL, saved_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE order_form (
    one INTEGER PRIMARY KEY CHECK (one = 1), content TEXT NOT NULL, changed_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE batch_events (
    event_id INTEGER PRIMARY KEY, batch_id TEXT NOT NULL REFERENCES batches, row INTEGER, at TEXT NOT NULL,
    who TEXT NOT NULL, what TEXT NOT NULL, detail TEXT
  ) STRICT`,
  `CREATE INDEX batch_events_batch ON batch_events (batch_id, event_id)`,
  `CREATE TABLE annotations (
    sample_id TEXT PRIMARY KEY, group_name TEXT, tags TEXT NOT NULL DEFAULT '[]', note TEXT,
    fields TEXT NOT NULL DEFAULT '{}', changed_at TEXT NOT NULL, changed_by TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE sample_tags (
    tag TEXT NOT NULL, sample_id TEXT NOT NULL, PRIMARY KEY (tag, sample_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX sample_tags_sample ON sample_tags (sample_id)`,
  `CREATE TABLE register_index (
    id INTEGER PRIMARY KEY, sample_id TEXT NOT NULL UNIQUE, client_reference TEXT NOT NULL, status TEXT NOT NULL,
    state TEXT NOT NULL, place TEXT NOT NULL, created_at TEXT NOT NULL, batch_id TEXT, synthetic INTEGER NOT NULL,
    group_name TEXT, text TEXT NOT NULL
  ) STRICT`,
  covering('by_place', 'place, created_at, sample_id'),
  covering('by_reference', 'client_reference, sample_id'),
  covering('by_sample', 'sample_id'),
  covering('by_status', 'status, sample_id'),
  // Counting by these values scans this index without sorting.
  `CREATE INDEX register_by_facets ON register_index (state, group_name, batch_id, synthetic, sample_id)`,
  `CREATE VIEW register_source AS SELECT
    s.sample_id, s.client_reference, s.status, s.state, s.place, s.created_at, s.batch_id, s.synthetic,
    COALESCE(a.group_name, CAST(json_extract(s.fields, '$.group') AS TEXT)) AS group_name,
    concat_ws(char(10), s.client_reference, s.sample_id, s.status,
      (SELECT group_concat(value, char(10)) FROM json_each(s.fields)),
      a.group_name, a.note,
      (SELECT group_concat(value, char(10)) FROM json_each(a.tags)),
      (SELECT group_concat(value, char(10)) FROM json_each(a.fields)), '') AS text
    FROM samples AS s LEFT JOIN annotations AS a ON a.sample_id = s.sample_id`,
  `CREATE VIRTUAL TABLE register_text USING fts5(
    text, content='register_index', content_rowid='id', tokenize='trigram'
  )`,
  `CREATE TRIGGER register_text_insert AFTER INSERT ON register_index BEGIN ${addTextSql} END`,
  `CREATE TRIGGER register_text_delete AFTER DELETE ON register_index BEGIN ${removeTextSql} END`,
  `CREATE TRIGGER register_text_update AFTER UPDATE OF text ON register_index WHEN old.text IS NOT new.text
    BEGIN ${removeTextSql} ${addTextSql} END`,
  `CREATE TRIGGER samples_index_insert AFTER INSERT ON samples BEGIN ${index('new')} END`,
  `CREATE TRIGGER samples_index_update AFTER UPDATE OF ${watchedColumns} ON samples
    WHEN ${row('old')} IS NOT ${row('new')} BEGIN ${index('new')} END`,
  `CREATE TRIGGER samples_index_delete AFTER DELETE ON samples BEGIN
    DELETE FROM register_index WHERE sample_id = old.sample_id; END`,
  `CREATE TRIGGER annotations_insert AFTER INSERT ON annotations BEGIN ${index('new')} ${retagSql} END`,
  `CREATE TRIGGER annotations_update AFTER UPDATE ON annotations BEGIN ${index('new')} ${retagSql} END`,
  `CREATE TRIGGER annotations_delete AFTER DELETE ON annotations BEGIN ${index('old')}
    DELETE FROM sample_tags WHERE sample_id = old.sample_id; END`,
]

const isWritten = (which: string) =>
  `NOT EXISTS (SELECT 1 FROM register_unwritten WHERE from_id <= ${which}.id)`

/**
 * Lets the text index lag behind. While `register_unwritten` has a row, the index contains exactly the rows below its
 * `from_id`. The triggers respect that, since deleting a row that was never indexed corrupts the index.
 */
export const lateTextStatements: readonly string[] = [
  `CREATE TABLE register_unwritten (
    one INTEGER PRIMARY KEY CHECK (one = 1), from_id INTEGER NOT NULL
  ) STRICT`,
  ...['insert', 'delete', 'update'].map((name) => `DROP TRIGGER register_text_${name}`),
  `CREATE TRIGGER register_text_insert AFTER INSERT ON register_index WHEN ${isWritten('new')} BEGIN ${addTextSql} END`,
  `CREATE TRIGGER register_text_delete AFTER DELETE ON register_index WHEN ${isWritten('old')} BEGIN ${removeTextSql} END`,
  `CREATE TRIGGER register_text_update AFTER UPDATE OF text ON register_index
    WHEN old.text IS NOT new.text AND ${isWritten('old')} BEGIN ${removeTextSql} ${addTextSql} END`,
]

/** Indexing this many rows takes some 50 ms, during which other writers wait. */
const rowsPerChunk = 2000

/** Adds the next rows to the text index in one transaction. `hasMoreSql` returns a row while more remain. */
export const textIndexChunk = {
  statements: [
    `INSERT INTO register_text (rowid, text) SELECT id, text FROM register_index
      WHERE id >= (SELECT from_id FROM register_unwritten) ORDER BY id LIMIT ${rowsPerChunk}`,
    `UPDATE register_unwritten SET from_id = 1 + (SELECT coalesce(max(id), from_id) FROM (
      SELECT id FROM register_index WHERE id >= from_id ORDER BY id LIMIT ${rowsPerChunk}))`,
    `DELETE FROM register_unwritten WHERE NOT EXISTS (SELECT 1 FROM register_index WHERE id >= from_id)`,
  ],
  hasMoreSql: `SELECT 1 FROM register_unwritten`,
}

/** Adds the samples that are missing from the register's index. */
export const indexSamplesSql = `INSERT INTO register_index (${registerColumns}) SELECT ${registerColumns} FROM register_source
  WHERE sample_id NOT IN (SELECT sample_id FROM register_index)`

/** The import ledger, the register and the use of the service's limit. */
export const ledgerStatements: readonly string[] = [
  `CREATE TABLE batches (
        batch_id TEXT PRIMARY KEY, file_name TEXT NOT NULL, file_sha256 TEXT NOT NULL, mapping TEXT NOT NULL,
        read_as TEXT NOT NULL, created_at TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('running','paused','done','cancelled')),
        lease_owner TEXT, lease_until_ms INTEGER NOT NULL DEFAULT 0, made_by TEXT, recipe TEXT, changes TEXT
      ) STRICT`,
  `CREATE TABLE ledger (
        batch_id TEXT NOT NULL REFERENCES batches, row INTEGER NOT NULL, client_reference TEXT NOT NULL,
        fields TEXT NOT NULL, idempotency_key TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL CHECK (state IN ('queued','sending','created','failed','unknown')),
        sample_id TEXT, message TEXT, updated_at TEXT NOT NULL, sent_at TEXT, attempts INTEGER NOT NULL DEFAULT 0,
        withdrawn TEXT, notes TEXT, PRIMARY KEY (batch_id, row)
      ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX ledger_reference ON ledger (client_reference)`,
  // Counting the rows of a batch reads this index alone.
  `CREATE INDEX ledger_state ON ledger (batch_id, state, withdrawn)`,
  `CREATE TABLE samples (
        sample_id TEXT PRIMARY KEY, client_reference TEXT NOT NULL, fields TEXT NOT NULL,
        batch_id TEXT REFERENCES batches, status TEXT NOT NULL, state TEXT NOT NULL, created_at TEXT NOT NULL,
        checked_at TEXT, service TEXT NOT NULL, synthetic INTEGER NOT NULL, place TEXT NOT NULL DEFAULT '',
        adopted_at TEXT
      ) STRICT`,
  `CREATE INDEX samples_reference ON samples (client_reference)`,
  `CREATE INDEX samples_state ON samples (state)`,
  `CREATE INDEX samples_place ON samples (place, created_at, sample_id)`,
  `CREATE TABLE screening_tasks (
        task_id TEXT PRIMARY KEY, sample_id TEXT NOT NULL, endpoint TEXT NOT NULL, status TEXT NOT NULL,
        state TEXT NOT NULL, progress REAL, created_at TEXT NOT NULL, checked_at TEXT, service TEXT NOT NULL,
        synthetic INTEGER NOT NULL
      ) STRICT`,
  `CREATE TABLE quota (
        id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, state TEXT NOT NULL
      ) STRICT`,
  `INSERT INTO quota VALUES (1, 0, '')`,
]

/** The stored data about drugs and pathways: marks, lists, searches, names, and plans for offline use. */
export const drugListStatements: readonly string[] = [
  `CREATE TABLE drug_marks (
        drug_id TEXT PRIMARY KEY, name TEXT NOT NULL, favourite_at TEXT, note TEXT NOT NULL, updated_at TEXT NOT NULL
      ) STRICT`,
  `CREATE TABLE drug_tags (
        drug_id TEXT NOT NULL REFERENCES drug_marks, tag TEXT NOT NULL, added_at TEXT NOT NULL,
        PRIMARY KEY (tag, drug_id)
      ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX drug_tags_drug ON drug_tags (drug_id)`,
  `CREATE TABLE drug_sets (
        set_id TEXT PRIMARY KEY, name TEXT NOT NULL, note TEXT NOT NULL, created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL, removed_at TEXT
      ) STRICT`,
  `CREATE TABLE drug_set_members (
        set_id TEXT NOT NULL REFERENCES drug_sets, drug_id TEXT NOT NULL, name TEXT NOT NULL, added_at TEXT NOT NULL,
        PRIMARY KEY (set_id, drug_id)
      ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE saved_searches (
        search_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, address TEXT NOT NULL, created_at TEXT NOT NULL
      ) STRICT`,
  `CREATE TABLE pathway_aliases (
        kind TEXT NOT NULL CHECK (kind IN ('key', 'name')), alias TEXT NOT NULL, pathway TEXT NOT NULL,
        changed_at TEXT NOT NULL, PRIMARY KEY (kind, alias)
      ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE pathway_titles (
        pathway TEXT PRIMARY KEY, title TEXT NOT NULL, changed_at TEXT NOT NULL
      ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE prefetch_plans (
        plan_id TEXT PRIMARY KEY, scope TEXT NOT NULL UNIQUE, detail TEXT NOT NULL, per_hour INTEGER NOT NULL,
        refresh_days INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'done')), message TEXT,
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL, lease_owner TEXT, lease_until_ms INTEGER NOT NULL DEFAULT 0
      ) STRICT`,
]

/** Named export settings and the log of exports. */
export const exportStatements: readonly string[] = [
  `CREATE TABLE export_recipes (
    recipe_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, settings TEXT NOT NULL, saved_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE export_log (
    export_id TEXT PRIMARY KEY, made_at TEXT NOT NULL, file_name TEXT NOT NULL, settings TEXT NOT NULL,
    row_count INTEGER NOT NULL, size_bytes INTEGER NOT NULL, sha256 TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX export_log_time ON export_log (made_at)`,
]

/** Tables whose rows had a checksum before the order log existed. Older files still have the column `checksum`. */
const checksummedTables =
  'batches ledger samples screening_tasks batch_events annotations mapping_templates order_form drug_marks drug_tags drug_sets drug_set_members saved_searches pathway_aliases pathway_titles prefetch_plans export_recipes export_log studies study_comparisons study_batches study_samples'

export const withoutChecksumStatements: readonly string[] = [
  ...checksummedTables
    .split(' ')
    .flatMap((table) => [
      ...['insert', 'before', 'update', 'delete'].map(
        (when) => `DROP TRIGGER IF EXISTS ${table}_guard_${when}`,
      ),
      `DROP VIEW IF EXISTS checked_${table}`,
    ]),
  `DROP TABLE IF EXISTS damaged_rows`,
]

/** Statements to run on a journal that replaced another one: nothing runs or holds a lease there. */
export const endWorkStatements: readonly string[] = [
  `UPDATE batches SET state = 'paused' WHERE state = 'running'`,
  `UPDATE batches SET lease_owner = NULL, lease_until_ms = 0 WHERE lease_owner IS NOT NULL`,
  `UPDATE prefetch_plans SET lease_owner = NULL, lease_until_ms = 0 WHERE lease_owner IS NOT NULL`,
]

/** The undo data of recent changes to annotations. */
export const annotationUndoStatements: readonly string[] = [
  `CREATE TABLE annotation_undo (
    undo_id TEXT NOT NULL, part INTEGER NOT NULL, made_at TEXT NOT NULL, content TEXT NOT NULL,
    PRIMARY KEY (undo_id, part)
  ) STRICT`,
]

/** The journal's position in its order log, and the reason why paid calls are refused. */
export const orderLogStatements: readonly string[] = [
  `CREATE TABLE order_log (
    one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, sum TEXT NOT NULL, size_bytes INTEGER NOT NULL,
    uncertain TEXT
  ) STRICT`,
  `ALTER TABLE batches ADD COLUMN order_count INTEGER`,
  `ALTER TABLE batches ADD COLUMN order_digest TEXT`,
]
