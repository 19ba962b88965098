import { guardRows } from './guardRows.ts'

const words = (text: string): string[] => text.split(' ')

/** Settings of exports that were given a name, and what was exported; rows of both carry a checksum. */
export const exportStatements: readonly string[] = [
  `CREATE TABLE export_recipes (
    recipe_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, settings TEXT NOT NULL, saved_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE export_log (
    export_id TEXT PRIMARY KEY, made_at TEXT NOT NULL, file_name TEXT NOT NULL, settings TEXT NOT NULL,
    row_count INTEGER NOT NULL, size_bytes INTEGER NOT NULL, sha256 TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX export_log_time ON export_log (made_at)`,
  ...guardRows('export_recipes', { key: ['recipe_id'], columns: words('recipe_id name settings saved_at') }),
  ...guardRows('export_log', {
    key: ['export_id'],
    columns: words('export_id made_at file_name settings row_count size_bytes sha256'),
  }),
]
