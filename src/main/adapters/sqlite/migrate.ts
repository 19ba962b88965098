import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { fileFailure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'
import type { Migration } from '../../ports.ts'
import { createDamageError } from './sqliteFailure.ts'

/**
 * Applies the missing migrations, each in its own transaction, so that a killed process leaves the old or the new
 * schema. Two processes may run it at once: the second finds the migrations applied. Throws `file` for a database that
 * a newer version of the app has written.
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[], file: string): void {
  database.exec(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT',
  )
  rejectNewerSchema(database, migrations, file)
  for (const migration of migrations)
    if (!appliedNames(database).has(migration.name)) apply(database, migration)
}

function apply(database: DatabaseSync, { name, statements }: Migration): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    // Checked again under the lock, because another process may have been faster.
    if (!appliedNames(database).has(name)) {
      for (const statement of statements) database.exec(statement)
      stampSchema(database)
      database
        .prepare(`INSERT INTO schema_migrations VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`)
        .run(name)
    }
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

export const appliedNames = (database: DatabaseSync): Set<string> =>
  new Set(
    database
      .prepare('SELECT name FROM schema_migrations')
      .all()
      .map((row) => String(row.name)),
  )

/** Throws `file` for a database that a newer version of the app has written, or that is too old to migrate. */
export function rejectNewerSchema(
  database: DatabaseSync,
  migrations: readonly Migration[],
  file: string,
): void {
  const applied = appliedNames(database)
  const known = new Set(
    migrations.flatMap(({ name, replaces = [] }) => (applied.has(name) ? [name, ...replaces] : name)),
  )
  const unknown = [...applied].filter((name) => !known.has(name))
  const [newest] = unknown
  if (newest === undefined) return
  const name = basename(file)
  const replaced = new Set(migrations.flatMap(({ replaces = [] }) => replaces))
  if (unknown.every((step) => replaced.has(step)))
    throw fileFailure(message('adapters.dataFileTooOld', { name, unknown: unknown.at(-1) ?? newest }), name)
  throw fileFailure(message('adapters.dataFileWrittenNewer', { name, newest }), name)
}

/** Stores a stamp of the schema in the file's header: its tables, indexes and triggers. */
function stampSchema(database: DatabaseSync): void {
  database.exec(`PRAGMA user_version = ${stampOf(database)}`)
}

/** True if the schema matches its last stamp. A file without a stamp counts as sound. */
export function schemaFitsStamp(database: DatabaseSync): boolean {
  const stamp = database.prepare('PRAGMA user_version').get()?.user_version
  return stamp === 0 || stamp === stampOf(database)
}

/**
 * Throws if the schema does not match its stamp. SQLite does not detect a flipped bit in a column's name as damage, but
 * statements would fail.
 */
export function assertOwnSchema(database: DatabaseSync): void {
  // One transaction for schema and stamp, because another process may be migrating them.
  database.exec('BEGIN')
  const isOwn = schemaFitsStamp(database)
  database.exec('COMMIT')
  if (!isOwn) throw createDamageError('the schema is not the one that was written')
}

/** Throws SQLite's error for a damaged file, including damage that only this check finds. */
export function assertUndamaged(database: DatabaseSync, check: 'quick_check' | 'integrity_check'): void {
  const finding = database.prepare(`PRAGMA ${check}(1)`).get()?.[check]
  if (finding !== 'ok') throw createDamageError(String(finding))
}

function stampOf(database: DatabaseSync): number {
  const parts = database
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY name`,
    )
    .all()
  // 31 bits, since the header field is signed; never 0, which means "no stamp".
  return (crc32(JSON.stringify(parts)) >>> 1) | 1
}
