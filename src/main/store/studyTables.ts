/** The name of the file without its ending, no longer than that of a study. */
const fileTitle = `coalesce(nullif(substr(trim(CASE WHEN instr(file_name, '.') > 1
  THEN rtrim(rtrim(file_name, replace(file_name, '.', '')), '.') ELSE file_name END), 1, 180), ''), 'Import')`

/** A name that is taken gets a number, and another one where that is a name too: files are called “a (2)”. */
const numberTakenNames = `UPDATE studies SET name = name || ' (2)' WHERE study_id IN (
  SELECT study_id FROM (SELECT study_id, row_number() OVER (
    PARTITION BY lower(name) ORDER BY study_id IN (SELECT batch_id FROM batches), created_at, study_id) AS place FROM studies)
  WHERE place > 1 AND study_id IN (SELECT batch_id FROM batches))`

/**
 * One study for each batch, where there is none but that of all samples: in a journal that is brought up to date, and in one made
 * of a backup from before studies.
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
  // A study of a batch has its row of `study_batches` unless it was made just now.
  `INSERT INTO study_samples (study_id, sample_id, added_at) SELECT study_id, sample_id, added_at
    FROM (SELECT batch_id AS study_id, sample_id, created_at AS added_at FROM samples
      WHERE batch_id IN (SELECT study_id FROM studies) AND batch_id NOT IN (SELECT batch_id FROM study_batches))`,
  `INSERT INTO study_batches (study_id, batch_id) SELECT batch_id, batch_id FROM batches
    WHERE batch_id IN (SELECT study_id FROM studies) AND batch_id NOT IN (SELECT batch_id FROM study_batches)`,
]

/**
 * Studies, their samples, batches and comparisons. Whoever registers a sample puts it into the studies of its batch.
 * Batches that are there become one study each. The study of all samples has a row from its first change on, and no rows of samples.
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
