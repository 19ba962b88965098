/** What is kept of drugs and pathways: marks, lists, searches, names, and what is to be available offline. */
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
