/** The import ledger and the register as they were at first. */
export const ledgerStatements: readonly string[] = [
  `CREATE TABLE batches (
        batch_id TEXT PRIMARY KEY, file_name TEXT NOT NULL, file_sha256 TEXT NOT NULL, mapping TEXT NOT NULL,
        read_as TEXT NOT NULL, created_at TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('running','paused','done','cancelled')),
        lease_owner TEXT, lease_until_ms INTEGER NOT NULL DEFAULT 0
      ) STRICT`,
  `CREATE TABLE ledger (
        batch_id TEXT NOT NULL REFERENCES batches, row INTEGER NOT NULL, client_reference TEXT NOT NULL,
        fields TEXT NOT NULL, idempotency_key TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL CHECK (state IN ('queued','sending','created','failed','unknown')),
        sample_id TEXT, message TEXT, updated_at TEXT NOT NULL,
        PRIMARY KEY (batch_id, row)
      ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX ledger_reference ON ledger (client_reference)`,
  `CREATE INDEX ledger_state ON ledger (batch_id, state)`,
  `CREATE TABLE samples (
        sample_id TEXT PRIMARY KEY, client_reference TEXT NOT NULL, fields TEXT NOT NULL,
        batch_id TEXT REFERENCES batches, status TEXT NOT NULL, state TEXT NOT NULL, created_at TEXT NOT NULL,
        checked_at TEXT, service TEXT NOT NULL, synthetic INTEGER NOT NULL, place TEXT NOT NULL DEFAULT ''
      ) STRICT`,
  `CREATE INDEX samples_reference ON samples (client_reference)`,
  `CREATE INDEX samples_state ON samples (state)`,
  `CREATE INDEX samples_place ON samples (place, created_at, sample_id)`,
  `CREATE TABLE screening_tasks (
        task_id TEXT PRIMARY KEY, sample_id TEXT NOT NULL, endpoint TEXT NOT NULL, status TEXT NOT NULL,
        state TEXT NOT NULL, progress REAL, created_at TEXT NOT NULL, checked_at TEXT, service TEXT NOT NULL,
        synthetic INTEGER NOT NULL
      ) STRICT`,
  `CREATE TABLE quota_receipts (id INTEGER PRIMARY KEY, received_at_ms INTEGER NOT NULL) STRICT`,
  `CREATE INDEX quota_receipts_time ON quota_receipts (received_at_ms)`,
]
