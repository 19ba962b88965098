/** The file name without its extension, cut to the maximum length of a study name. */
const fileTitle = `coalesce(nullif(substr(trim(CASE WHEN instr(file_name, '.') > 1
  THEN rtrim(rtrim(file_name, replace(file_name, '.', '')), '.') ELSE file_name END), 1, 180), ''), 'Import')`

/** Numbers a name that is taken. It runs twice, since files may themselves be called “a (2)”. */
const numberTakenNames = `UPDATE studies SET name = name || ' (2)' WHERE study_id IN (
  SELECT study_id FROM (SELECT study_id, row_number() OVER (
    PARTITION BY lower(name) ORDER BY study_id IN (SELECT batch_id FROM batches), created_at, study_id) AS place FROM studies)
  WHERE place > 1 AND study_id IN (SELECT batch_id FROM batches))`

/**
 * Creates one study for each batch if “All samples” is the only study: when a journal is migrated, or was restored from
 * a backup older than studies.
 */
const studiesOfBatches: readonly string[] = [
  `INSERT INTO studies (study_id, name, created_at, changed_at)
    SELECT batch_id, CASE WHEN place > 1 THEN title || ' (' || place || ')' ELSE title END, created_at, created_at
    FROM (SELECT batch_id, title, created_at,
        row_number() OVER (PARTITION BY lower(title) ORDER BY created_at, batch_id)
          + (lower(title) IN ('all', 'all samples')) AS place
      FROM (SELECT batch_id, created_at, ${fileTitle} AS title FROM batches))
    WHERE NOT EXISTS (SELECT 1 FROM studies WHERE study_id <> 'all')`,
  numberTakenNames,
  numberTakenNames,
  // A batch whose study was created just now has no row in `study_batches` yet.
  `INSERT INTO study_samples (study_id, sample_id, added_at) SELECT study_id, sample_id, added_at
    FROM (SELECT batch_id AS study_id, sample_id, created_at AS added_at FROM samples
      WHERE batch_id IN (SELECT study_id FROM studies) AND batch_id NOT IN (SELECT batch_id FROM study_batches))`,
  `INSERT INTO study_batches (study_id, batch_id) SELECT batch_id, batch_id FROM batches
    WHERE batch_id IN (SELECT study_id FROM studies) AND batch_id NOT IN (SELECT batch_id FROM study_batches)`,
]

/**
 * Studies with their samples, batches and comparisons. Code that registers a sample must also put it into the studies
 * of its batch. Existing batches become one study each. “All samples” gets a row with its first change, and never has
 * rows for its samples.
 */
export const studyStatements: readonly string[] = [
  `CREATE TABLE studies (
    study_id TEXT PRIMARY KEY, name TEXT NOT NULL, question TEXT NOT NULL DEFAULT '', notes TEXT NOT NULL DEFAULT '',
    design TEXT NOT NULL DEFAULT '{}', created_at TEXT NOT NULL, changed_at TEXT NOT NULL, archived_at TEXT
  ) STRICT`,
  `CREATE TABLE study_comparisons (
    comparison_id TEXT PRIMARY KEY, study_id TEXT NOT NULL REFERENCES studies, name TEXT NOT NULL,
    request TEXT NOT NULL, saved_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE study_batches (
    study_id TEXT NOT NULL REFERENCES studies, batch_id TEXT NOT NULL,
    analyze TEXT NOT NULL DEFAULT 'no' CHECK (analyze IN ('no', 'whenReady', 'done')),
    PRIMARY KEY (batch_id, study_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE study_samples (
    study_id TEXT NOT NULL REFERENCES studies, sample_id TEXT NOT NULL, added_at TEXT NOT NULL,
    PRIMARY KEY (study_id, sample_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX study_samples_sample ON study_samples (sample_id)`,
  ...studiesOfBatches,
]

/** Comparisons and models that were run in a study. Without a reference, since “All samples” may have no row. */
export const questionStatements: readonly string[] = [
  `CREATE TABLE study_questions (
    question_id TEXT PRIMARY KEY, study_id TEXT NOT NULL, digest TEXT NOT NULL, kind TEXT NOT NULL, request TEXT NOT NULL,
    tests INTEGER NOT NULL, first_at TEXT NOT NULL, last_at TEXT NOT NULL, times INTEGER NOT NULL,
    UNIQUE (study_id, digest)
  ) STRICT`,
]
